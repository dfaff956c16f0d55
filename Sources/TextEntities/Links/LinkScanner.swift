/// Finds web addresses and e-mail addresses, including common misreadings ("http //host", "http:/host"). It works on
/// runs without white space and visits each scalar a constant number of times, those of links that may go on in the next
/// lines a number of times that is limited for the whole text.
struct LinkScanner {
  /// Scalars; what continues an address in the next line, or behind a full stop written out, is no longer.
  static let maximumRun = 2048

  let scalars: [Unicode.Scalar]
  let isExhaustive: Bool
  var entities: [Entity] = []
  /// What is left of `maximumRereading`.
  var rereading: Int

  /// Sorted entities; without a limit to the number of links if `isExhaustive`.
  static func entities(in scalars: [Unicode.Scalar], isExhaustive: Bool) -> [Entity] {
    var scanner = LinkScanner(
      scalars: scalars, isExhaustive: isExhaustive, rereading: maximumRereading(scalars.count))
    scanner.scan()
    return scanner.entities
  }

  private mutating func scan() {
    var position = 0
    var schemeStart: Int?
    while position < scalars.count {
      if scalars[position].isWhiteSpace || ScalarFolding.isInvisible(scalars[position].value) {
        position += 1
        continue
      }
      var end = scalars.runEnd(position)
      if isLoneScheme(position..<end) {
        schemeStart = schemeStart ?? position
      } else {
        if isExhaustive || entities.count < EntityScanner.maximumLinks {
          let run = trim(position..<end)
          let scheme = schemeEnd(in: run)
          if !appendWrittenOut(from: schemeStart, scheme, run) { scanPlain(run, scheme, schemeStart: schemeStart) }
          end = max(end, entities.last?.range.upperBound ?? end)
        }
        schemeStart = nil
      }
      position = end
    }
  }

  /// "http", "https:" or "//" by itself, if recognition put a space into an address.
  private func isLoneScheme(_ run: Range<Int>) -> Bool {
    guard run.count <= 8 else { return false }
    let word = scalars.lowercasedString(run)
    return ["http", "https", "http:", "https:", "http:/", "https:/", "http://", "https://", "//", ":/", "://"]
      .contains(word)
  }

  typealias Scheme = (start: Int, hostStart: Int, kind: Link.Scheme)

  /// Adds what a run holds as it is written.
  private mutating func scanPlain(_ trimmed: Range<Int>, _ scheme: Scheme?, schemeStart: Int?) {
    guard trimmed.count >= 4 else { return }
    if let scheme {
      var start = schemeStart ?? scheme.start
      // The address of another site may be part of a link: "example.com/?to=https://example.org", "1.2.3.4/https://…".
      if scheme.start > trimmed.lowerBound {
        if let whole = parsed(trimmed), isBare(whole.link) || mayOpen(whole.link),
          WebAuthority(of: scalars, in: whole.range).end < scheme.start
        {
          return append(whole)
        }
        // Two in one word: "example.com,https://example.org".
        if let link = bareLink(trim(trimmed.lowerBound..<scheme.start)) {
          append(link)
          start = scheme.start
        }
      }
      // An app may do anything with it: "myapp://open?url=https://example.com".
      let isForApp = scalars[trimmed.lowerBound..<scheme.start].contains("://".unicodeScalars)
      var last = scheme
      while isExhaustive || entities.count < EntityScanner.maximumLinks,
        let next = nextLink(in: last.hostStart..<trimmed.upperBound)
      {
        let run = trim(last.hostStart..<next.start)
        appendLink(from: start, last, run: run, isForApp: isForApp, isLast: false)
        (start, last) = (next.start, next)
      }
      appendLink(from: start, last, run: trimmed, isForApp: isForApp)
    } else if let start = schemeStart {
      appendLink(from: start, (start, skipSlashes(trimmed.lowerBound), .none), run: trimmed)
    } else if let at = trimmed.first(where: { scalars[$0].isAt || WebAuthority.endsAuthority(scalars[$0]) }),
      scalars[at].isAt
    {
      if let link = pageOfUser(trimmed) { append(link) } else { appendMail(trimmed, at: at) }
    } else if let link = bareLink(trimmed) ?? pageOfUser(trimmed) {
      append(link)
    }
  }

  /// The scheme of another link behind a host, as in "[https://example.com](https://example.org)". No host has both the
  /// mark before it and the slashes.
  private func nextLink(in run: Range<Int>) -> Scheme? {
    guard let next = schemeEnd(in: run), next.kind != .none, next.start > run.lowerBound,
      scalars[next.start - 1].endsAddress || ["(", "[", "<"].contains(scalars[next.start - 1]),
      !scalars[run.lowerBound..<next.start].contains(where: { $0 == "@" || WebAuthority.endsAuthority($0) })
    else { return nil }
    return next
  }

