internal import ScanModel

/// A prepared image: where its lines are and which blocks they belong to.
struct PageAnalysis {
  /// The image at full size and, if it is large enough for headlines, at a third.
  let levels: [PageLevel]
  /// In reading order.
  let lines: [PageLine]

  /// Capitals of this height in pixels, as in body text at triple resolution, are still read well at full size.
  private static let headlineHeight = 48

  init(_ rgb: RGBImage) {
    var levels = [PageLevel(rgb, factor: 1, letterHeights: 5...100)]
    if let third = rgb.reducedToThird() { levels.append(PageLevel(third, factor: 3, letterHeights: 6...100)) }
    let found = levels.enumerated().map { number, level in
      level.lines.map { PageLine(candidate: $0, level: number, factor: level.factor) }
    }
    let merged = PageLine.merging(
      fine: found[0], coarse: found.dropFirst().flatMap(\.self).filter { $0.letterHeight >= Self.headlineHeight })
    let blocks = RowGrouping.rows(
      of: BlockGrouping.blocks(of: merged, map: levels[0].map, background: levels[0].background),
      items: merged.map { RowGrouping.Item(box: $0.box, letterHeight: $0.letterHeight) })
    let boxes = blocks.map { block in block.reduce(merged[block[0]].box) { $0.union(merged[$1].box) } }
    self.levels = levels
    lines = ReadingOrder.order(boxes).enumerated().flatMap { number, block in
      blocks[block].map { index in
        var line = merged[index]
        line.block = number
        return line
      }
    }
  }

  /// The lines of one share, most text-like first, so that hitting the deadline costs least. The longest lines are
  /// assigned first, each to the share with the least work so far.
  func lines(of share: LineShare) -> [Int] {
    let order = lines.indices.sorted {
      (lines[$0].candidate.letters.count, $1) > (lines[$1].candidate.letters.count, $0)
    }
    var loads = [Int](repeating: 0, count: share.count)
    var own: [Int] = []
    for line in order {
      let lightest = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      // Reading a line costs about its length in heights plus a constant (measured: about three letters).
      loads[lightest] += lines[line].box.width / max(lines[line].letterHeight, 1) + 3
      if lightest == share.index { own.append(line) }
    }
    return own
  }
}

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
    var ink = InkSorting(letterHeights: letterHeights)
    ConnectedComponentLabeling.forEachComponent(in: map, thresholds: InkThresholds(map)) { ink.add($0) }
    ink.finish()
    lines = LineFinder.findLines(in: ink).flatMap { StruckText.erasing(from: &map, in: $0) }
    self.map = map
  }
}

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

  /// Headlines are found on the coarse level, because on the fine one their letters fall apart. Where both found
  /// something, the coarse line counts unless one fine line of the same size covers it.
  static func merging(fine: [PageLine], coarse: [PageLine]) -> [PageLine] {
    var result = fine
    for line in coarse {
      let overlapping = result.filter { $0.overlap(with: line) > 0 }
      // Fine lines of the same size stay, and a row of small letters that the coarse level takes for one shape.
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

  private func overlap(with other: PageLine) -> Int { box.intersection(other.box).map { $0.width * $0.height } ?? 0 }
}
