/// Sorts connected components by what they may be.
struct InkSorting {
  /// No image of text has more; noise and dithering do. Further components are dropped.
  static let maximumCount = 60_000

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
      guard width <= 40, component.area >= 2, specks.count < Self.maximumCount else { return }
      specks.append(component)
    } else if isLetter(component), letters.count < Self.maximumCount {
      letters.append(component)
    }
  }

  private func isLetter(_ component: ConnectedComponent) -> Bool {
    let (width, height) = (component.width, component.height)
    guard letterHeights.contains(height) else { return false }
    // A whole word can be one component, in small or underlined text.
    guard width <= 30 * height else { return false }
    // Frames and outlines of fields are large and nearly empty.
    if width > 3 * height, height > 16, component.density < 0.12 { return false }
    // Bars, buttons and filled shapes. A letter this solid is tall, like I and l.
    if component.density > 0.85, width * 2 > height, height > 6 { return false }
    // Vertical rules.
    return height <= 14 * width
  }
}