  /// Adds an address whose full stops are written out, if the run begins one.
  private mutating func appendWrittenOut(from schemeStart: Int?, _ scheme: Scheme?, _ run: Range<Int>) -> Bool {
    let start = scheme?.hostStart ?? skipSlashes(run.lowerBound)
    guard
      let address = WrittenOutAddress(in: scalars, from: start, hasScheme: scheme != nil || schemeStart != nil),
      let link = Link(scheme: scheme?.kind ?? .none, of: address.plain, in: 0..<address.plain.count)
    else { return false }
    let own =
      if let scheme {
        Link(scheme: scheme.kind, of: scalars, in: scheme.hostStart..<run.upperBound)
      } else {
        bareLink(run)?.link
      }
    // "https://example(.)com@example.org": browsers open what is behind the "@".
    if let own, own.hasUserPart || own.isAddress { return false }
    guard let own, own.isComplete else {
      let first = schemeStart ?? scheme?.start ?? start
      entities.append(Entity(kind: .link, range: first..<address.end, link: link, addressStart: start))
      return true
    }
    // Browsers open the part before, people read on: "example.com (dot) example.org". A lone stop ends a sentence.
    guard address.hasMarkedStop, address.end > run.upperBound else { return false }
    scanPlain(run, scheme, schemeStart: schemeStart)
    var rest = max(run.upperBound, entities.last?.range.upperBound ?? 0)
    while rest < address.end, scalars[rest].isWhiteSpace { rest += 1 }
    guard rest < address.end else { return true }
    entities.append(Entity(kind: .link, range: rest..<address.end, link: link, addressStart: rest))
    return true
  }

  private func trim(_ run: Range<Int>) -> Range<Int> {
    let lower = run.first { !scalars[$0].isBesideHost || isEncodedLetter($0) } ?? run.upperBound
    let rest = scalars.withoutEndMarks(lower..<run.upperBound)
    // A path may end in any other mark.
    guard let last = rest.last, scalars[last].isBehindHost else { return rest }
    let host = min(schemeEnd(in: rest)?.hostStart ?? skipSlashes(lower), last)
    guard !scalars[host...last].contains(where: WebAuthority.endsAuthority) else { return rest }
    return lower..<(rest.last { !scalars[$0].isBehindHost }.map { $0 + 1 } ?? lower)
  }

  /// Whether the two digits behind a "%" stand for a letter, a digit or a part of a letter outside ASCII.
  private func isEncodedLetter(_ position: Int) -> Bool {
    guard scalars[position] == "%", position + 2 < scalars.count,
      scalars[position + 1...position + 2].allSatisfy(\.isASCIIHexDigit)
    else { return false }
    let value = scalars[position + 1].base36 * 16 + scalars[position + 2].base36
    return Unicode.Scalar(value).map { !$0.isASCII || $0.isASCIIAlphanumeric } ?? false
  }

  /// Behind any colons, and slashes and backslashes after them.
  private func skipSlashes(_ start: Int) -> Int {
    var position = start
    while position < scalars.count, scalars[position] == ":" { position += 1 }
    while position < scalars.count, scalars[position] == "/" || scalars[position] == "\\" { position += 1 }
    return position
  }

  /// The start of the scheme in a run, and the start of the host.
  func schemeEnd(in run: Range<Int>) -> Scheme? {
    for position in run where scalars[position].asciiLowercased == "h" {
      let secure = scalars.hasPrefix("https:", at: position, limit: run.upperBound - 1)
      let isPlain = secure || scalars.hasPrefix("http:", at: position, limit: run.upperBound - 1)
      let isMisread = ["hxxp", "http//", "https//"].contains {
        scalars.hasPrefix($0, at: position, limit: run.upperBound)
      }
      var host = position + 4
      while host < run.upperBound, scalars[host].asciiLowercased == "s" { host += 1 }
      let colon = host
      guard isPlain || isMisread || isMisreadColon(colon, behind: position, in: run) else { continue }
      host = isPlain ? skipSlashes(host) : skipSlashes(skipSlashes(isMisread ? host : host + 1))
      guard host < run.upperBound else { return nil }
      return (position, host, isPlain && host - colon < 2 ? .none : secure ? .https : .http)
    }
    return nil
  }

  /// "https;//example.com".
  private func isMisreadColon(_ colon: Int, behind start: Int, in run: Range<Int>) -> Bool {
    colon + 3 < run.upperBound && [";", ".", ",", "\u{FF1A}"].contains(scalars[colon])
      && scalars[colon + 1] == "/" && scalars[colon + 2] == "/"
      && scalars.hasPrefix("http", at: start, limit: run.upperBound)
  }

  /// Adds a link whose host begins after the scheme's slashes, in a run without the marks around it. The scheme is
  /// `.none` if its colon and slashes are not beside the host.
  private mutating func appendLink(
    from start: Int, _ scheme: Scheme, run: Range<Int>, isForApp: Bool = false, isLast: Bool = true
  ) {
    guard scheme.hostStart < run.upperBound else { return }
    let address = scheme.hostStart..<run.upperBound
    guard var link = Link(scheme: scheme.kind == .none ? .http : scheme.kind, of: scalars, in: address) else { return }
    link.isAmbiguous = isForApp
    let whole: FoundLink = isLast ? continued(link, in: address) : (link, address.upperBound)
    guard whole.link.writtenHost.contains(".") || whole.link.isAddress && scheme.kind != .none else { return }
    entities.append(Entity(kind: .link, range: start..<whole.end, link: whole.link, addressStart: scheme.hostStart))
  }

