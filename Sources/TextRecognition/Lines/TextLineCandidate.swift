internal import ScanModel

/// Components side by side like the letters of a line.
struct TextLineCandidate {
  /// From left to right, at least one.
  private(set) var letters: [ConnectedComponent]
  /// Punctuation and other small parts, in no particular order.
  private(set) var specks: [ConnectedComponent]
  /// Bounds of all letters and specks.
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

  /// The row on which most letters stand.
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

  /// The line without punctuation that can only belong to the row above or below: a tall icon reaches into both and
  /// collects their punctuation too.
  func withoutFarSpecks() -> TextLineCandidate {
    let (core, reach) = (core, letterHeight * 6 / 10)
    let rows = core.lowerBound - reach..<core.upperBound + reach
    return TextLineCandidate(letters: letters, specks: specks.filter { rows.contains($0.centerY) })
  }

  /// The line split at a column. Components belong to the side on which they start.
  /// - Returns: Nil if one side would have no letters.
  func split(atColumn column: Int) -> (left: TextLineCandidate, right: TextLineCandidate)? {
    let left = letters.filter { $0.minX < column }
    let right = letters.filter { $0.minX >= column }
    guard !left.isEmpty, !right.isEmpty else { return nil }
    return (
      TextLineCandidate(letters: left, specks: specks.filter { $0.minX < column }),
      TextLineCandidate(letters: right, specks: specks.filter { $0.minX >= column })
    )
  }

  /// The columns where ink starts again after a gap of at least `width` pixels without letters or specks.
  func gaps(ofAtLeast width: Int) -> [Int] {
    let ink = (letters + specks).sorted { $0.minX < $1.minX }
    var places: [Int] = []
    var end = ink[0].maxX
    for component in ink.dropFirst() {
      if Int(component.minX - end) >= width { places.append(Int(component.minX)) }
      end = max(end, component.maxX)
    }
    return places
  }
}
