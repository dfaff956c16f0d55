/// Sorts connected components by what they may be.
struct InkSorting {
  /// Only noise and dithering have more. Then some of the most crowded strips are dropped, so that a band of dots hides
  /// no text above or below it.
  static let maximumCount = 60_000
  /// Height of a strip in pixels: a few lines of text.
  private static let stripHeight: Int32 = 64

  /// Expected heights of letters in pixels.
  let letterHeights: ClosedRange<Int>

  /// Letters, or several that touch.
  private(set) var letters: [ConnectedComponent] = []
  /// Dots, commas, hyphens: kept because they may end lines.
  private(set) var specks: [ConnectedComponent] = []

  init(letterHeights: ClosedRange<Int>) { self.letterHeights = letterHeights }

  mutating func add(_ component: ConnectedComponent) {
    let (width, height) = (component.width, component.height)
    if height < letterHeights.lowerBound || (width < 3 && height < 7) {
      // Rules are long and thin; an em dash in a headline is neither.
      guard width <= 40, component.area >= 2 else { return }
      specks.append(component)
      if specks.count >= 2 * Self.maximumCount { Self.thin(&specks) }
    } else if isLetter(component) {
      letters.append(component)
      if letters.count >= 2 * Self.maximumCount { Self.thin(&letters) }
    }
  }

  /// To be called once, after the last component.
  mutating func finish() {
    Self.thin(&letters)
    Self.thin(&specks)
  }

  /// Leaves each strip its first components, as many as fit in all.
  private static func thin(_ components: inout [ConnectedComponent]) {
    guard components.count > maximumCount else { return }
    var counts: [Int32: Int] = [:]
    for component in components { counts[component.minY / stripHeight, default: 0] += 1 }
    var (room, share) = (maximumCount, 0)
    for (done, count) in counts.values.sorted().enumerated() {
      share = room / (counts.count - done)
      if count > share { break }
      room -= count
    }
    var kept: [Int32: Int] = [:]
    components.removeAll { component in
      kept[component.minY / stripHeight, default: 0] += 1
      return kept[component.minY / stripHeight, default: 0] > share
    }
  }

  private func isLetter(_ component: ConnectedComponent) -> Bool {
    let (width, height) = (component.width, component.height)
    guard letterHeights.contains(height) else { return false }
    // A word can be one component, in small text, and an underlined or struck out sentence is.
    guard width <= 120 * height else { return false }
    // Frames and outlines of fields are large and nearly empty.
    if width > 3 * height, height > 16, component.density < 0.12 { return false }
    // Bars, buttons and filled shapes. A letter this solid is tall, like I and l.
    if component.density > 0.85, width * 2 > height, height > 6 { return false }
    // Vertical rules.
    return height <= 14 * width
  }
}
