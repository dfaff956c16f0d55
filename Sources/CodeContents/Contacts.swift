internal import ScanModel

/// Codes that call, write, add a contact or join a network.
enum Contacts {
  static func parse(_ text: String) -> CodeContent? {
    wifi(text) ?? call(text) ?? message(text) ?? mail(text) ?? card(text)
  }

  private static func wifi(_ text: String) -> CodeContent? {
    guard text.beginsWith("WIFI:") else { return nil }
    let fields = MarkedFields(text.dropFirst(5))
    let name = fields["S"]?.shown.map { " \($0)" } ?? ""
    let isOpen = fields["P"] == nil && fields["T"].map { $0.uppercased() == "NOPASS" } ?? true
    // The password is a secret, even that of the user's own network.
    return CodeContent(.wifi, "This code joins the Wi-Fi network\(name).", payload: isOpen ? text : nil)
  }

  private static func call(_ text: String) -> CodeContent? {
    guard let fields = URIFields(text, scheme: "tel") ?? URIFields(text, scheme: "facetime") else { return nil }
    guard let number = number(fields.path) else { return CodeContent(.call, CodeAction.call.sentence, payload: text) }
    return CodeContent(.call, "This code calls \(number).", payload: text, words: [number])
  }

  private static func message(_ text: String) -> CodeContent? {
    let schemes = ["smsto", "mmsto", "sms", "mms"]
    guard let fields = schemes.lazy.compactMap({ URIFields(text, scheme: $0) }).first else { return nil }
    let parts = fields.path.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let body = (fields["body"] ?? (parts.count > 1 ? String(parts[1]) : "")).split(whereSeparator: \.isWhitespace)
    let number = parts.first.flatMap { self.number($0) }
    return CodeContent(
      .message, number.map { "This code writes a text message to \($0)." } ?? "This code writes a text message.",
      payload: text, words: [number].compactMap(\.self) + body.prefix(40).map(String.init))
  }

  private static func mail(_ text: String) -> CodeContent? {
    let address: String?
    if let fields = URIFields(text, scheme: "mailto") {
      // "mailto:?to=..." (RFC 6068, section 2)
      address = fields.path.isEmpty ? fields["to"] : fields.path
    } else if text.beginsWith("MATMSG:") {
      address = MarkedFields(text.dropFirst(7))["TO"]
    } else if let fields = URIFields(text, scheme: "smtp") {
      address = fields.path.split(separator: ":", omittingEmptySubsequences: false).first.map(String.init)
    } else {
      return nil
    }
    let word = address.flatMap { $0.isEmpty || $0.contains(where: \.isWhitespace) ? nil : $0 }
    return CodeContent(
      .mail, word?.shown.map { "This code writes an e-mail to \($0)." } ?? CodeAction.mail.sentence, payload: text,
      words: word.map { [$0] } ?? [])
  }

  private static func card(_ text: String) -> CodeContent? {
    let name: String?
    if text.beginsWith("BEGIN:VCARD") {
      name =
        text.split(maxSplits: 200, whereSeparator: \.isNewline).first { $0.beginsWith("FN:") || $0.beginsWith("FN;") }
        .flatMap { $0.split(separator: ":", maxSplits: 1).last.map(String.init) }
    } else if text.beginsWith("MECARD:") {
      name = MarkedFields(text.dropFirst(7))["N"]?.replacing(",", with: " ")
    } else if text.beginsWith("BIZCARD:") {
      name = MarkedFields(text.dropFirst(8))["N"]
    } else {
      return nil
    }
    return CodeContent(
      .contact,
      name?.shown.map { "This code adds \($0) to your contacts." } ?? "This code adds somebody to your contacts.",
      payload: text)
  }

  /// Digits with the signs that people put between them; nil for anything else.
  private static func number(_ text: some StringProtocol) -> String? {
    // What follows belongs to the number, but is not dialled first (RFC 3966, section 3).
    let dialled = String(text).prefix { $0 != ";" && $0 != "," }.filter { !" -./()".contains($0) }
    let isNumber = dialled.allSatisfy { $0.isASCII && ($0.isNumber || "+*#".contains($0)) }
    return isNumber && (3...20).contains(dialled.utf8.count) ? dialled : nil
  }
}
