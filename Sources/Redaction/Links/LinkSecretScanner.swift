internal import ScanModel
internal import TextEntities

/// Finds the links of a text, misread ones and the lines they continue in included, and in them what is not kept.
struct LinkSecretScanner {
  /// Schemes of addresses that say whom a message asks to pay, or to write or speak to.
  private static let others = [
    "bitcoin:", "ethereum:", "payto:", "swish:", "upi:", "mailto:", "matmsg:", "mmsto:", "sms:", "smsto:", "tel:",
    "geo:",
  ]

  /// What is written behind a number in the same word: "12:30pm", "2nd".
  private static let units: Set<String> = ["", "am", "h", "min", "nd", "pm", "rd", "st", "th"]

  private let scalars: [Unicode.Scalar]
  private let entities: [Entity]
  private var findings: [TextRedactor.Finding] = []
  /// Where the last link ended, with the lines that continue it.
  private var scanned = 0

  /// Sorted findings in a text, all of whose entities are given, sorted.
  static func findings(in scalars: [Unicode.Scalar], _ entities: [Entity]) -> [TextRedactor.Finding] {
    var scanner = LinkSecretScanner(scalars: LinkMarks.plain(scalars), entities: entities)
    scanner.scan()
    return scanner.findings
  }

  private mutating func scan() {
    var next = 0
    var position = 0
    while let start = scalars[position...].firstIndex(where: { !$0.isWhiteSpace }) {
      position = start
      let end = scalars.runEnd(position)
      var last: Address?
      while next < entities.count, entities[next].range.lowerBound < end {
        if let start = entities[next].addressStart, start >= scanned {
          if let last { add(last) }
          last = read(start..<max(start, entities[next].range.upperBound), inRunTo: end, isWhole: true)
        }
        next += 1
      }
      if last == nil, position >= scanned, let start = addressStart(in: position..<end) {
        let trimmed = scalars.withoutEndMarks(position..<end).upperBound
        if start.position <= trimmed { last = read(start.position..<trimmed, inRunTo: end, isWhole: start.isWhole) }
      }
      // Of several in one run, the next lines continue the last.
      if var last {
        readNextLines(of: &last)
        add(last)
      }
      position = max(end, scanned)
    }
  }

  private typealias Address = (secrets: LinkSecretRules, runEnd: Int)

  /// Reads an address in a run that ends there. A whole one begins with its host, not with the path.
  private mutating func read(_ range: Range<Int>, inRunTo runEnd: Int, isWhole: Bool) -> Address {
    var secrets = LinkSecretRules(scalars)
    let end = isWhole ? userEnd(range, inRunTo: runEnd) ?? range.upperBound : range.upperBound
    let address = range.lowerBound..<end
    if isWhole { secrets.scanAddress(address) } else { secrets.scanRest(address) }
    scanned = max(scanned, end)
    return (secrets, end <= runEnd ? runEnd : scalars.runEnd(end))
  }

  private mutating func readNextLines(of address: inout Address) {
    while let rest = lineStart(after: address.runEnd) ?? restBehindSpace(after: address.runEnd, of: address.secrets),
      isRest(rest, of: address.secrets, endingAt: address.runEnd)
    {
      address.secrets.scanRest(scalars.withoutEndMarks(rest))
      scanned = rest.upperBound
      address.runEnd = rest.upperBound
    }
  }

  private mutating func add(_ address: Address) {
    findings += address.secrets.ranges.map { .init(range: $0, label: .linkPart) }
  }

