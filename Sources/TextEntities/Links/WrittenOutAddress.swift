/// An address whose full stops are written to hide it from programs: "example (dot) com", "https://example . com".
struct WrittenOutAddress {
  /// The address as one would type it, without scheme.
  private(set) var plain: [Unicode.Scalar] = []
  private(set) var end: Int

  /// Labels; longer names are not told to people.
  private static let maximumLabels = 6
  private static let maximumLabel = 63

  /// A stop is a word or in brackets, which no sentence has.
  private(set) var hasMarkedStop = false

  private enum Stop { case plain, spaced, word, bracketed }

  /// Nil unless there is such an address at `start`. Without a scheme before it, "a . com" is the end of a sentence,
  /// and "dot com" needs a name before it or a path behind it.
  init?(in scalars: [Unicode.Scalar], from start: Int, hasScheme: Bool) {
    end = start
    var labels = 0
    var hidden: Set<Stop> = []
    var position = start
    while labels < Self.maximumLabels {
      let label = Self.label(in: scalars, from: position)
      guard !label.isEmpty else { break }
      plain += scalars[label]
      labels += 1
      end = label.upperBound
      guard let (stop, next) = Self.stop(in: scalars, at: end), !Self.label(in: scalars, from: next).isEmpty else {
        break
      }
      if stop != .plain { hidden.insert(stop) }
      plain.append(".")
      position = next
    }
    guard !goesOn(in: scalars) else { return nil }
    hasMarkedStop = hidden.contains(.word) || hidden.contains(.bracketed)
    guard labels > 1, !hidden.isEmpty, let dot = plain.lastIndex(of: "."), dot > 1 else { return nil }
    let ending = plain.lowercasedString(dot + 1..<plain.count)
    guard TopLevelDomains.isEnding(ending) else { return nil }
    let isName = plain[..<dot].contains { $0 == "-" || $0 == "." || $0.isASCIIDigit }
    let hasPath = appendPath(of: scalars)
    let isTold = hidden.contains(.bracketed) || hasScheme || hasPath
    guard isTold || !hidden.contains(.spaced) && (isName || TopLevelDomains.trust(ending) == .yes && dot > 3) else {
      return nil
    }
  }

  /// A path follows the host, perhaps after a space.
  private mutating func appendPath(of scalars: [Unicode.Scalar]) -> Bool {
    var start = end
    if start + 1 < scalars.count, scalars[start] == " ", scalars[start + 1] == "/" { start += 1 }
    guard start + 1 < scalars.count, scalars[start] == "/", scalars[start + 1].isASCIIAlphanumeric else { return false }
    var stop = start
    while stop < scalars.count, !scalars[stop].isWhiteSpace, stop - start < LinkScanner.maximumRun { stop += 1 }
    let path = scalars.withoutEndMarks(start..<stop)
    plain += scalars[path]
    end = path.upperBound
    return true
  }

  /// The host goes on: "example[.]com@example.org". A sentence may follow without a space, but ends in no domain.
  private func goesOn(in scalars: [Unicode.Scalar]) -> Bool {
    guard end < scalars.count else { return false }
    if ["@", "%", "_"].contains(scalars[end]) {
      return end + 1 < scalars.count && scalars[end + 1].isASCIIAlphanumeric
    }
    guard scalars[end].value >= 0x80 else { return false }
    let limit = min(scalars.count, end + Self.maximumLabel * Self.maximumLabels)
    var last = end
    while last < limit, DomainName.isPart(scalars[last]) { last += 1 }
    return DomainName.hasEnding(plain.string(plain.indices) + scalars.string(end..<last)) ?? false
  }

  private static func label(in scalars: [Unicode.Scalar], from start: Int) -> Range<Int> {
    var end = start
    while end < scalars.count, end - start < maximumLabel, scalars[end].isASCIIAlphanumeric || scalars[end] == "-" {
      end += 1
    }
    return start..<end
  }

  /// What stands for a full stop, and where the next label would begin; nil if there is nothing of the kind.
  private static func stop(in scalars: [Unicode.Scalar], at start: Int) -> (Stop, next: Int)? {
    guard start < scalars.count else { return nil }
    if scalars[start] == "." { return (.plain, start + 1) }
    let isSpaced = scalars[start] == " "
    let open = isSpaced ? start + 1 : start
    guard open < scalars.count else { return nil }
    let isBracketed = ["(", "[", "{"].contains(scalars[open])
    guard isSpaced || isBracketed else { return nil }
    let word = isBracketed ? open + 1 : open
    guard
      let length = ["dot", "punkt", "point", "punto", "ponto", "punt", "."].first(where: {
        scalars.hasPrefix($0, at: word, limit: scalars.count)
      })?.utf8CodeUnitCount
    else { return nil }
    var next = word + length
    if isBracketed {
      guard next < scalars.count, [")", "]", "}"].contains(scalars[next]) else { return nil }
      next += 1
      if next < scalars.count, scalars[next] == " " { next += 1 }
      return (.bracketed, next)
    }
    guard next < scalars.count, scalars[next] == " " else { return nil }
    return (length > 1 ? .word : .spaced, next + 1)
  }
}
