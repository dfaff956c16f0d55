internal import ScanModel

/// Joins components into lines of text.
enum LineFinder {
  /// The maximum number of lines, more than any screen shows. Textures have more.
  static let maximumLines = 2_000

  /// The lines of an image, in no particular order.
  static func findLines(in ink: InkSorting) -> [TextLineCandidate] {
    let letters = ink.letters.sorted { ($0.minX, $0.minY) < ($1.minX, $1.minY) }
    let groups = groups(of: letters, { $0.box }, { $0.height }, areNeighbors)
    var lines = groups.filter { $0.count > 1 }.flatMap(separateRows)
    // A lone component may be a comma as tall as smaller text, or a dash ("ー" is as good as a letter).
    let single = groups.filter { $0.count == 1 }.map { $0[0] }
    let lone = attachSpecks(single.filter(isMark), to: &lines) + single.filter { !isMark($0) }
    // Done twice: an equals sign between two words joins them, and remaining specks may end the joined line.
    let unused = attachSpecks(ink.specks, to: &lines)
    lines = joinFragments(lines + lone.map { TextLineCandidate(letters: [$0]) })
    _ = attachSpecks(unused, to: &lines)
    lines = lines.flatMap(LineSplitting.split).filter(looksLikeText)
    if lines.count > maximumLines {
      lines.sort { $0.letters.count > $1.letters.count }
      lines.removeLast(lines.count - maximumLines)
    }
    return lines
  }

  /// Groups parts of the same line, sorted by their left edges: side by side, no farther apart than words.
  private static func groups<Part>(
    of parts: [Part], _ box: (Part) -> PixelRect, _ height: (Part) -> Int, _ areOneLine: (Part, Part) -> Bool
  ) -> [[Part]] {
    var sets = DisjointSets(count: parts.count)
    let bands = VerticalBands(parts.map { box($0).y..<box($0).maxY })
    for (index, part) in parts.enumerated() {
      let own = box(part)
      // In fixed-width text the space between narrow letters is about two x-heights.
      let reach = own.maxX + height(part) * 2
      bands.forEach(after: index, overlapping: own.y..<own.maxY, limit: 64) { other in
        guard box(parts[other]).x <= reach else { return false }
        if areOneLine(part, parts[other]) { sets.join(index, other) }
        return true
      }
    }
    return sets.groups().map { $0.map { parts[$0] } }
  }

  private static func areNeighbors(_ left: ConnectedComponent, _ right: ConnectedComponent) -> Bool {
    let shared = Int(min(left.maxY, right.maxY) - max(left.minY, right.minY))
    let (low, high) = (min(left.height, right.height), max(left.height, right.height))
    let gap = Int(right.minX - left.maxX)
    return shared * 2 >= low && high * 5 <= low * 12 && gap * 10 <= high * 16
  }

  /// Splits rows of text chained together by a tall component (a bracket, an icon).
  private static func separateRows(_ letters: [ConnectedComponent]) -> [TextLineCandidate] {
    let line = TextLineCandidate(letters: letters)
    guard letters.count > 3, line.box.height > line.letterHeight * 17 / 10 else { return [line] }
    let usual = letters.filter { $0.height <= line.letterHeight * 14 / 10 }
    guard usual.count > 1 else { return [line] }
    // Rows are separated by the centers of their letters, top to bottom.
    var rows: [[ConnectedComponent]] = []
    var last = Int.min
    for letter in usual.sorted(by: { $0.centerY < $1.centerY }) {
      if rows.isEmpty || letter.centerY - last > line.letterHeight / 2 { rows.append([]) }
      rows[rows.count - 1].append(letter)
      last = letter.centerY
    }
    guard rows.count > 1 else { return [line] }
    return rows.map { TextLineCandidate(letters: $0) }
  }

  /// Joins pieces of one line separated by a wide space, as after a bullet or in justified text.
  private static func joinFragments(_ fragments: [TextLineCandidate]) -> [TextLineCandidate] {
    let lines = fragments.sorted { ($0.box.x, $0.box.y) < ($1.box.x, $1.box.y) }
    return groups(of: lines, { $0.box }, { $0.letterHeight }, isContinued).map { members in
      TextLineCandidate(letters: members.flatMap(\.letters), specks: members.flatMap(\.specks))
    }
  }

  private static func isContinued(_ line: TextLineCandidate, by next: TextLineCandidate) -> Bool {
    // Not the boxes: an icon beside two rows of text reaches into both.
    let (one, other) = (line.core, next.core)
    let shared = min(one.upperBound, other.upperBound) - max(one.lowerBound, other.lowerBound)
    let low = min(one.count, other.count)
    let (smaller, larger) = (min(line.letterHeight, next.letterHeight), max(line.letterHeight, next.letterHeight))
    let gap = next.box.x - line.box.maxX
    return shared * 10 >= low * 7 && larger * 10 <= smaller * 17 && gap * 10 <= larger * 14
  }

  /// Whether it may be a punctuation mark: at least as tall as wide, or a thick dash no longer than a character.
  private static func isMark(_ component: ConnectedComponent) -> Bool {
    let (width, height) = (component.width, component.height)
    return width <= height || (width > height * 4 && width <= 60 && component.density > 0.5)
  }

  /// Adds periods, commas, hyphens and dots of i and j to their line, and returns those that belong to none.
  private static func attachSpecks(
    _ specks: [ConnectedComponent], to lines: inout [TextLineCandidate]
  ) -> [ConnectedComponent] {
    let bands = VerticalBands(lines.map { ($0.box.y - $0.letterHeight / 3)..<($0.box.maxY + $0.letterHeight / 3) })
    // Left to right for specks after a line, one after the other as in "...", then back for those before it.
    let ordered = specks.sorted { ($0.minX, $0.minY) < ($1.minX, $1.minY) }
    let left = ordered.filter { !attach($0, to: &lines, bands) }
    return left.reversed().filter { !attach($0, to: &lines, bands) }
  }

  private static func attach(
    _ speck: ConnectedComponent, to lines: inout [TextLineCandidate], _ bands: VerticalBands
  ) -> Bool {
    let middle = speck.centerY
    typealias Place = (line: Int, distance: Int)
    var (left, right): (Place?, Place?)
    bands.forEach(after: -1, overlapping: middle..<(middle + 1), limit: 512) { index in
      let (box, height) = (lines[index].box, lines[index].letterHeight)
      let across = max(Int(speck.minX) - box.maxX, box.x - Int(speck.maxX), 0)
      let down = max(middle - box.maxY, box.y - middle, 0)
      guard across <= height * 6 / 5, down <= height / 3, speck.height * 4 <= height * 3 else { return true }
      if Int(speck.minX) >= box.x {
        if across < left?.distance ?? .max { left = (index, across) }
      } else if across < right?.distance ?? .max {
        right = (index, across)
      }
      return true
    }
    guard let nearest = (left?.distance ?? .max) <= (right?.distance ?? .max) ? left : right else { return false }
    // A mark between two words may be apart from both, like an equals sign in fixed-width text.
    let isBetween = left != nil && right != nil
    guard isBetween || nearest.distance <= lines[nearest.line].letterHeight * 3 / 4 else { return false }
    lines[nearest.line].attach(speck)
    return true
  }

  /// Drops what is certainly not text. The engine's confidence decides the rest.
  private static func looksLikeText(_ line: TextLineCandidate) -> Bool {
    if line.letters.count > 1 { return true }
    let letter = line.letters[0]
    // A lone digit or a word whose letters touch. Taller than wide and solid is a caret or a scroll bar.
    return letter.height >= 7 && letter.density < 0.8 && line.box.height <= 80
  }
}
