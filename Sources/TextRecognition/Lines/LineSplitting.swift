internal import ScanModel

/// Takes apart what stands side by side without being one line: the small time at the end of a bubble, the icon
/// before a label. Read together, either spoils the words beside it.
enum LineSplitting {
  static func split(_ line: TextLineCandidate) -> [TextLineCandidate] {
    splitIcons(off: line).flatMap(splitPhrases)
  }

  /// A component at either end that is taller than any letter of the line would be.
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
    return before + [rest] + after
  }

  private static func isIcon(_ part: TextLineCandidate, beside text: TextLineCandidate) -> Bool {
    // Brackets and Q reach 1.3 heights of capitals.
    part.letters.count <= 3 && part.box.height * 10 > text.letterHeight * 15 && text.letters.count > part.letters.count
  }

  /// At wide gaps, parts that differ in size or stand on another baseline.
  private static func splitPhrases(_ line: TextLineCandidate) -> [TextLineCandidate] {
    var parts: [TextLineCandidate] = []
    var rest = line
    for column in line.gaps(ofAtLeast: max(line.letterHeight, 4)) {
      guard let (left, right) = rest.split(atColumn: column), differ(left, right, letterHeight: line.letterHeight)
      else {
        continue
      }
      parts.append(left)
      rest = right
    }
    return parts + [rest]
  }

  private static func differ(_ left: TextLineCandidate, _ right: TextLineCandidate, letterHeight: Int) -> Bool {
    let (low, high) = (min(left.letterHeight, right.letterHeight), max(left.letterHeight, right.letterHeight))
    return abs(left.baseline - right.baseline) * 100 >= letterHeight * 16 || high * 10 >= low * 15
  }
}
