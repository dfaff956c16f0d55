internal import ScanModel

/// Corrects spaces in e-mail addresses, "info @bank.com", and a comma or space in their domain, "info@bank,com".
enum MailAddressCorrection {
  /// Common mailboxes of companies. A sentence does not put these words before an "@".
  private static let mailboxes: Set<String> = [
    "info", "support", "help", "contact", "service", "services", "admin", "office", "noreply", "no-reply", "sales",
    "mail", "kontakt", "billing", "accounts", "account", "security", "team", "hello", "hr", "jobs", "careers",
    "helpdesk",
  ]

  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.contains(where: { $0.text.contains("@") }) else { return words }
    return words.replacingRuns { start in
      guard let end = address(at: start, in: words) else { return nil }
      return ([words.joined(start..<end, as: words[start..<end].map(\.text).joined())], end)
    }.map { $0.repaired(to: withPoints($0.text)) }
  }

  /// The end of the words from `start` that form one address; nil if no two or more do.
  private static func address(at start: Int, in words: [RecognizedWord]) -> Int? {
    let first = words[start].text
    if let end = addressAfterPoint(at: start, in: words) { return end }
    let isMarkAhead = start + 1 < words.count && words[start + 1].text.hasPrefix("@")
    guard let mark = first.contains("@") ? start : isMarkAhead ? start + 1 : nil else { return nil }
    // The word before a separate "@" may belong to the sentence: "follow us @example.com".
    let isMailbox =
      mailboxes.contains(first.lowercased())
      || first.unicodeScalars.dropFirst().dropLast().contains { $0.isOne(of: "._") }
    guard mark == start || words.gap(before: mark) <= WordGap.tight || isMailbox else { return nil }
    var text = first
    for end in (start + 1)..<max(start + 1, min(start + 4, words.count)) {
      let isTight = words.gap(before: end) <= WordGap.tight
      guard words.gap(before: end) <= WordGap.largest, !isAddress(text) else { return nil }
      // "anna@work. is it": a period before a space may end the sentence.
      let endsSentence = text.hasSuffix(".") && !isTight
      text += words[end].text
      guard isAddress(text) else { continue }
      let ending = MailAddressParts(text)?.domain.split(separator: ".").last ?? ""
      return !endsSentence || HostName.isPlainEnding(ending) ? end + 1 : nil
    }
    return nil
  }

  /// "peter." and "89@example.com", closer than words are.
  private static func addressAfterPoint(at start: Int, in words: [RecognizedWord]) -> Int? {
    guard start + 1 < words.count, words[start].text.hasSuffix("."), words.gap(before: start + 1) <= WordGap.tight
    else { return nil }
    let local = words[start].text.dropLast()
    return local.consists { $0.isSmall || $0.isDigit || $0 == "." } && isAddress(words[start + 1].text)
      ? start + 2 : nil
  }

  /// A mailbox, "@", and a complete domain in lower case.
  private static func isAddress(_ text: String) -> Bool {
    guard let parts = MailAddressParts(text), parts.hasMailbox, parts.mailbox.last != "." else { return false }
    return HostName.isComplete(parts.domain) && parts.domain == parts.domain.lowercased()
  }

  private static func withPoints(_ word: String) -> String {
    guard let parts = MailAddressParts(word), parts.hasMailbox, parts.mailbox.last != ".", parts.domain.contains(","),
      !HostName.isComplete(parts.domain)
    else { return word }
    let domain = String(parts.domain).replacing(",", with: ".")
    let (start, end) = (parts.domain.startIndex, parts.domain.endIndex)
    return HostName.isComplete(domain) ? word[..<start] + domain + word[end...] : word
  }
}

/// The parts of a word that may be an e-mail address.
struct MailAddressParts {
  /// Up to the first "@", without marks before it.
  var mailbox: Substring
  var rest: Substring
  /// The same without the sentence's punctuation.
  var domain: Substring

  init?(_ text: String) {
    guard let at = text.firstIndex(of: "@") else { return nil }
    mailbox = text[..<at].drop { "<(\"'[:".contains($0) }
    rest = text[text.index(after: at)...]
    domain = rest.withoutFinal(".,;:!?)>]\"'")
  }

  var hasMailbox: Bool { mailbox.consists { $0.isAlphanumeric || $0.isOne(of: "._%+-") } }
}
