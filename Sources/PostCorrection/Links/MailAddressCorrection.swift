internal import ScanModel

/// Corrects spaces in e-mail addresses, "info @bank.com", and a comma or space in their domain, "info@bank,com".
enum MailAddressCorrection {
  /// Common mailboxes of companies. A sentence does not put these words before an "@".
  private static let mailboxes: Set<String> = [
    "info", "support", "help", "contact", "service", "services", "admin", "office", "noreply", "no-reply", "sales",
    "mail",
    "kontakt", "billing", "accounts", "account", "security", "team", "hello", "hr", "jobs", "careers", "helpdesk",
  ]
  private static let largestGap = 0.8
  /// Too narrow for a space between words.
  private static let tightGap = 0.28

  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.contains(where: { $0.text.contains("@") }) else { return words }
    var result: [RecognizedWord] = []
    var index = 0
    while index < words.count {
      if let end = address(at: index, in: words) {
        result.append(words.joined(index..<end, as: withPoints(words[index..<end].map(\.text).joined())))
        index = end
      } else {
        result.append(words[index].repaired(to: withPoints(words[index].text)))
        index += 1
      }
    }
    return result
  }

  /// The end of the words from `start` that form one address; nil if no two or more do.
  private static func address(at start: Int, in words: [RecognizedWord]) -> Int? {
    let first = words[start].text
    if let end = addressAfterPoint(at: start, in: words) { return end }
    guard let mark = first.contains("@") ? start : isMarkAhead(of: start, in: words) ? start + 1 : nil else {
      return nil
    }
    // The word before a separate "@" may belong to the sentence: "follow us @example.com".
    guard mark == start || words.gap(before: mark) <= tightGap || isMailbox(first) else { return nil }
    var text = first
    for end in (start + 1)..<max(start + 1, min(start + 4, words.count)) {
      let isTight = words.gap(before: end) <= tightGap
      guard words.gap(before: end) <= largestGap, !isAddress(text) else { return nil }
      // "anna@work. is it": a period before a space may end the sentence.
      let endsSentence = text.hasSuffix(".") && !isTight
      text += words[end].text
      guard isAddress(text) else { continue }
      let ending = Self.domain(text).split(separator: ".").last ?? ""
      return !endsSentence || HostName.isPlainEnding(ending) ? end + 1 : nil
    }
    return nil
  }

  /// "peter." and "89@example.com", closer than words are.
  private static func addressAfterPoint(at start: Int, in words: [RecognizedWord]) -> Int? {
    guard start + 1 < words.count, words[start].text.hasSuffix("."), words.gap(before: start + 1) <= tightGap else {
      return nil
    }
    let local = words[start].text.dropLast()
    return local.consists { $0.isSmall || $0.isDigit || $0 == "." } && isAddress(words[start + 1].text)
      ? start + 2 : nil
  }

  private static func isMarkAhead(of index: Int, in words: [RecognizedWord]) -> Bool {
    index + 1 < words.count && words[index + 1].text.hasPrefix("@")
  }

  /// A mailbox, "@", and a complete domain in lower case.
  private static func isAddress(_ text: String) -> Bool {
    guard let at = text.firstIndex(of: "@"), isLocalPart(text[..<at]) else { return false }
    let domain = domain(text)
    return HostName.isComplete(domain) && domain == domain.lowercased()
  }

  /// The part after the "@", without the sentence's punctuation.
  private static func domain(_ text: String) -> String {
    guard let at = text.firstIndex(of: "@") else { return "" }
    return plain(text[text.index(after: at)...])
  }

  private static func isMailbox(_ word: String) -> Bool {
    mailboxes.contains(word.lowercased())
      || word.unicodeScalars.dropFirst().dropLast().contains { $0 == "." || $0 == "_" }
  }

  private static func isLocalPart(_ text: Substring) -> Bool {
    let text = text.drop { "<(\"'[:".contains($0) }
    return text.consists { $0.isAlphanumeric || "._%+-".unicodeScalars.contains($0) } && text.last != "."
  }

  private static func plain(_ domain: Substring) -> String {
    var domain = domain
    while let last = domain.last, ".,;:!?)>]\"'".contains(last) { domain.removeLast() }
    return String(domain)
  }

  /// Replaces a comma in the domain by a period.
  private static func withPoints(_ word: String) -> String {
    guard let at = word.firstIndex(of: "@"), isLocalPart(word[..<at]) else { return word }
    let domain = word[word.index(after: at)...]
    let trimmed = plain(domain)
    guard trimmed.contains(","), !HostName.isComplete(trimmed) else { return word }
    let repaired = String(trimmed.map { $0 == "," ? "." : $0 })
    return HostName.isComplete(repaired) ? word[...at] + repaired + domain.dropFirst(trimmed.count) : word
  }
}
