/// Parses phone numbers. Plain digits count only with an international or trunk prefix, or after a word such as "call",
/// so that dates, times and order numbers do not count.
package enum PhoneNumberParser {
  private static let cues: Set<String> = [
    "call", "calling", "phone", "ph", "tel", "telephone", "mobile", "whatsapp", "dial", "ring", "contact", "helpline",
    "support", "text", "number", "hotline", "sms", "telefon", "anrufen", "appelez", "llame", "chiama", "bel",
    "ligue", "care", "toll", "free",
  ]

  static func phone(in scalars: [Unicode.Scalar], at start: Int, limit: Int) -> (range: Range<Int>, digits: String)? {
    let first = scalars[start]
    guard first == "+" || first == "(" || first.isASCIIDigit else { return nil }
    if start > 0, scalars[start - 1].isASCIIAlphanumeric || "./-+".unicodeScalars.contains(scalars[start - 1]) {
      return nil
    }
    let read = digits(in: scalars, at: start, limit: limit)
    if let whole = read.whole, isPlausible(whole, first: first) || hasCue(scalars, start) && isPossible(whole) {
      return (start..<whole.end, (first == "+" ? "+" : "") + whole.digits)
    }
    // Another number follows: "(888) 555-0142 24/7".
    guard let part = read.parts.last(where: { isWhole($0, first: first, isCut: read.isCut) }) else { return nil }
    return (start..<part.end, (first == "+" ? "+" : "") + part.digits)
  }

  /// Scalars of a line before and behind its end.
  private static let reach = 24

  /// Numbers that begin behind the words of a line and go on in the next one: "WhatsApp 07700" and "900461, it's easier". Numbers
  /// below each other, as in a table, are none.
  package static func wrapped(in scalars: [Unicode.Scalar]) -> [(range: Range<Int>, digits: String)] {
    scalars.indices.dropFirst().dropLast().compactMap { end in
      guard scalars[end] == "\n", scalars[end - 1].isASCIIDigit, scalars[end + 1].isASCIIDigit else { return nil }
      var start = end
      while start > 0, end - start < reach,
        scalars[start - 1].isASCIIDigit || scalars[start - 1] == "+" || isSeparator(scalars[start - 1])
      {
        start -= 1
      }
      guard start > 0, scalars[start - 1] != "\n", end - start < reach else { return nil }
      while scalars[start] != "+", scalars[start] != "(", !scalars[start].isASCIIDigit { start += 1 }
      // Not the minutes of "21:06".
      guard scalars[start - 1] == " " else { return nil }
      // With the words before it, which may tell that it is one.
      let first = max(0, start - 2 * reach)
      var part = Array(scalars[first..<min(scalars.count, end + reach)])
      guard phone(in: part, at: start - first, limit: end - first) == nil else { return nil }
      part[end - first] = " "
      guard let found = phone(in: part, at: start - first, limit: part.count),
        found.range.upperBound > end + 1 - first
      else { return nil }
      return (start..<(first + found.range.upperBound), found.digits)
    }
  }

  private struct Candidate {
    var end: Int
    var digits: String
    var groups: [Int]
    var separators: Set<Unicode.Scalar>
  }

  /// - Returns: All digits that can belong to one number, nil if they cannot; after a mark the parts of it that end before a gap;
  ///   and whether a letter follows its digits.
  private static func digits(
    in scalars: [Unicode.Scalar], at start: Int, limit: Int
  ) -> (whole: Candidate?, parts: [Candidate], isCut: Bool) {
    var parts: [Candidate] = []
    var candidate = Candidate(end: start, digits: "", groups: [0], separators: [])
    var position = start
    var gap = 0
    while position < limit, candidate.digits.utf8.count <= 15 {
      let scalar = scalars[position]
      if scalar.isASCIIDigit {
        if gap > 0, candidate.groups[candidate.groups.count - 1] > 0 {
          if !scalars[start].isASCIIDigit { parts.append(candidate) }
          candidate.groups.append(0)
        }
        candidate.digits.unicodeScalars.append(scalar)
        candidate.groups[candidate.groups.count - 1] += 1
        candidate.end = position + 1
        gap = 0
      } else if isSeparator(scalar) || (scalar == "+" && position == start), gap < 3 {
        gap += 1
        if !candidate.digits.isEmpty { candidate.separators.insert(scalar) }
      } else {
        break
      }
      position += 1
    }
    let isCut = candidate.end < scalars.count && scalars[candidate.end].isASCIILetter
    return (isCut || candidate.digits.isEmpty || candidate.digits.utf8.count > 15 ? nil : candidate, parts, isCut)
  }

  /// Whether the beginning of a run of digits is a number: after "+" a usual length, after "(" as in North America.
  private static func isWhole(_ part: Candidate, first: Unicode.Scalar, isCut: Bool) -> Bool {
    if first == "+" { return ((isCut ? 10 : 8)...13).contains(part.digits.utf8.count) }
    return first == "(" && part.groups == [3, 3, 4]
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "-" || scalar == "." || scalar == "(" || scalar == ")" || scalar == "/"
      || scalar == "\u{2011}" || scalar == "\u{2013}"
  }

  /// Whether it is a phone number without a cue before it.
  private static func isPlausible(_ candidate: Candidate, first: Unicode.Scalar) -> Bool {
    let count = candidate.digits.utf8.count
    if first == "+" { return (8...15).contains(count) }
    if beginsWithDate(candidate.groups) { return false }
    if candidate.groups == [3, 3, 4] || candidate.groups == [1, 3, 3, 4] {
      return !candidate.separators.contains("/")
    }
    if candidate.groups == [3, 7] { return true }
    guard candidate.digits.hasPrefix("0"), (9...12).contains(count) else { return false }
    if candidate.digits.hasPrefix("00"), count < 11 { return false }
    return candidate.groups.count <= 5 && candidate.groups.allSatisfy { $0 >= 2 || candidate.groups.count <= 2 }
  }

  /// Whether it is a phone number after a cue.
  private static func isPossible(_ candidate: Candidate) -> Bool {
    let count = candidate.digits.utf8.count
    guard (7...13).contains(count), candidate.groups.count <= 5, !looksLikeDate(candidate.groups) else { return false }
    return candidate.groups.count == 1 || candidate.groups.allSatisfy { $0 >= 2 } && !candidate.separators.contains("/")
  }

  /// "12-03-2025" and "2025-03-12".
  private static func looksLikeDate(_ groups: [Int]) -> Bool {
    groups.count == 3 && (groups[0] <= 2 && groups[1] <= 2 || groups[0] == 4 && groups[1] <= 2 && groups[2] <= 2)
  }

  /// "07/02/2025 21": a date and an hour, up to the colon. No phone number has groups of two, two and four.
  private static func beginsWithDate(_ groups: [Int]) -> Bool {
    groups.count >= 3 && groups[0] <= 2 && groups[1] <= 2 && groups[2] == 4
  }

  /// Whether one of the two words before the number is a cue.
  private static func hasCue(_ scalars: [Unicode.Scalar], _ start: Int) -> Bool {
    var position = start
    for _ in 0..<2 {
      while position > 0, start - position < 24, !scalars[position - 1].isASCIILetter { position -= 1 }
      let end = position
      while position > 0, end - position < 12, scalars[position - 1].isASCIILetter { position -= 1 }
      if cues.contains(scalars.lowercasedString(position..<end)) { return true }
    }
    return false
  }
}
