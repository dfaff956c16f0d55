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
    let body = (fields["body"] ?? (parts.count > 1 ? String(parts[1]) : "")).words(40)
    let number = parts.first.flatMap { self.number($0) }
    return CodeContent(
      .message, number.map { "This code writes a text message to \($0)." } ?? "This code writes a text message.",
      payload: text, words: [number].compactMap(\.self) + body)
  }

  private static func mail(_ text: String) -> CodeContent? {
    let addresses: [String]
    if let fields = URIFields(text, scheme: "mailto") {
      // "mailto:?to=..." (RFC 6068, section 2)
      addresses = [fields.path.isEmpty ? fields["to"] ?? "" : fields.path]
    } else if text.beginsWith("MATMSG:") {
      addresses = MarkedFields(text.dropFirst(7)).all("TO")
    } else if let fields = URIFields(text, scheme: "smtp") {
      addresses = [String(fields.path.prefix { $0 != ":" })]
    } else {
      return nil
    }
    let words = addresses.filter { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
    let only = words.count == 1 ? words[0].shown : nil
    return CodeContent(
      .mail, only.map { "This code writes an e-mail to \($0)." } ?? CodeAction.mail.sentence, payload: text,
      words: words)
  }

  private static func card(_ text: String) -> CodeContent? {
    let name: String?
    let addresses: [String]
    if text.beginsWith("BEGIN:VCARD") {
      let properties = properties(text)
      name = properties.first { $0.name == "FN" }?.value
      addresses = properties.filter { $0.name == "URL" || $0.value.beginsWith("http") }.map(\.value)
    } else if text.beginsWith("MECARD:") {
      let fields = MarkedFields(text.dropFirst(7))
      name = fields["N"]?.replacing(",", with: " ")
      addresses = fields.all("URL")
    } else if text.beginsWith("BIZCARD:") {
      let fields = MarkedFields(text.dropFirst(8))
      name = fields["N"]
      addresses = fields.all("URL")
    } else {
      return nil
    }
    return CodeContent(
      .contact,
      name?.shown.map { "This code adds \($0) to your contacts." } ?? "This code adds somebody to your contacts.",
      payload: text, words: addresses.flatMap { Links.inField($0.trimmed)?.words ?? [] })
  }

  /// Those of a vCard (RFC 6350): a line that begins with white space goes on with the one before it, and a name may have a
  /// group before it, "item1.URL", and parameters behind it.
  private static func properties(_ text: String) -> [(name: String, value: String)] {
    var lines: [String] = []
    for line in text.split(maxSplits: maximumLines, whereSeparator: \.isNewline) {
      if [" ", "\t"].contains(line.first), !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(String(line))
      }
    }
    return lines.compactMap { line -> (name: String, value: String)? in
      let sides = line.split(separator: ":", maxSplits: 1)
      guard sides.count == 2, let name = sides[0].prefix(while: { $0 != ";" }).split(separator: ".").last else {
        return nil
      }
      return (name.uppercased(), String(sides[1]).replacing("\\:", with: ":"))
    }
  }

  private static let maximumLines = 200

  /// Digits with the signs that people put between them; nil for anything else.
  private static func number(_ text: some StringProtocol) -> String? {
    // What follows belongs to the number, but is not dialled first (RFC 3966, section 3).
    let dialled = String(text).prefix { $0 != ";" && $0 != "," }.filter { !" -./()".contains($0) }
    let isNumber = dialled.allSatisfy { $0.isASCII && ($0.isNumber || "+*#".contains($0)) }
    return isNumber && (3...20).contains(dialled.utf8.count) ? dialled : nil
  }
}
