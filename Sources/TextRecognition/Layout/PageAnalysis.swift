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
    let boxes = blocks.map { block in
      block.dropFirst().reduce(merged[block[0]].box) { $0.union(merged[$1].box) }
    }
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
