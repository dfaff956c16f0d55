internal import ScanModel
internal import TextEntities

/// Payments in cryptocurrency: wallet URIs (BIP-21, EIP-681 and similar), Lightning invoices, and bare addresses.
enum CryptoPayments {
  /// Schemes of wallets, and their currencies.
  private static let schemes = [
    "bitcoin": "bitcoin", "bitcoincash": "bitcoin cash", "litecoin": "litecoin", "dogecoin": "dogecoin", "dash": "dash",
    "monero": "monero", "zcash": "zcash", "solana": "solana", "tron": "tron", "ripple": "XRP", "xrpl": "XRP",
    "cardano": "ada", "web+cardano": "ada", "stellar": "lumens", "web+stellar": "lumens",
  ]

  /// Whether the sentence about a payment is about cryptocurrency.
  static func isEffect(_ effect: String) -> Bool {
    effect.contains(" the Lightning network") || effect.contains(" wallet ending in ") || effect.hasSuffix(" a wallet.")
  }

  static func parse(_ text: String) -> CodeContent? {
    ethereum(text) ?? lightning(text) ?? coins(text) ?? address(text)
  }

  private static func coins(_ text: String) -> CodeContent? {
    guard let scheme = text.split(separator: ":", maxSplits: 1).first?.lowercased(), let coin = schemes[scheme],
      let fields = URIFields(text, scheme: scheme)
    else { return nil }
    let amount = (fields["amount"] ?? fields["tx_amount"]).flatMap { PaymentAmount.words($0, coin) }
    return content(amount: amount, .verbatim(coin), to: fields.path, name: fields["label"], payload: text)
  }

  /// "ethereum:0x…@1?value=1e18", or a transfer of a token: "ethereum:TOKEN/transfer?address=0x…&uint256=1e6".
  private static func ethereum(_ text: String) -> CodeContent? {
    guard let fields = URIFields(text, scheme: "ethereum") else { return nil }
    let isCall = fields.path.contains("/")
    let target = isCall ? fields["address"] ?? "" : fields.path
    let address = target.split(separator: "@").first.map { $0.hasPrefix("pay-") ? String($0.dropFirst(4)) : String($0) }
    let amount = isCall ? nil : fields["value"].flatMap(ether)
    return content(amount: amount, isCall ? "tokens" : "ether", to: address ?? "", name: nil, payload: text)
  }

  /// Wei are given as an integer or with an exponent; 10^18 are one ether.
  private static func ether(_ value: String) -> String? {
    guard let wei = Double(value), wei.isFinite, wei > 0, wei < 1e27 else { return nil }
    let micro = (wei / 1e12).rounded()
    return micro >= 1 ? PaymentAmount.words(decimal(String(Int(micro)), places: 6), "ether") : nil
  }

  /// Digits with a point before the last `places` of them.
  private static func decimal(_ digits: String, places: Int) -> String {
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return "\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  /// An invoice (BOLT 11), a link to a service (LNURL), or an offer (BOLT 12).
  private static func lightning(_ text: String) -> CodeContent? {
    let marked = URIFields(text, scheme: "lightning")
    let value = (marked?.path ?? text).lowercased()
    if value.hasPrefix("lnurl1") {
      return CodeContent(
        .pay, "This code asks a site on the Lightning network to take or give bitcoin.", payload: text,
        trait: .cryptoPayment)
    }
    let isInvoice = ["lnbc", "lntb", "lno1"].contains(where: value.hasPrefix) && value.utf8.count > 50
    guard marked != nil || isInvoice && isBech32(value) else { return nil }
    let whom: Message = "somebody on the Lightning network"
    return CodeContent(
      .pay,
      invoiceAmount(value).map { "This code pays \(Message(amount: $0)) bitcoin to \(whom)." }
        ?? "This code pays \(whom) what you enter.",
      payload: text, trait: .cryptoPayment)
  }

  private static func isBech32(_ text: String) -> Bool {
    text.utf8.dropFirst(4).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// "lnbc2500u1…": a number, m, u, n or p for thousandths, millionths and so on of a bitcoin, and the last "1".
  private static func invoiceAmount(_ invoice: String) -> String? {
    guard invoice.hasPrefix("lnbc"), let separator = invoice.lastIndex(of: "1") else { return nil }
    let stated = invoice[..<separator].dropFirst(4)
    let digits = stated.prefix { ("0"..."9").contains($0) }
    guard let places = ["": 0, "m": 3, "u": 6, "n": 9, "p": 12][stated.dropFirst(digits.count)],
      (1...12).contains(digits.utf8.count)
    else { return nil }
    return PaymentAmount.plain(decimal(String(digits), places: places))
  }

  private static func address(_ text: String) -> CodeContent? {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= 90,
      WalletAddressFormat.matches(scalars[...]) || Bech32.isAddress(Array(text.lowercased().utf8))
    else { return nil }
    return content(amount: nil, "coins", to: text, name: nil, payload: text)
  }

  private static func content(
    amount: String?, _ coin: Message, to address: String, name: String?, payload: String
  ) -> CodeContent {
    let short = String(address.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(120))
    let wallet: Message = short.isEmpty ? "a wallet" : "the wallet ending in \(short.suffix(4))"
    let whom: Message = name?.shown.map { "\($0) (\(wallet))" } ?? wallet
    let effect: Message =
      amount.map { "This code pays \(Message(amount: $0)) to \(whom)." } ?? "This code pays \(coin) to \(whom)."
    return CodeContent(.pay, effect, payload: payload, words: short.isEmpty ? [] : [short], trait: .cryptoPayment)
  }
}
