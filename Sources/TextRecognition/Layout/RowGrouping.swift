internal import ScanModel

/// Groups what belongs to one row: the cells of a table, a label and its field, a name and the time on the right, line
/// numbers beside program text.
///
/// If nearly all pieces of a column of short ones have a line beside them at the same height, each joins the block of
/// that line, right before or after it. In a list beside unrelated text one in three or four is level with a line by
/// chance, so seven in ten are proof. Labels, which precede their lines, must also be beside most of these.
struct RowGrouping {
  struct Item {
    var box: PixelRect
    /// Height of capitals in pixels.
    var letterHeight: Int
  }

  /// Longest piece in a column of short pieces, in heights of letters: a date, an amount, a label.
  private static let narrow = 12
  private static let fewestPieces = 3
  private static let proof = 0.7
  /// With more items than this nothing is grouped. A screen full of 11-pixel text has about 1,500.
  private static let maximumItems = 4_000

  private let items: [Item]
  private var blocks: [Int]
  /// The line that an item joins.
  private var partners: [Int?]
  /// Items sorted by their tops, for searching along a row.
  private let byTop: [Int]
  private let tallest: Int

  /// - Returns: The indices of `items` in `blocks`, row by row inside each block, without blocks that lost all lines.
  static func rows(of blocks: [[Int]], items: [Item]) -> [[Int]] {
    guard items.count <= maximumItems else { return blocks }
    var grouping = RowGrouping(blocks, items)
    // Amounts, dates, times.
    for column in grouping.columns(of: blocks) {
      grouping.link(column, to: column.map { grouping.neighbor(of: $0, isLeft: true) })
    }
    for column in grouping.columns(of: blocks) { grouping.joinRight(column) }
    for block in blocks where block.count == 1 { grouping.joinInside(block[0]) }
    return grouping.result(like: blocks)
  }

  private init(_ blocks: [[Int]], _ items: [Item]) {
    self.items = items
    self.blocks = [Int](repeating: 0, count: items.count)
    partners = [Int?](repeating: nil, count: items.count)
    byTop = items.indices.sorted { (items[$0].box.y, $0) < (items[$1].box.y, $1) }
    tallest = items.map(\.box.height).max() ?? 0
    for (number, block) in blocks.enumerated() {
      for item in block { self.blocks[item] = number }
    }
  }

  /// Blocks of short lines that start or end at the same column, merged, from left to right.
  private func columns(of blocks: [[Int]]) -> [[Int]] {
    let short = blocks.filter { block in block.allSatisfy { isNarrow($0) } }
    var sets = DisjointSets(count: short.count)
    join(&sets, short) { items[$0].box.x }
    join(&sets, short) { items[$0].box.maxX }
    func left(_ column: [Int]) -> Int { column.map { items[$0].box.x }.min() ?? 0 }
    return sets.groups().map { $0.flatMap { short[$0] } }.filter { $0.count >= Self.fewestPieces }
      .sorted { left($0) < left($1) }
  }

  /// Joins blocks with a common edge and similar size.
  private func join(_ sets: inout DisjointSets, _ blocks: [[Int]], edge: (Int) -> Int) {
    let order = blocks.indices.sorted { (edge(blocks[$0][0]), $0) < (edge(blocks[$1][0]), $1) }
    for (one, other) in zip(order, order.dropFirst()) {
      let (first, second) = (items[blocks[one][0]], items[blocks[other][0]])
      let height = min(first.letterHeight, second.letterHeight)
      let isSimilar = max(first.letterHeight, second.letterHeight) * 5 <= height * 7
      if isSimilar, (edge(blocks[other][0]) - edge(blocks[one][0])) * 2 <= height { sets.join(one, other) }
    }
  }

  private func isNarrow(_ item: Int) -> Bool { items[item].box.width <= Self.narrow * max(items[item].letterHeight, 1) }

  /// Joins a column to the lines on its right if nothing is on its left: labels, line numbers.
  private mutating func joinRight(_ column: [Int]) {
    guard column.allSatisfy({ partners[$0] == nil }) else { return }
    // A time that has joined its name is not a field.
    let found = column.map { item in neighbor(of: item, isLeft: false).flatMap { partners[$0] == nil ? $0 : nil } }
    if isAnswered(found, column) { link(column, to: found) }
  }
  /// Joins a short piece to the block on its left whose width it lies in: the time in the corner of a bubble.
  private mutating func joinInside(_ item: Int) {
    guard partners[item] == nil, isNarrow(item), let mate = neighbor(of: item, isLeft: true) else { return }
    let block = blocks[mate]
    let reach = items.indices.reduce(0) { blocks[$1] == block ? max($0, items[$1].box.maxX) : $0 }
    let slack = items[item].letterHeight * 2
    if items[item].box.maxX <= reach + slack { link([item], to: [mate]) }
  }

  /// Joins pieces to the lines found beside them, if these are proof; never in a circle.
  private mutating func link(_ pieces: [Int], to found: [Int?]) {
    guard Double(found.count { $0 != nil }) >= Self.proof * Double(found.count) else { return }
    for case (let item, let mate?) in zip(pieces, found) where root(mate) != item { partners[item] = mate }
  }
  /// Fields have labels, but only a few lines of a text are beside the entries of a list.
  private func isAnswered(_ found: [Int?], _ column: [Int]) -> Bool {
    let matched = Set(found.compactMap(\.self))
    let beside = Set(matched.map { blocks[$0] })
    let top = column.map { items[$0].box.y }.min() ?? 0
    let bottom = column.map { items[$0].box.maxY }.max() ?? 0
    let lines = items.indices.count { item in
      beside.contains(blocks[item]) && items[item].box.maxY > top && items[item].box.y < bottom
    }
    return matched.count * 5 >= lines * 3
  }

  /// The nearest line beside an item at the same height.
  private func neighbor(of item: Int, isLeft: Bool) -> Int? {
    let box = items[item].box
    let first = byTop.partitioningIndex { items[$0].box.y >= box.y - tallest }
    let beside = byTop[first...].prefix { items[$0].box.y < box.maxY }.filter { other in
      let isBeside = isLeft ? items[other].box.maxX <= box.x : items[other].box.x >= box.maxX
      return isBeside && other != item && isOneRow(item, other)
    }
    return isLeft
      ? beside.max { items[$0].box.maxX < items[$1].box.maxX } : beside.min { items[$0].box.x < items[$1].box.x }
  }

  private func isOneRow(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (items[one], items[other])
    let shared = min(first.box.maxY, second.box.maxY) - max(first.box.y, second.box.y)
    let heights = (min(first.letterHeight, second.letterHeight), max(first.letterHeight, second.letterHeight))
    return shared * 5 >= min(first.box.height, second.box.height) * 3 && heights.1 * 5 <= heights.0 * 9
  }

  private func root(_ item: Int) -> Int {
    var item = item
    while let mate = partners[item] { item = mate }
    return item
  }

  private func result(like blocks: [[Int]]) -> [[Int]] {
    var rows: [Int: [Int]] = [:]
    for item in items.indices { rows[root(item), default: []].append(item) }
    return blocks.compactMap { block in
      let own = block.filter { partners[$0] == nil }
      let lines = own.flatMap { line in (rows[line] ?? []).sorted { (items[$0].box.x, $0) < (items[$1].box.x, $1) } }
      return lines.isEmpty ? nil : lines
    }
  }
}