  private mutating func append(_ found: BareLink) {
    let whole = continued(found.link, in: found.range)
    let start = found.range.lowerBound
    entities.append(Entity(kind: .link, range: start..<whole.end, link: whole.link, addressStart: start))
  }

  typealias BareLink = (range: Range<Int>, link: Link)

  /// "example.com/path", "www.example.com" or "Visit:example.com".
  func bareLink(_ run: Range<Int>) -> BareLink? { parsed(run).flatMap { isBare($0.link) ? $0 : nil } }

  /// The address that a run holds, without the word or unknown scheme before it; what that scheme opens cannot be told.
  private func parsed(_ run: Range<Int>) -> BareLink? {
    var start = run.lowerBound
    // The bracket of "[2001:db8::1]/a", and colons behind it, were taken for marks before a link.
    let bracket = scalars[..<start].lastIndex { $0 != ":" }.flatMap { scalars[$0] == "[" ? $0 : nil }
    if let bracket, let link = Link(scheme: .none, of: scalars, in: bracket..<run.upperBound), link.isAddress {
      return (bracket..<run.upperBound, link)
    }
    guard run.contains(where: { DomainName.isStop(scalars[$0]) }) else { return nil }
    let mark = run.first {
      [":", "@", "%"].contains(scalars[$0]) || DomainName.isStop(scalars[$0]) || WebAuthority.endsAuthority(scalars[$0])
    }
    if let mark, scalars[mark] == ":" { start = mark + 1 }
    let hasWord = start > run.lowerBound
    let slashes = skipSlashes(start)
    let hasSlashes = slashes - start > 1
    if hasSlashes { start = slashes }
    guard start < run.upperBound, var link = Link(scheme: .none, of: scalars, in: start..<run.upperBound) else {
      return nil
    }
    link.isAmbiguous = hasWord && hasSlashes
    return (start..<run.upperBound, link)
  }

  /// "www.example.com@example.org/path" or "ftp://anna@example.org/path", which is no mail address with something behind
  /// it: the user name is a host, or follows slashes.
  private func pageOfUser(_ run: Range<Int>) -> BareLink? {
    guard let found = parsed(run), found.link.hasUserPart, found.link.isComplete || found.link.isAddress,
      found.range.contains(where: { WebAuthority.endsAuthority(scalars[$0]) }),
      let end = found.range.first(where: { scalars[$0] == "@" || scalars[$0] == ":" })
    else { return nil }
    let hasSlash = found.range.lowerBound > 0 && WebAuthority.endsAuthority(scalars[found.range.lowerBound - 1])
    return hasSlash || bareLink(found.range.lowerBound..<end) != nil ? found : nil
  }

  private func isBare(_ link: Link) -> Bool {
    guard !link.host.isEmpty, !link.hasUserPart else { return false }
    if link.isAddress { return link.isBareAddress }
    let labels = link.writtenHost.split(separator: ".", omittingEmptySubsequences: false)
    // An underscore is in no name that is registered, and before one in names of files.
    let below = link.path.count > 1 ? labels.count - link.writtenDomain.split(separator: ".").count : 0
    guard labels.count >= 2, labels.indices.allSatisfy({ Self.isLabel(labels[$0], mayHaveLine: $0 < below) }) else {
      return false
    }
    let ending = link.host.lastLabel
    let isMarked =
      labels.count > 2 && labels.allSatisfy { $0.utf8.count > 1 } || link.writtenHost.contains("-")
      || link.writtenHost.utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
    let hasMore = labels.first == "www" || link.path.count > 1 || isMarked
    return switch TopLevelDomains.trust(ending) {
    // "tomorrow.Call/text" has lost a space.
    case .no: labels.first == "www" || link.path.count > 1 && isMarked && PublicSuffixList.isEnding(ending)
    case .onlyWithMore: hasMore && !Self.looksLikeFile(link.path, labels)
    case .yes: labels[0].utf8.count > 1 || link.path.count > 1
    }
  }

  /// Whether a browser could open what stands before an address, other than a word or the number of a list.
  private func mayOpen(_ link: Link) -> Bool {
    if link.isAddress { return link.isLongAddress }
    return link.isComplete || link.host.isEmpty && DomainName.hasEnding(link.writtenHost) ?? true
  }

  /// "lib/foo.rs/bar" and "setup-2.py" are files.
  private static func looksLikeFile(_ path: String, _ labels: [Substring]) -> Bool {
    path.count <= 1 && labels.count == 2 && ["py", "rs", "sh", "md", "pl", "ps"].contains(labels[1])
  }

  private static func isLabel(_ label: Substring, mayHaveLine: Bool) -> Bool {
    guard !label.isEmpty, label.utf8.count <= 63, label.first != "-", label.last != "-" else { return false }
    return label.unicodeScalars.allSatisfy {
      $0.isASCIIAlphanumeric || $0 == "-" || mayHaveLine && $0 == "_"
        || ($0.value >= 0x80 && $0.properties.isAlphabetic)
    }
  }
}