  /// Where an address ends whose user name and password go on in the next line, "https://anna:hunt\ner2@bank.example",
  /// or end in a space, "https://anna:hunter2 @bank.example".
  private func userEnd(_ range: Range<Int>, inRunTo runEnd: Int) -> Int? {
    func isMark(_ position: Int) -> Bool { scalars[position] == "@" || WebAuthority.endsAuthority(scalars[position]) }
    let all = range.lowerBound..<(range.upperBound <= runEnd ? runEnd : scalars.runEnd(range.upperBound))
    // Digits are a port.
    guard !all.contains(where: isMark), let colon = all.first(where: { scalars[$0] == ":" }),
      !scalars[colon..<all.upperBound].dropFirst().allSatisfy(\.isASCIIDigit),
      let rest = lineStart(after: all.upperBound) ?? hostBehindSpace(after: all.upperBound),
      let mark = rest.first(where: isMark), scalars[mark] == "@"
    else { return nil }
    let end = scalars.withoutEndMarks(rest).upperBound
    // A mail address of its own.
    if let next = entity(in: rest), next.kind == .email, next.range == rest.lowerBound..<end { return nil }
    return end
  }

  private func hostBehindSpace(after end: Int) -> Range<Int>? {
    scalars[end...].starts(with: " @".unicodeScalars) ? end + 1..<scalars.runEnd(end + 1) : nil
  }

  /// Where an address begins in a run of no known form: a misread scheme, an ending of a home network, a lone query.
  private func addressStart(in run: Range<Int>) -> (position: Int, isWhole: Bool)? {
    let colon = run.prefix(10).first { scalars[$0] == ":" }
    if let colon, Self.others.contains(scalars.lowercasedString(run.lowerBound..<colon + 1)) { return nil }
    var hasValue = false
    // Full stops between numbers; one before a letter is as good as the three of an address.
    var stops = 0
    var (hasColon, hasLetter, hasUser) = (false, false, false)
    for position in run {
      if scalars[position] == ":" { hasColon = true }
      if scalars[position].properties.isAlphabetic { hasLetter = true }
      let isInWord = position > run.lowerBound && isWordPart(scalars[position - 1])
      let next = position + 1 < run.upperBound ? scalars[position + 1] : " "
      switch scalars[position] {
      case "." where isInWord: stops += next.properties.isAlphabetic ? 3 : next.isASCIIDigit ? 1 : 0
      case ":" where hasLetter:
        let port = scalars[(position + 1)..<run.upperBound].prefix(6).prefix(while: \.isASCIIDigit)
        if port.count >= 2, port.endIndex < run.upperBound, WebAuthority.endsAuthority(scalars[port.endIndex]) {
          stops = 3
        }
      case "@":
        hasUser = true
        // "anna:hunter2@localhost/…".
        if hasColon { stops = 3 }
      case "#" where hasUser, "/", "\\":
        if position + 1 < run.upperBound, scalars[position + 1] == scalars[position], position > run.lowerBound,
          scalars[position - 1] == ":"
        {
          return (position + 2, true)
        }
        // "anna:hunter2@bank.example/…" and "localhost:8080/…".
        if stops >= 3, isInWord { return run.first { scalars[$0].isASCIIAlphanumeric }.map { ($0, true) } }
      case "=": hasValue = true
      case "?", "&":
        // "reset?token=..." and "id=1&token=...".
        guard position > run.lowerBound, hasValue || scalars[position] == "?",
          let equals = (position..<run.upperBound).first(where: { scalars[$0] == "=" }), equals > position + 1,
          scalars[(position + 1)..<equals].allSatisfy(Self.isName)
        else { return nil }
        return (run.lowerBound, false)
      default: break
      }
    }
    return nil
  }

  private func isWordPart(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || scalar.isASCIIDigit }

