/// Addresses of mail, also in the letters of other alphabets (RFC 6531).
extension LinkScanner {
  /// Adds those of a run, in which the first "@" is given.
  mutating func appendMail(_ run: Range<Int>, at first: Int) {
    // Where no name precedes the "@", as in `"a@example.com"@example.org`, what is before may be one that has an "@".
    let lastQuoted = run.last {
      $0 > first && scalars[$0].isAt && !isLocalPart($0 - 1) && hasDomain(after: $0, in: run)
    }
    var lower = run.lowerBound
    var at = first
    while isExhaustive || entities.count < EntityScanner.maximumLinks {
      let next = run[(at + 1)...].first { scalars[$0].isAt }
      let name = (lower..<at).last { !isLocalPart($0) }.map { $0 + 1 } ?? lower
      lower = at + 1
      if name < at, var mail = mail(name..<at, domain: at + 1..<(next ?? run.upperBound)) {
        lower = mail.range.upperBound
        if at < lastQuoted ?? at || goesOn(mail, in: run, next: next) { mail.emailDomain = nil }
        entities.append(mail)
      }
      guard let next else { return }
      at = next
    }
  }

  private func hasDomain(after at: Int, in run: Range<Int>) -> Bool {
    scalars[at + 1..<run.upperBound].prefix(while: isPart).contains(where: DomainName.isStop)
  }

  /// The address with this name, whose domain begins a part of its run.
  private func mail(_ name: Range<Int>, domain part: Range<Int>) -> Entity? {
    let wide = part.lowerBound..<part.lowerBound + scalars[part].prefix(while: isPart).count
    let plainEnd = wide.first { !scalars[$0].isASCII } ?? wide.upperBound
    let (whole, plain) = (trimmedDomain(wide), trimmedDomain(part.lowerBound..<plainEnd))
    let hasPlain = scalars[plain].contains(".")
    var domain: String? = scalars.lowercasedString(plain)
    var end = plain.upperBound
    if whole.upperBound > plainEnd {
      let host = DomainName.ascii(scalars.string(whole))
      // A sentence without spaces may follow, but that ends in no domain.
      if let host, hasPlain ? DomainName.hasEnding(host) == true : host.contains(".") {
        end = whole.upperBound
        let isTold = !hasPlain || plain.upperBound < plainEnd
        domain = isTold && !scalars[whole].contains { $0 != "." && DomainName.isStop($0) } ? host : nil
      } else if host == nil {
        domain = nil
      }
    }
    guard end > plain.upperBound || hasPlain else { return nil }
    return Entity(
      kind: .email, range: name.lowerBound..<end, emailDomain: domain.flatMap { DomainName.isPossible($0) ? $0 : nil })
  }

  private func isPart(_ scalar: Unicode.Scalar) -> Bool { DomainName.isPart(scalar) && !scalar.isAt }

  private func trimmedDomain(_ range: Range<Int>) -> Range<Int> {
    range
      .lowerBound..<(range.last { !scalars[$0].isBehindHost && scalars[$0] != "-" }.map { $0 + 1 } ?? range.lowerBound)
  }

  /// Whether what follows an address may belong to its domain: "@paypal.com_.example.top", or to its name, in which the "@"
  /// then is: "a@example.com+b@example.org". What a comma or bracket divides are two.
  private func goesOn(_ mail: Entity, in run: Range<Int>, next: Int?) -> Bool {
    let end = mail.range.upperBound
    let behind = run[end...].first { !isPart(scalars[$0]) } ?? run.upperBound
    if behind < run.upperBound, ["%", "_"].contains(scalars[behind]) { return true }
    if let next {
      let start = (end..<next).last { !isLocalPart($0) }
      return start.map { !",;:/\\|<>()[]".unicodeScalars.contains(scalars[$0]) } ?? true
    }
    let stop = scalars.runEnd(end)
    guard scalars[end..<stop].allSatisfy(isPart), let line = nextRun(after: stop),
      let first = scalars[line].first
    else { return false }
    // In brackets, all is the address up to the closing one.
    if mail.range.lowerBound > 0, scalars[mail.range.lowerBound - 1] == "<" {
      return first != "<" && scalars[line].contains(">") && !scalars.withoutEndMarks(line).isEmpty
    }
    return DomainName.isStop(first) && DomainName.hasEnding(scalars.string(scalars.withoutEndMarks(line))) == true
  }

  /// Letters of alphabets whose words have spaces between them, because a sentence may precede the name in others.
  private func isLocalPart(_ position: Int) -> Bool {
    let scalar = scalars[position]
    if scalar.isASCII { return scalar.isASCIIAlphanumeric || ".-_+%".unicodeScalars.contains(scalar) }
    guard (0xC0..<0xE00).contains(scalar.value) || (0x1E00..<0x2000).contains(scalar.value) else { return false }
    return scalar.properties.isAlphabetic || (0x300...0x36F).contains(scalar.value)
  }
}
