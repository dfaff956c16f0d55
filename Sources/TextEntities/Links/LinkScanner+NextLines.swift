/// Links that go on in the next lines: who copies all of them gets one address, because browsers leave out line ends.
extension LinkScanner {
  typealias FoundLink = (link: Link, end: Int)

  /// Further lines are not read.
  private static let maximumLines = 8

  /// How many scalars of links may be read anew, once for each line that may continue one. A page full of links of eight
  /// lines has nearly six times its own length.
  static func maximumRereading(_ count: Int) -> Int { 6 * count + maximumLines * maximumRun }

  /// A link with what follows in the next lines if that can only be the rest of its host, or tells where it leads on to.
  /// It cannot be told if too much was read anew, as in a text of links that all seem to go on in those behind them.
  mutating func continued(_ link: Link, in range: Range<Int>) -> FoundLink {
    var found = (link: link, end: range.upperBound)
    var end = scalars.runEnd(found.end)
    // Another address may follow in the same word.
    guard scalars[found.end..<end].allSatisfy(\.isBehindHost) else { return found }
    if isUserName(before: end, link, in: range) { found.link.isAmbiguous = true }
    for line in 0...Self.maximumLines {
      guard let run = nextRun(after: end) else { break }
      let first = scalars[range.lowerBound..<end]
      let hasPath = first.contains(where: WebAuthority.endsAuthority)
      // What is not read may be the rest of the host.
      let isCut = run.upperBound < scalars.count && !scalars[run.upperBound].isWhiteSpace
      if isCut, !hasPath, !scalars[run].contains(where: WebAuthority.endsAuthority) {
        found.link.isAmbiguous = true
        break
      }
      guard line < Self.maximumLines, end - range.upperBound <= Self.maximumRun, rereading > 0 else {
        if !hasPath || rereading <= 0 { found.link.isAmbiguous = true }
        break
      }
      rereading -= run.upperBound - range.lowerBound
      let rest = scalars.withoutEndMarks(run)
      guard !rest.isEmpty, var whole = Link(scheme: link.scheme, of: scalars, in: range.lowerBound..<rest.upperBound)
      else { break }
      whole.isAmbiguous = found.link.isAmbiguous
      guard
        hasPath || WebAuthority.endsAuthority(scalars[rest.lowerBound])
          ? addPath(rest, whole, endingAt: end, to: &found) : addHost(rest, whole, after: first, to: &found)
      else { break }
      end = run.upperBound
    }
    return found
  }

  /// Whether a host may be the user name of another behind white space, "https://example.org @example.com": who copies
  /// both opens the second, because browsers encode it in a user name.
  private func isUserName(before end: Int, _ link: Link, in range: Range<Int>) -> Bool {
    guard link.scheme != .none, end + 1 < scalars.count, !WebAuthority.isSkipped(scalars[end]), scalars[end + 1] == "@",
      !scalars[range].contains(where: WebAuthority.endsAuthority)
    else { return false }
    let host = scalars.withoutEndMarks(end + 2..<min(scalars.runEnd(end + 2), end + Self.maximumRun))
    guard let other = Link(scheme: .none, of: scalars, in: host), other.isComplete else { return false }
    return isOther(other, than: link)
  }

  private func isOther(_ one: Link, than other: Link) -> Bool {
    PublicSuffixList.registrableDomain(of: one.host) != PublicSuffixList.registrableDomain(of: other.host)
  }

  /// The first run of the next line, if this one ends here.
  func nextRun(after end: Int) -> Range<Int>? {
    let gap = scalars[end...].prefix(while: WebAuthority.isSkipped)
    let start = gap.endIndex
    guard !gap.isEmpty, gap.count(where: { $0 == "\n" }) < 2, start < scalars.count, !scalars[start].isWhiteSpace else {
      return nil
    }
    return start..<min(scalars.runEnd(start), start + Self.maximumRun)
  }

