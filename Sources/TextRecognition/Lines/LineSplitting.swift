internal import ScanModel

/// Splits what is side by side without being one line: the small time at the end of a bubble, the icon before a label.
/// If read together, each spoils the words beside it.
enum LineSplitting {
  static func split(_ line: TextLineCandidate) -> [TextLineCandidate] {
    splitIcons(off: line).flatMap(splitPhrases)
  }

  /// Splits off a component at either end that is too tall to be a letter of the line.
  private static func splitIcons(off line: TextLineCandidate) -> [TextLineCandidate] {
    var (before, rest, after): ([TextLineCandidate], TextLineCandidate, [TextLineCandidate]) = ([], line, [])
    let gap = max(line.letterHeight / 3, 3)
    while let column = rest.gaps(ofAtLeast: gap).first, let parts = rest.split(atColumn: column),
      isIcon(parts.left, beside: parts.right)
    {
      before.append(parts.left)
      rest = parts.right
    }
    while let column = rest.gaps(ofAtLeast: gap).last, let parts = rest.split(atColumn: column),
      isIcon(parts.right, beside: parts.left)
    {
      after.insert(parts.right, at: 0)
      rest = parts.left
    }
    guard !before.isEmpty || !after.isEmpty else { return [line] }
    return before + [rest.withoutFarSpecks()] + after
  }

  private static func isIcon(_ part: TextLineCandidate, beside text: TextLineCandidate) -> Bool {
    guard part.letters.count <= 3, text.letters.count > part.letters.count else { return false }
    // Brackets and Q reach 1.3 heights of capitals.
    if part.box.height * 10 > text.letterHeight * 15 { return true }
    // As tall as the two rows of text beside it, and centered on both.
    let middle = part.box.y + part.box.height / 2
    let core = text.core
    return part.box.height * 10 > text.letterHeight * 12
      && abs(middle - (core.lowerBound + core.upperBound) / 2) * 100 > text.letterHeight * 45
  }

  /// Splits at wide gaps where the parts differ in size or baseline.
  private static func splitPhrases(_ line: TextLineCandidate) -> [TextLineCandidate] {
    var parts: [TextLineCandidate] = []
    var rest = line
    for column in line.gaps(ofAtLeast: max(line.letterHeight, 4)) {
      guard let (left, right) = rest.split(atColumn: column), differ(left, right, letterHeight: line.letterHeight)
      else { continue }
      parts.append(left)
      rest = right
    }
    return parts + [rest]
  }

  private static func differ(_ left: TextLineCandidate, _ right: TextLineCandidate, letterHeight: Int) -> Bool {
    let tolerance = letterHeight * 16
    // Chinese and Japanese characters fall into components of any height, but the lines they make are equally tall.
    if min(left.letters.count, right.letters.count) >= 6, abs(left.box.y - right.box.y) * 100 < tolerance,
      abs(left.box.maxY - right.box.maxY) * 100 < tolerance
    {
      return false
    }
    let (low, high) = (min(left.letterHeight, right.letterHeight), max(left.letterHeight, right.letterHeight))
    return abs(left.baseline - right.baseline) * 100 >= tolerance || high * 10 >= low * 15
  }
}
