// Addresses of mail.
extension LinkScanner {
  mutating func appendEmail(_ run: Range<Int>, at: Int) {
    var lower = at
    while lower > run.lowerBound, Self.isLocalPart(scalars[lower - 1]) { lower -= 1 }
    var upper = at + 1
    while upper < run.upperBound, scalars[upper].isASCIIAlphanumeric || scalars[upper] == "." || scalars[upper] == "-" {
      upper += 1
    }
    while upper > at, scalars[upper - 1] == "." || scalars[upper - 1] == "-" { upper -= 1 }
    let domain = scalars.lowercasedString((at + 1)..<max(at + 1, upper))
    guard lower < at, domain.contains(".") else { return }
    let isWhole = !domainGoesOn(from: upper, in: at + 1..<run.upperBound) && DomainName.isPossible(domain)
    entities.append(Entity(kind: .email, range: lower..<upper, emailDomain: isWhole ? domain : nil))
  }

  /// Whether the domain of an address goes on after its letters, digits, full stops and hyphens of ASCII: "@paypal.com。top"
  /// and "@paypal.com@example.top". A sentence without spaces may follow, too, but that ends in no domain.
  private func domainGoesOn(from position: Int, in range: Range<Int>) -> Bool {
    guard position < range.upperBound else { return false }
    let next = scalars[position]
    if next == "@" || next == "%" || next == "_" { return true }
    guard next.value >= 0x80 else { return false }
    var end = position
    while end < range.upperBound,
      scalars[end].isASCIIAlphanumeric || scalars[end] == "." || scalars[end] == "-"
        || scalars[end].value >= 0x80
    { end += 1 }
    guard let name = DomainName.ascii(scalars.string(range.lowerBound..<end)) else { return true }
    return TopLevelDomains.isEnding(name.split(separator: ".").last.map(String.init) ?? "")
  }

  private static func isLocalPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCIIAlphanumeric || scalar == "." || scalar == "_" || scalar == "-" || scalar == "+" || scalar == "%"
  }
}
