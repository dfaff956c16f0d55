internal import ScanModel

/// Components that stand beside each other as letters of a line do.
struct TextLineCandidate {
  /// At least one.
  private(set) var letters: [InkComponent]
  /// Bounds of letters and attached punctuation.
  private(set) var box: PixelRect
  /// Height of most letters: about the capitals, since ascenders and descenders are as tall.
  private(set) var letterHeight: Int

  init(letters: [InkComponent]) {
    precondition(!letters.isEmpty, "a line has letters")
    self.letters = letters
    box = letters.dropFirst().reduce(letters[0].box) { $0.union($1.box) }
    let heights = letters.map(\.height).sorted()
    letterHeight = heights[heights.count * 3 / 4]
  }

  /// Adds punctuation to the bounds.
  mutating func attach(_ speck: InkComponent) { box = box.union(speck.box) }

  mutating func append(_ other: TextLineCandidate) {
    self = Self(letters: letters + other.letters)
  }
}
