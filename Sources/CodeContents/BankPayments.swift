internal import ScanModel
internal import TextEntities

/// Transfers to bank accounts: European (EPC069-12), Swiss (SIX QR-bill), Czech and Slovak (SPAYD), German ("bank:").
enum BankPayments {
  static func parse(_ text: String) -> CodeContent? { epc(text) ?? swiss(text) ?? spayd(text) ?? bankLink(text) }

  private static func lines(_ text: String) -> [String] {
    text.split(maxSplits: 48, omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  /// "BCD", version, character set, "SCT", BIC, name, IBAN, amount, purpose, reference, text.
  private static func epc(_ text: String) -> CodeContent? {
    let lines = lines(text)
    guard lines.count >= 7, lines[0].trimmed == "BCD", lines[3].trimmed == "SCT" else { return nil }
    let amount = lines.count > 7 ? lines[7].trimmed : ""
    return content(
      payee: lines[5], account: lines[6],
      amount: PaymentAmount.words(amount.dropFirst(3), PaymentAmount.currency(amount.prefix(3))), payload: text)
  }

  /// Line 4 is the account, 6 the payee, 19 and 20 amount and currency (Swiss Implementation Guidelines QR-bill 2.2).
  private static func swiss(_ text: String) -> CodeContent? {
    let lines = lines(text)
    guard lines.count >= 20, lines[0].trimmed == "SPC" else { return nil }
    return content(
      payee: lines[5], account: lines[3],
      amount: PaymentAmount.words(lines[18].trimmed, PaymentAmount.currency(lines[19])), payload: text)
  }

  /// "SPD*1.0*ACC:CZ...*AM:480.00*CC:CZK*RN:NAME*".
  private static func spayd(_ text: String) -> CodeContent? {
    guard text.beginsWith("SPD*") else { return nil }
    var fields: [String: String] = [:]
    for part in text.split(separator: "*").prefix(32) {
      let sides = part.split(separator: ":", maxSplits: 1)
      if sides.count == 2 { fields[String(sides[0]).uppercased()] = PercentEncoding.decoded(sides[1], isCut: false) }
    }
    guard let account = fields["ACC"] else { return nil }
    let iban = account.split(separator: "+").first.map(String.init) ?? account
    return content(
      payee: fields["RN"] ?? "", account: iban,
      amount: fields["AM"].flatMap { PaymentAmount.words($0, PaymentAmount.currency(fields["CC"] ?? "CZK")) },
      payload: text)
  }

  private static func bankLink(_ text: String) -> CodeContent? {
    guard let fields = URIFields(text, scheme: "bank") ?? URIFields(text, scheme: "payto") else { return nil }
    let account = fields["iban"] ?? fields.path.split(separator: "/").last.map(String.init) ?? ""
    let stated = fields["amount"].map { $0.replacing(",", with: ".") } ?? ""
    // payto (RFC 8905) puts the currency first: "EUR:480".
    let parts = stated.split(separator: ":")
    let amount =
      parts.count == 2
      ? PaymentAmount.words(parts[1], PaymentAmount.currency(parts[0]))
      : PaymentAmount.words(stated, PaymentAmount.currency(fields["currency"] ?? "EUR"))
    return content(
      payee: fields["name"] ?? fields["receiver-name"] ?? "", account: account, amount: amount, payload: text)
  }

  private static func content(payee: String, account: String, amount: String?, payload: String) -> CodeContent {
    let iban = String(account.filter { !$0.isWhitespace }.prefix(34))
    return CodeContent(
      paying: amount, to: payee.shown, account: iban, payload: payload, words: iban.isEmpty ? [] : [iban])
  }
}

extension CodeContent {
  /// A bank payment.
  ///
  /// The amount is one such as "480 EUR", nil if the payer enters it. The payee's name is safe to show, nil if the code
  /// names nobody; the sentence may call the payee otherwise. Of the account, only the last four characters are shown.
  init(
    paying amount: String?, to payee: String?, shownAs shownPayee: Message? = nil, account: String = "",
    payload: String, words: [String] = []
  ) {
    // Scalars, not characters: one character may hold any number of them (UAX #29, rule GB9b).
    let last = account.unicodeScalars.suffix(4)
    let end = last.allSatisfy { $0.isASCIIAlphanumeric } ? String(String.UnicodeScalarView(last)) : ""
    let place: Message = end.isEmpty ? "somebody" : "the account ending in \(end)"
    let name = shownPayee ?? payee.map(Message.verbatim)
    let whom: Message = name.map { end.isEmpty ? $0 : "\($0) (\(place))" } ?? place
    let effect: Message =
      amount?.shown.map { "This code pays \(Message(amount: $0)) to \(whom)." }
      ?? "This code pays \(whom) what you enter."
    self.init(.pay, effect, payload: payload, words: words)
    self.payee = payee
    self.amount = amount
    self.account = account.isEmpty ? nil : account
  }
}
