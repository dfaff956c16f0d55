/// Cuts a page into passages: blocks of some length on their own, and windows over neighboring blocks, because a mail
/// has several blocks and a screenshot shows more than one thing. Long blocks are cut into overlapping pieces.
enum PassageSegmentation {
  /// Tokens: a long text message, or the part of a mail that makes its point.
  static let length = 80
  /// Tokens; a shorter block is scored only together with its neighbors, if it has any.
  static let minimumAlone = 7
  /// Tokens; on larger pages windows overlap by one block instead of half, which bounds the time for a 4K screenshot.
  static let densePage = 600
  /// Further passages are ignored, which makes the verdict one on a part of the page.
  static let maximumPassages = 512

  /// The passages of a page of `count` tokens, in the order of their first tokens. `starts` has the first token of each
  /// block; `continues` says whether a block and the one after it may belong to one message.
  static func passages(starts: [Int], count: Int, continues: (Int) -> Bool) -> [Passage] {
    var passages: [Passage] = []
    var nextWindow = 0
    let isDense = count > densePage
    let ends = Array(starts.dropFirst()) + [count]
    for (index, (start, end)) in zip(starts, ends).enumerated() {
      if end - start > length {
        passages += pieces(of: start..<end, stride: isDense ? length * 3 / 4 : length / 2)
        nextWindow = index + 1
        continue
      }
      let lastBlock = index < nextWindow ? index : lastBlock(from: index, start, ends, continues: continues)
      let isAlone = lastBlock == index && index >= nextWindow
      if isAlone || end - start >= minimumAlone { passages.append(Passage(tokens: start..<end, isRun: false)) }
      guard lastBlock > index else {
        nextWindow = max(nextWindow, index + 1)
        continue
      }
      passages.append(Passage(tokens: start..<ends[lastBlock], isRun: true))
      nextWindow = next(after: index, last: lastBlock, starts: starts, end: ends[lastBlock], isDense: isDense)
    }
    return passages.count > maximumPassages ? Array(withoutParts(passages).prefix(maximumPassages)) : passages
  }

  /// Without the blocks that are within a window, so that all of a page with many blocks is judged.
  private static func withoutParts(_ passages: [Passage]) -> [Passage] {
    let windows = passages.filter(\.isRun)
    var next = 0
    var end = 0
    return passages.filter { passage in
      while next < windows.count, windows[next].tokens.lowerBound <= passage.tokens.lowerBound {
        end = max(end, windows[next].tokens.upperBound)
        next += 1
      }
      return passage.isRun || passage.tokens.upperBound > end
    }
  }

  private static func pieces(of block: Range<Int>, stride step: Int) -> [Passage] {
    var pieces: [Passage] = []
    for start in stride(from: block.lowerBound, to: block.upperBound, by: step) {
      pieces.append(Passage(tokens: start..<min(start + length, block.upperBound), isRun: false))
      if start + length >= block.upperBound { break }
    }
    return pieces
  }

  /// The last block of the longest window that starts with block `first`, is one message and is short enough.
  private static func lastBlock(from first: Int, _ start: Int, _ ends: [Int], continues: (Int) -> Bool) -> Int {
    var last = first
    while last + 1 < ends.count, continues(last), ends[last + 1] - start <= length { last += 1 }
    return last
  }

  /// The first block of the next window: halfway through this one, or its last block on a dense page.
  private static func next(after first: Int, last: Int, starts: [Int], end: Int, isDense: Bool) -> Int {
    if last + 1 == starts.count { return last + 1 }
    if isDense { return max(first + 1, last) }
    let middle = starts[first] + (end - starts[first]) / 2
    return (first + 1...last).first { starts[$0] >= middle } ?? last
  }
}

/// A part of a page that is scored on its own.
struct Passage: Equatable {
  var tokens: Range<Int>
  /// It spans several blocks, which need not belong together.
  var isRun: Bool
}
