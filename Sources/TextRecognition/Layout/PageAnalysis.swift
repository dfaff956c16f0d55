internal import ScanModel

/// A picture made ready for reading: where the lines are and what they belong to.
struct PageAnalysis {
  /// Lines in reading order.
  let lines: [TextLineCandidate]
  let layout: PageLayout
  let map: ContrastMap

  init(_ bitmap: Bitmap) {
    let background = BackgroundMap(bitmap)
    map = ContrastMap(bitmap, background: background)
    let thresholds = InkThresholds(map)
    var ink = InkSorting()
    ComponentFinder.forEachComponent(in: map, thresholds: thresholds) { ink.add($0) }
    let found = LineFinder.findLines(in: ink)
    let blocks = BlockGrouping.blocks(of: found, map: map, background: background)
    let boxes = blocks.map { block in
      block.dropFirst().reduce(found[block[0]].box) { $0.union(found[$1].box) }
    }
    var lines: [TextLineCandidate] = []
    var places: [PageLayout.Line] = []
    for (number, block) in ReadingOrder.order(boxes).enumerated() {
      for index in blocks[block] {
        places.append(PageLayout.Line(index: lines.count, block: number, box: found[index].box))
        lines.append(found[index])
      }
    }
    self.lines = lines
    layout = PageLayout(width: bitmap.width, height: bitmap.height, lines: places)
  }

  /// The numbers of the lines of one share, those most like text first, so that a deadline costs the least.
  ///
  /// Shares are made equally long by giving the longest lines out first, each to the share with the least so far.
  func lines(of share: RecognitionShare) -> [Int] {
    let order = lines.indices.sorted { (lines[$0].letters.count, $1) > (lines[$1].letters.count, $0) }
    var loads = [Int](repeating: 0, count: share.count)
    var own: [Int] = []
    for line in order {
      let lightest = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
      // Reading a line costs about its length in heights, plus a constant (measured: about three letters).
      loads[lightest] += lines[line].box.width / max(lines[line].letterHeight, 1) + 3
      if lightest == share.index { own.append(line) }
    }
    return own
  }
}