  private static func isName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCIIAlphanumeric || "_-.%[]".unicodeScalars.contains(scalar)
  }

  /// The first run of the next line, if a line ends here.
  private func lineStart(after end: Int) -> Range<Int>? {
    var position = end
    if position < scalars.count, scalars[position] == " " { position += 1 }
    if position < scalars.count, scalars[position] == "\r" { position += 1 }
    guard position < scalars.count, scalars[position] == "\n" else { return nil }
    position += 1
    // A quoted message has ">" before each line, and tables and lists have marks of their own.
    let marks = " >\t|*".unicodeScalars
    while position < scalars.count, marks.contains(scalars[position]), position - end < 16 { position += 1 }
    guard position < scalars.count, !scalars[position].isWhiteSpace else { return nil }
    return position..<scalars.runEnd(position)
  }

  /// The next run of the line if recognition may have put the space before it into a link: beside "=", or before a path.
  private func restBehindSpace(after end: Int, of link: LinkSecretRules) -> Range<Int>? {
    guard end + 1 < scalars.count, scalars[end] == " ", !scalars[end + 1].isWhiteSpace else { return nil }
    let isValue = link.place == .query && (scalars[end - 1] == "=" || scalars[end + 1] == "=")
    let isPath = link.place == .path && scalars[end + 1] == "/"
    return isValue || isPath ? end + 1..<scalars.runEnd(end + 1) : nil
  }

  /// Whether the first run of a line continues a link that ends the line before, and is no word of a sentence.
  private func isRest(_ run: Range<Int>, of link: LinkSecretRules, endingAt end: Int) -> Bool {
    let run = scalars.withoutEndMarks(run)
    guard let first = run.first, entity(in: run)?.kind != .link, !TextRedactor.isLabel(scalars[run]) else {
      return false
    }
    if "/?&=#%_".unicodeScalars.contains(scalars[first]) { return true }
    if scalars[run].contains(where: { "&=%".unicodeScalars.contains($0) }) || RandomPart.isRandom(scalars[run])
      || scalars[run].contains("/") && "/-_.".unicodeScalars.contains(scalars[end - 1])
    {
      return true
    }
    let last = scalars[end - 1]
    guard
      link.endsInSecret || "?&=#%".unicodeScalars.contains(last)
        || last == "/" && link.endsInCue && isLastOfLine(run)
    else {
      return false
    }
    // A label stands for a key whose end is replaced, too.
    let isKey = link.ranges.last.map { RandomPart.isRandom(scalars[$0]) } ?? false
    if !"?&=#%/".unicodeScalars.contains(last), isOfSentence(run, behindKey: isKey) { return false }
    // The end of a key may be anything but a word.
    let digits = scalars[run].count(where: \.isASCIIDigit)
    return digits > 0 && digits < run.count || RandomPart.isKey(scalars[run])
      || link.place == .query && digits == run.count && digits >= 3
  }

  /// Whether a run is an amount, a time, a date, another short number of a sentence, or a name in capitals. Behind what
  /// looks like a key, only what no key ends in.
  private func isOfSentence(_ run: Range<Int>, behindKey: Bool) -> Bool {
    // A label in a run, which is in no key, has replaced what is private.
    if scalars[run].contains("[") { return true }
    let hasLetter = scalars[run].contains(where: \.isASCIILetter)
    if behindKey, hasLetter { return false }
    if let next = entity(in: run), next.kind == .amount, next.range.lowerBound == run.lowerBound,
      next.range.upperBound >= run.upperBound
    {
      return true
    }
    if (3...5).contains(run.count), scalars[run].allSatisfy(\.isASCIICapital) { return true }
    let number = scalars[run].prefix { !$0.isASCIILetter }
    let groups = number.split(maxSplits: 3, omittingEmptySubsequences: false) { ":./-".unicodeScalars.contains($0) }
    let years = groups.count { $0.count == 4 }
    guard Self.units.contains(scalars.lowercasedString(number.endIndex..<run.upperBound)), years < 2,
      groups.allSatisfy({ [1, 2, 4].contains($0.count) && $0.allSatisfy(\.isASCIIDigit) })
    else { return false }
    if groups.count == 1 { return hasLetter && years == 0 }
    return groups.count <= 3 && (!behindKey || number.contains(":") || years == 1 && groups.count == 3)
  }

  private func isLastOfLine(_ run: Range<Int>) -> Bool {
    scalars[scalars.runEnd(run.upperBound)...].first { $0 != " " && $0 != "\r" } ?? "\n" == "\n"
  }

  /// The first in a run.
  private func entity(in run: Range<Int>) -> Entity? {
    let next = entities.partitioningIndex { $0.range.upperBound > run.lowerBound }
    return next < entities.count && entities[next].range.lowerBound < run.upperBound ? entities[next] : nil
  }
}
