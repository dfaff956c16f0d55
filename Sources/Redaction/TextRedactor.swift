package import ScanModel
internal import TextEntities

/// Replaces private data before text is stored: card and account numbers, one-time codes, passwords, keys, e-mail
/// addresses, phone numbers, and all of a link but scheme, host, port and what people can read of the path.
///
/// Deterministic and linear. Redacting a redacted text can only replace more, because a label may have fewer words.
package enum TextRedactor {
  enum Label: String, CaseIterable {
    case card = "[card number]"
    case iban = "[account number]"
    case code = "[code]"
    case password = "[password]"
    case privateKey = "[private key]"
    case recoveryPhrase = "[recovery phrase]"
    case email = "[e-mail address]"
    case phone = "[phone number]"
    case linkPart = "[hidden]"
  }

  /// The labels that a redacted text may have, in English.
  package static let englishLabels = Label.allCases.map(\.rawValue)

  struct Finding {
    var range: Range<Int>
    var label: Label

    /// Of findings that overlap, the first gives its label to both.
    fileprivate var order: (Int, Int, Int) { (range.lowerBound, -range.upperBound, label == .linkPart ? 0 : 1) }
  }

  package enum Parts { case all, links }

  /// A redacted text that can tell where the remaining parts of the original are.
  package struct RedactedText {
    package var text: String
    private let findings: [Finding]
    /// How far the text after each finding moves.
    private let shifts: [Int]

    fileprivate init(text: String, findings: [Finding]) {
      self.text = text
      self.findings = findings
      var shift = 0
      shifts = findings.map { finding in
        shift += finding.label.rawValue.unicodeScalars.count - finding.range.count
        return shift
      }
    }

    /// A part of the original, with labels for what overlaps it; nil if nothing does.
    fileprivate func part(_ range: Range<Int>, of scalars: [Unicode.Scalar]) -> String? {
      let inside = findings.filter { $0.range.overlaps(range) }.map { finding in
        let clamped = finding.range.clamped(to: range)
        return Finding(
          range: (clamped.lowerBound - range.lowerBound)..<(clamped.upperBound - range.lowerBound), label: finding.label
        )
      }
      return inside.isEmpty ? nil : TextRedactor.replacing(inside, in: Array(scalars[range]))
    }

    /// Moves a `[start, length]` of the original in Unicode scalars to its new place; nil if replaced or invalid.
    package func moved(_ range: [Int]) -> [Int]? {
      guard range.count == 2, range[0] >= 0, range[1] > 0 else { return nil }
      // The findings are sorted and do not overlap. A page has thousands of ranges, so each is looked up.
      let next = findings.partitioningIndex { $0.range.upperBound > range[0] }
      if next < findings.count, findings[next].range.lowerBound - range[1] < range[0] { return nil }
      return [range[0] + (next > 0 ? shifts[next - 1] : 0), range[1]]
    }
  }

  /// The text with private parts replaced by labels such as `[card number]`.
  package static func redact(_ text: String) -> String { redaction(of: text).text }

  /// The places of private parts, half-open in Unicode scalars of the text, sorted and without overlaps.
  package static func privateRanges(in text: String) -> [Range<Int>] {
    findings(in: Array(text.unicodeScalars)).map(\.range)
  }

  /// The same, with the places of what remains.
  package static func redaction(of text: String, _ parts: Parts = .all) -> RedactedText {
    let scalars = Array(text.unicodeScalars)
    let findings = findings(in: scalars, parts)
    return RedactedText(text: findings.isEmpty ? text : replacing(findings, in: scalars), findings: findings)
  }

  /// The text with labels for findings that are sorted and do not overlap.
  static func replacing(_ findings: [Finding], in scalars: [Unicode.Scalar]) -> String {
    // Not the view of a string: appending several scalars to that copies all of it.
    var output: [Unicode.Scalar] = []
    var position = 0
    for finding in findings {
      output += scalars[position..<finding.range.lowerBound]
      output += finding.label.rawValue.unicodeScalars
      position = finding.range.upperBound
    }
    return String(String.UnicodeScalarView(output + scalars[position...]))
  }

  /// E-mail addresses that continue on the next line.
  private static func brokenAddresses(in scalars: [Unicode.Scalar]) -> [Finding] {
    scalars.indices.filter { scalars[$0] == "\n" }.compactMap { line in
      var start = line
      while start > 0, !scalars[start - 1].isWhiteSpace, line - start < 128 { start -= 1 }
      var end = line + 1
      while end < scalars.count, !scalars[end].isWhiteSpace, end - line < 128 { end += 1 }
      let whole = Array(scalars[start..<line] + scalars[(line + 1)..<end])
      guard whole.contains("@"), let email = EntityScanner.entities(in: whole).first(where: { $0.kind == .email }),
        email.range.lowerBound < line - start, email.range.upperBound > line - start
      else { return nil }
      // A complete address before the break does not continue after it.
      if EntityScanner.entities(in: Array(whole[..<(line - start)])).contains(where: { $0.kind == .email }) {
        return nil
      }
      return Finding(range: (start + email.range.lowerBound)..<(start + email.range.upperBound + 1), label: .email)
    }
  }

  /// Card and account numbers that go on in the next line, or have wide digits.
  private static func brokenNumbers(in scalars: [Unicode.Scalar]) -> [Finding] {
    let breaks = scalars.indices.filter { scalars[$0] == "\n" }
    let joined = breaks.flatMap { line in
      let before = scalars[max(0, line - longestNumber)..<line].reversed().prefix { $0 != "\n" }.reversed()
      let after = scalars[(line + 1)...].prefix(longestNumber).prefix { $0 != "\n" }
      let part = Array(before) + [" "] + after
      guard part.count(where: \.isASCIIDigit) >= leastDigits else { return [Finding]() }
      return numbers(in: part, from: line - before.count).filter { $0.range.contains(line) }
    }
    guard scalars.contains(where: { (0xFF10...0xFF19).contains($0.value) }) else { return joined }
    return joined + numbers(in: LinkMarks.plain(scalars), from: 0)
  }

  /// Of an account, with its spaces.
  private static let longestNumber = 44
  /// Lines with fewer hold neither.
  private static let leastDigits = 8

  private static let entityLabels: [Entity.Kind: Label] = [
    .card: .card, .iban: .iban, .email: .email, .phone: .phone,
  ]

  private static func numbers(in scalars: [Unicode.Scalar], from start: Int) -> [Finding] {
    EntityScanner.entities(in: scalars).compactMap { entity in
      guard entity.kind == .card || entity.kind == .iban else { return nil }
      let range = (start + entity.range.lowerBound)..<(start + entity.range.upperBound)
      return Finding(range: range, label: entity.kind == .card ? .card : .iban)
    }
  }

  private static let labels = Label.allCases.map { Array($0.rawValue.unicodeScalars) }

  /// Whether a part of a link is a label, or its beginning: its brackets or second word may not count as the link's.
  static func isLabel(_ part: ArraySlice<Unicode.Scalar>) -> Bool {
    var part = part
    while part.count > 1, part.first == "[", part.dropFirst().first == "[" { part.removeFirst() }
    if part.first == "[" { return part.count >= 5 && labels.contains { $0.starts(with: part) } }
    return part.elementsEqual("hidden]".unicodeScalars) || part.elementsEqual("hidden".unicodeScalars)
  }

  /// Sorted, without overlaps. Of findings that overlap, the earlier one gives its label to both, then the longer one.
  static func findings(in scalars: [Unicode.Scalar], _ parts: Parts = .all) -> [Finding] {
    let entities = EntityScanner.entities(in: scalars, isExhaustive: true)
    let links = LinkSecretScanner.findings(in: scalars, entities)
    if parts == .links { return links }
    var all = entities.compactMap { entity in
      entityLabels[entity.kind].map { Finding(range: entity.range, label: $0) }
    }
    all += AccountNumberForm.ranges(in: scalars, entities).map { Finding(range: $0, label: .iban) }
    all += PhoneNumberParser.wrapped(in: scalars).map { Finding(range: $0.range, label: .phone) }
    all += brokenAddresses(in: scalars) + brokenNumbers(in: scalars)
    let words = FoldedWord.words(in: scalars)
    all += SecretKeyScanner.findings(
      in: scalars, skipping: entities.filter { [.link, .email, .wallet].contains($0.kind) })
    all += CodeAndPasswordScanner(scalars: scalars, words: words).findings(skipping: entities)
    all += RecoveryPhraseScanner(scalars: scalars, words: words).findings()
    all += links
    all.sort { $0.order < $1.order }
    var result: [Finding] = []
    for finding in all {
      if let last = result.last, finding.range.lowerBound < last.range.upperBound {
        result[result.count - 1].range = last.range.lowerBound..<max(last.range.upperBound, finding.range.upperBound)
      } else {
        result.append(finding)
      }
    }
    return result
  }
}

