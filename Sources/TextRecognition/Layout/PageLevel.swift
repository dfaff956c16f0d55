internal import ScanModel

/// One scale at which lines are looked for.
struct PageLevel {
  /// Screenshot pixels per pixel of this level.
  let factor: Int
  let background: BackgroundMap
  let map: ContrastMap
  /// In pixels of this level.
  let lines: [TextLineCandidate]

  /// Finds the lines of `rgb`, the screenshot scaled down by `factor`. Heights are in pixels of this level.
  init(_ rgb: RGBImage, factor: Int, letterHeights: ClosedRange<Int>) {
    self.factor = factor
    background = BackgroundMap(rgb)
    var map = ContrastMap(rgb, background: background)
    let thresholds = InkThresholds(map)
    var ink = InkSorting(letterHeights: letterHeights)
    ConnectedComponentLabeling.forEachComponent(in: map, thresholds: thresholds) { ink.add($0) }
    ink.finish()
    lines = LineFinder.findLines(in: ink).flatMap { StruckText.erasing(from: &map, in: $0) }
    self.map = map
  }
}
