internal import ScanModel

/// Components side by side like the letters of a line.
struct TextLineCandidate {
  /// From left to right, at least one.
  private(set) var letters: [ConnectedComponent]
  /// Punctuation and other small parts, in no particular order.
  private(set) var specks: [ConnectedComponent]
  private(set) var box: PixelRect
  /// Height of most letters: about that of capitals, since ascenders and descenders are as tall.
  let letterHeight: Int

  init(letters: [ConnectedComponent], specks: [ConnectedComponent] = []) {
    precondition(!letters.isEmpty, "a line has letters")
    self.letters = letters.sorted { ($0.minX, $0.minY) < ($1.minX, $1.minY) }
    self.specks = specks
    box = (letters.dropFirst() + specks).reduce(letters[0].box) { $0.union($1.box) }
    let heights = letters.map(\.height).sorted()
    letterHeight = heights[heights.count * 3 / 4]
  }

  var baseline: Int {
    let bottoms = letters.map(\.maxY).sorted()
    return Int(bottoms[bottoms.count / 2])
  }

  /// Rows from the top of most capitals to the baseline.
  var core: Range<Int> {
    let baseline = baseline
    return (baseline - letterHeight)..<baseline
  }

  mutating func attach(_ speck: ConnectedComponent) {
    specks.append(speck)
    box = box.union(speck.box)
  }

  /// The line without punctuation of the row above or below, which a tall icon collects too.
  func withoutFarSpecks() -> TextLineCandidate {
    let (core, reach) = (core, letterHeight * 6 / 10)
    let rows = core.lowerBound - reach..<core.upperBound + reach
    return TextLineCandidate(letters: letters, specks: specks.filter { rows.contains($0.centerY) })
  }

  /// The line cut at ascending columns. Components belong to the part in which they start; each part has letters.
  func cut(at columns: [Int]) -> [TextLineCandidate] {
    guard !columns.isEmpty else { return [self] }
    var parts = [[ConnectedComponent]](repeating: [], count: columns.count + 1)
    for speck in specks { parts[columns.partitioningIndex { $0 > Int(speck.minX) }].append(speck) }
    let ends = columns.map { column in letters.partitioningIndex { Int($0.minX) >= column } } + [letters.count]
    var start = 0
    return zip(ends, parts).map { end, specks in
      defer { start = end }
      return TextLineCandidate(letters: Array(letters[start..<end]), specks: specks)
    }
  }

  /// What lies between gaps of at least `width` pixels without letters or specks, from left to right.
  func pieces(apart width: Int) -> [LinePiece] {
    var pieces: [LinePiece] = []
    var end: Int32 = 0
    for component in (letters + specks).sorted(by: { $0.minX < $1.minX }) {
      let rows = Int(component.minY)..<Int(component.maxY)
      if let last = pieces.indices.last, Int(component.minX - end) < width {
        pieces[last].rows = pieces[last].rows.union(rows)
        end = max(end, component.maxX)
      } else {
        let first = letters.partitioningIndex { $0.minX >= component.minX }
        if let last = pieces.indices.last { pieces[last].letters = pieces[last].letters.lowerBound..<first }
        pieces.append(LinePiece(column: Int(component.minX), letters: first..<letters.count, rows: rows))
        end = component.maxX
      }
    }
    return pieces
  }
}

struct LinePiece {
  /// Where its ink starts.
  let column: Int
  /// Indices of its letters; none if it has only specks.
  var letters: Range<Int>
  /// Of its letters and specks.
  var rows: Range<Int>
}

extension Range<Int> {
  func union(_ other: Range) -> Range {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