extension ScanReport {
  /// The report for others, without private parts: each is replaced by a word for what it is.
  package func redacted(_ parts: TextRedactor.Parts = .all) -> ScanReport {
    func redact(_ text: String) -> String { TextRedactor.redaction(of: text, parts).text }
    // Some numbers can be recognized only by the words before them.
    let numbers = Set((parts == .all ? facts?.numbers ?? [] : []).map(\.text))
    // What is private may show only in the whole sentence, which can then be said in English only.
    func redacted(_ message: Message) -> Message {
      let byParts = message.mapVerbatim { numbers.contains($0) ? TextRedactor.Label.phone.rawValue : redact($0) }
      let whole = redact(message.mapVerbatim { numbers.contains($0) ? TextRedactor.Label.phone.rawValue : $0 }.english)
      return byParts.english == whole ? byParts : Message(whole: whole)
    }
    var report = self
    let page = text.map { ExcerptSource($0, parts) }
    let sources = [page].compactMap(\.self) + (codes ?? []).compactMap(\.payload).map { ExcerptSource($0, parts) }
    // The words that make a part private may stand outside an excerpt.
    func redactExcerpt(_ excerpt: String) -> String {
      let parts = sources.flatMap { $0.parts(like: excerpt) }
      // Words that stand together in no text, such as those of a contact: what else belonged to them is not known.
      if parts.isEmpty, excerpt.unicodeScalars.contains(where: \.isWhiteSpace) { return "" }
      // Of several places, one in which it is private decides.
      return redact(parts.first { $0 != excerpt } ?? excerpt)
    }
    if let redacted = page?.redaction {
      report.text = redacted.text
      report.ocr?.uncertain = (ocr?.uncertain ?? []).compactMap(redacted.moved)
      report.ocr?.repairs = (ocr?.repairs ?? []).compactMap { repair in
        redacted.moved(repair.range).map { Repair(read: redact(repair.read), range: $0) }
      }
    }
    for index in report.evidence.indices {
      report.evidence[index].excerpt = redactExcerpt(report.evidence[index].excerpt)
      if evidence[index].codeAction != nil || evidence[index].isFact {
        report.evidence[index].message = redacted(evidence[index].message)
      }
    }
    // It may have the message of a fact as a part.
    report.explanation = redacted(explanation)
    for (index, code) in (codes ?? []).enumerated() { report.codes?[index].payload = code.payload.map(redact) }
    report.facts = facts?.redacted(redact, parts)
    return report
  }
}