  /// Adds what begins as only the rest of a host does, "@example.com/a", or follows what only a user name or password can
  /// end in: "https://example.org:". Returns whether the host may go on.
  private func addHost(
    _ rest: Range<Int>, _ whole: Link, after first: ArraySlice<Unicode.Scalar>, to found: inout FoundLink
  ) -> Bool {
    let isHost = whole.isComplete || whole.isAddress
    let hasPath = scalars[rest].contains(where: WebAuthority.endsAuthority)
    guard let begin = rest.first(where: { !ScalarFolding.isInvisible(scalars[$0].value) }), let last = first.last else {
      return false
    }
    let (start, behind) = (scalars[begin], begin + 1..<rest.upperBound)
    // The standard allows a host most of the marks that were taken for the end of one: "example.com,.example.org".
    if found.end < first.endIndex, whole.host.isEmpty, DomainName.isStop(start) || start == "%",
      Link(scheme: .none, of: scalars, in: behind)?.isComplete == true
    {
      found.link.isAmbiguous = true
      return false
    }
    if !last.endsSentence, DomainName.isStop(start) || ["@", ":", "%"].contains(start) {
      let hasTab = scalars[first.endIndex..<rest.lowerBound].contains("\t")
      // "@anna.art" may be a name, what is behind a tab another cell, and ".net" a word.
      let isCertain =
        found.link.scheme != .none || hasPath
        || start != "@" && !hasTab
          && (scalars[behind].contains(where: DomainName.isStop)
            || found.link.writtenHost.hasPrefix("www.") && scalars.string(rest) != ".NET")
      guard isHost, isCertain else { return true }
      // Who taps it opens what the first line names.
      let isTold = !(found.link.isComplete || found.link.isAddress) || !isOther(whole, than: found.link)
      found = (whole, rest.upperBound)
      if !isTold { found.link.isAmbiguous = true }
      return true
    }
    // "-" may as well begin an item of a list.
    if isHost, start == "_" || start == "-" && found.link.scheme != .none, isOther(whole, than: found.link) {
      found.link.isAmbiguous = true
      return false
    }
    let isPage = isPage(rest)
    // No mail address has a path. Before one, a full stop or comma ends a sentence.
    guard isPage || first.contains(":") || last == ";" || hasPassword(rest), isHost, whole.hasUserPart,
      isOther(whole, than: found.link)
    else { return false }
    if isPage {
      found = (whole, rest.upperBound)
    } else if found.link.scheme != .none || hasPath {
      // The next line may be a mail address of its own, even with a telephone number: "a@example.com/+44…".
      found.link.isAmbiguous = true
    }
    return false
  }

  /// Whether ":" stands before the "@", as in no mail address, and behind more than a label such as "E-Mail:".
  private func hasPassword(_ run: Range<Int>) -> Bool {
    let name = run.prefix { scalars[$0] != "@" && scalars[$0] != ":" }
    return name.endIndex < run.endIndex && scalars[name.endIndex] == ":"
      && !scalars.lowercasedString(name).hasSuffix("mail")
  }

  /// Whether a path or query follows a host that no mail address has.
  private func isPage(_ run: Range<Int>) -> Bool {
    guard let end = run.first(where: { WebAuthority.endsAuthority(scalars[$0]) }) else { return false }
    let path = scalars[end + 1..<run.upperBound]
    return path.first.map { !$0.isASCIIDigit && $0 != "+" && $0 != "(" } ?? true && !path.contains("@")
  }

  /// Adds what tells that a link leads on to another site than before. What may as well be a word is left where it is.
  /// Returns whether the path may go on.
  private func addPath(_ rest: Range<Int>, _ whole: Link, endingAt end: Int, to found: inout FoundLink) -> Bool {
    let (last, first) = (scalars[end - 1], scalars[rest.lowerBound])
    let text = scalars.string(rest)
    // "=====" divides a text.
    let isNamed =
      text.contains("=") && scalars[rest].contains(where: \.isASCIIAlphanumeric)
      || PercentEncoding.decoded(text, isCut: false) != text || text.contains("@") && isPage(rest)
    let isSplit =
      "/?&=#%_-;+".unicodeScalars.contains(last) || "/\\?&=#%_-;+.:@".unicodeScalars.contains(first)
    guard isNamed || isSplit else { return false }
    // "https://example.com" keeps its own place, even as the value of "url=".
    let start = "=?&#".unicodeScalars.contains(first) ? rest.lowerBound + 1 : rest.lowerBound
    let isLink = isOwnLink(start..<rest.upperBound)
    if isLink, last != "=", first != "=" { return false }
    switch (Redirect.target(of: found.link), Redirect.target(of: whole)) {
    case (.link(let before), .link(let target)) where before.host == target.host: break
    case (_, .link(let target)) where target.isComplete || target.isAddress:
      found = (whole, isLink ? found.end : rest.upperBound)
    case (nil, .unreadable) where isNamed, (.link, .unreadable) where isNamed && isSplit:
      found = (whole, isLink ? found.end : rest.upperBound)
    default: break
    }
    return !isLink
  }

  /// Whether an address begins where a run does.
  private func isOwnLink(_ run: Range<Int>) -> Bool {
    guard let first = run.first, scalars[first].isASCIIAlphanumeric else { return false }
    return schemeEnd(in: run)?.start == first || bareLink(run)?.range.lowerBound == first
  }
}
