internal import ScanModel

/// Payments in national systems: UPI of India, and merchant codes as defined by EMVCo (PIX of Brazil, PayNow, others).
enum MerchantPayments {
  private static let currencies = [
    "986": "BRL", "356": "INR", "702": "SGD", "764": "THB", "458": "MYR", "360": "IDR", "704": "VND", "608": "PHP",
    "840": "USD", "978": "EUR", "826": "GBP", "344": "HKD", "032": "ARS", "170": "COP", "604": "PEN", "152": "CLP",
    "116": "KHR", "144": "LKR", "050": "BDT", "586": "PKR", "404": "KES", "710": "ZAR", "036": "AUD", "156": "CNY",
  ]

  static func parse(_ text: String) -> CodeContent? { upi(text) ?? weChatPay(text) ?? emv(text) }

  /// The code a shop shows for WeChat Pay (Native Pay): the app asks its own server for payee and amount.
  private static func weChatPay(_ text: String) -> CodeContent? {
    guard text.beginsWith("weixin://wxpay/") else { return nil }
    return CodeContent(paying: nil, to: nil, shownAs: "a shop by WeChat Pay", payload: text)
  }

  private static func upi(_ text: String) -> CodeContent? {
    guard let fields = URIFields(text, scheme: "upi"),
      fields.path.beginsWith("pay") || fields.path.beginsWith("mandate")
    else { return nil }
    let name = fields["pn"]?.shown
    let payee = [name, fields["pa"]?.shown.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
    let amount = fields["am"].flatMap { PaymentAmount.words($0, PaymentAmount.currency(fields["cu"] ?? "INR")) }
    return CodeContent(paying: amount, to: name, shownAs: payee.isEmpty ? nil : .verbatim(payee), payload: text)
  }

  /// Tag, length and value, two digits each for the first two, and a checksum at the end (EMVCo, QR Code Specification
  /// for Payment Systems, Merchant-Presented Mode, 1.1). No app pays without a correct checksum, so such a code is not
  /// a payment.
  private static func emv(_ text: String) -> CodeContent? {
    let bytes = Array(text.utf8)
    guard text.hasPrefix("000201"), let fields = values(bytes[...]), hasChecksum(bytes, fields) else { return nil }
    func string(_ field: ArraySlice<UInt8>) -> String { String(decoding: field, as: UTF8.self) }
    let accounts = (26...51).compactMap { fields[$0].flatMap(values) }
    let isPix = accounts.contains { $0[0].map(string)?.lowercased() == "br.gov.bcb.pix" }
    // The PIX payee, if it is a mail address or a phone number.
    let key = accounts.compactMap { $0[1].map(string) }.first { isPix && ($0.contains("@") || $0.hasPrefix("+")) }
    let currency = fields[53].flatMap { currencies[string($0)] } ?? ""
    return CodeContent(
      paying: fields[54].flatMap { PaymentAmount.words(string($0), currency) },
      to: fields[59].flatMap { string($0).shown },
      payload: text, words: key.map { [$0.filter { !$0.isWhitespace }] } ?? [])
  }

  /// Nil unless all of it consists of fields.
  private static func values(_ bytes: ArraySlice<UInt8>) -> [Int: ArraySlice<UInt8>]? {
    var values: [Int: ArraySlice<UInt8>] = [:]
    var rest = bytes
    while !rest.isEmpty {
      guard rest.count >= 4, let tag = number(rest.prefix(2)), let length = number(rest.dropFirst(2).prefix(2)),
        rest.count >= 4 + length, values[tag] == nil
      else { return nil }
      values[tag] = rest.dropFirst(4).prefix(length)
      rest = rest.dropFirst(4 + length)
    }
    return values
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  /// CRC-16/CCITT-FALSE over everything but its own four digits.
  private static func hasChecksum(_ bytes: [UInt8], _ fields: [Int: ArraySlice<UInt8>]) -> Bool {
    guard let stated = fields[63], stated.count == 4, stated.endIndex == bytes.endIndex else { return false }
    var sum: UInt16 = 0xFFFF
    for byte in bytes.dropLast(4) {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
    return UInt16(String(decoding: stated, as: UTF8.self), radix: 16) == sum
  }
}
