internal import TextEntities

/// The numbers of a page, in hundredths, in whatever notation: "1250.00", "1.250,00", "1 250". Linear in its length.
struct WrittenNumbers {
  /// More are no amounts.
  private static let maximumDigits = 12
  /// Groups of digits that spaces divide: "1 250 000".
  private static let maximumGroups = 4
  private static let marks: Set<Unicode.Scalar> = [".", ",", "'", "\u{2019}"]
  private static let spaces: Set<Unicode.Scalar> = [" ", "\u{A0}", "\u{2009}", "\u{202F}"]

  /// Digits with marks between them. One or two digits after the last mark are decimals.
  private struct Group {
    var end: Int
    var whole = 0
    var hundredths = 0
    /// Of the whole number.
    var digits = 0
    /// Up to the first mark.
    var first = 0
    var hasDecimals = false
  }

  private(set) var values: Set<Int> = []

  init(_ scalars: [Unicode.Scalar]) {
    // The numbers that end with the last group, which a further group may continue.
    var open: [Int] = []
    var end = 0
    while let start = scalars[end...].firstIndex(where: \.isASCIIDigit) {
      let group = Self.group(in: scalars, at: start)
      let follows = group.first == 3 && start == end + 1 && end > 0 && Self.spaces.contains(scalars[end])
      let scale = (0..<min(group.digits, Self.maximumDigits)).reduce(1) { scale, _ in scale * 10 }
      // A larger number could not be continued without an overflow.
      let continued = follows ? open.filter { $0 < 1_000_000_000_000 / scale }.map { $0 * scale + group.whole } : []
      let numbers = (group.digits <= Self.maximumDigits ? [group.whole] : []) + continued
      values.formUnion(numbers.map { $0 * 100 + group.hundredths })
      open = group.hasDecimals ? [] : Array(numbers.prefix(Self.maximumGroups - 1))
      end = group.end
    }
  }

  private static func group(in scalars: [Unicode.Scalar], at start: Int) -> Group {
    var end = start
    var lastMark: Int?
    var firstMark: Int?
    while end < scalars.count {
      if !scalars[end].isASCIIDigit {
        guard marks.contains(scalars[end]), end + 1 < scalars.count, scalars[end + 1].isASCIIDigit else { break }
        lastMark = end
        firstMark = firstMark ?? end
      }
      end += 1
    }
    var group = Group(end: end, first: (firstMark ?? end) - start)
    let decimals = lastMark.flatMap { end - $0 <= 3 ? $0 : nil }
    for scalar in scalars[start..<(decimals ?? end)] where scalar.isASCIIDigit {
      group.digits += 1
      if group.digits <= maximumDigits { group.whole = group.whole * 10 + Int(scalar.value - 0x30) }
    }
    if let decimals {
      group.hasDecimals = true
      let value = scalars[(decimals + 1)..<end].reduce(0) { $0 * 10 + Int($1.value - 0x30) }
      group.hundredths = end - decimals == 2 ? value * 10 : value
    }
    return group
  }

  /// Whether a further group of digits follows an amount, behind a space or a mark: "EUR 1 250.00", "CHF 1’250.00".
  static func goesOn(at end: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard end > 0, end < scalars.count, scalars[end - 1].isASCIIDigit,
      spaces.contains(scalars[end]) || marks.contains(scalars[end])
    else { return false }
    return scalars[(end + 1)...].prefix(4).prefix(while: \.isASCIIDigit).count == 3
  }

  /// Where a number with groups that spaces divide begins, of which an amount at a position is the last: "1 250.00 EUR".
  static func start(of position: Int, in scalars: [Unicode.Scalar]) -> Int {
    var start = position
    for _ in 1..<maximumGroups {
      guard start > 1, start + 2 < scalars.count, scalars[start..<(start + 3)].allSatisfy(\.isASCIIDigit),
        start + 3 == scalars.count || !scalars[start + 3].isASCIIDigit,
        spaces.contains(scalars[start - 1]) || marks.contains(scalars[start - 1]),
        scalars[start - 2].isASCIIDigit
      else { break }
      var first = start - 2
      while first > 0, start - 1 - first < 3, scalars[first - 1].isASCIIDigit { first -= 1 }
      // The first of several groups may be shorter; a longer one is another number.
      if first > 0, scalars[first - 1].isASCIIDigit || scalars[first - 1].isASCIILetter { break }
      start = first
    }
    return start
  }
}
