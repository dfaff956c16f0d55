internal import ScanModel

/// A line and the level it was found on.
struct PageLine {
  let candidate: TextLineCandidate
  /// Index into `PageAnalysis.levels`.
  let level: Int
  let factor: Int
  /// The text block of the line, numbered in reading order.
  var block = 0

  /// In pixels of the screenshot.
  var box: PixelRect {
    let box = candidate.box
    return PixelRect(x: box.x * factor, y: box.y * factor, width: box.width * factor, height: box.height * factor)
  }

  /// In pixels of the screenshot.
  var letterHeight: Int { candidate.letterHeight * factor }

  /// Headlines are found on the coarse level: on the fine one their stems are so wide that they count as background,
  /// and the letters fall apart. Where both levels found something, the coarse line counts unless one fine line of the
  /// same size covers it.
  static func merging(fine: [PageLine], coarse: [PageLine]) -> [PageLine] {
    var result = fine
    for line in coarse {
      let overlapping = result.filter { $0.overlap(with: line) > 0 }
      // Fine lines keep what they read well enough: lines of the same size, or a row of small letters that the coarse
      // level takes for one shape.
      let covered = overlapping.lazy.filter { $0.letterHeight * 10 >= line.letterHeight * 7 }
        .reduce(0) { $0 + min($1.box.maxX, line.box.maxX) - max($1.box.x, line.box.x) }
      let isTaken =
        covered * 2 >= line.box.width
        || overlapping.contains { $0.letterHeight * 2 < line.letterHeight && $0.candidate.letters.count >= 5 }
      if isTaken { continue }
      result.removeAll { $0.overlap(with: line) * 2 > $0.box.width * $0.box.height }
      result.append(line)
    }
    return result
  }

  /// The shared area of the boxes.
  private func overlap(with other: PageLine) -> Int {
    box.intersection(other.box).map { $0.width * $0.height } ?? 0
  }
}