/// A text in which excerpts are looked up. All white space is alike: the words of a code are joined by spaces.
private struct ExcerptSource {
  let redaction: TextRedactor.RedactedText
  private let scalars: [Unicode.Scalar]
  /// The text on one line, and where each scalar of that is in the text.
  private let line: [Unicode.Scalar]
  private let places: [Int]

  init(_ text: String, _ parts: TextRedactor.Parts) {
    redaction = TextRedactor.redaction(of: text, parts)
    scalars = Array(text.unicodeScalars)
    (line, places) = Self.line(scalars)
  }

  private static func line(_ scalars: [Unicode.Scalar]) -> ([Unicode.Scalar], places: [Int]) {
    let places = scalars.indices.filter { $0 == 0 || !scalars[$0].isWhiteSpace || !scalars[$0 - 1].isWhiteSpace }
    return (places.map { scalars[$0].isWhiteSpace ? " " : scalars[$0] }, places)
  }

  /// An excerpt as it may be kept, once for each place where it is. A page can have thousands, which would take too long.
  func parts(like excerpt: String) -> [String] {
    let (wanted, _) = Self.line(Array(excerpt.unicodeScalars))
    if wanted.isEmpty { return [] }
    return line.ranges(of: wanted).prefix(8).map { range in
      redaction.part(places[range.lowerBound]..<(places[range.upperBound - 1] + 1), of: scalars) ?? excerpt
    }
  }
}

extension ReportedFacts {
  /// Without the parts of addresses and numbers that are private. Hosts and domains stay: they are what was checked.
  fileprivate func redacted(_ redact: (String) -> String, _ parts: TextRedactor.Parts) -> ReportedFacts {
    var facts = self
    for index in links.indices { facts.links[index].text = redact(links[index].text) }
    for index in senders.indices {
      facts.senders[index].address = redact(senders[index].address)
      facts.senders[index].name = senders[index].name.map(redact)
    }
    // Some can be recognized as telephone numbers only by the words before them.
    if parts == .all {
      for index in numbers.indices { facts.numbers[index].text = TextRedactor.Label.phone.rawValue }
    }
    return facts
  }
}
