/// Part of a page that is judged by itself.
struct Passage: Equatable {
  var tokens: Range<Int>
  /// Several blocks, which need not belong together.
  var isRun: Bool
}

/// Cuts a page into passages: blocks of some length alone, and windows over consecutive blocks, because a mail is several
/// blocks and a screenshot holds more than one thing. Long blocks are cut into overlapping pieces.
enum PassageSegmentation {
  /// Tokens: a long text message, or the part of a mail that carries its point.
  static let length = 80
  /// Shorter blocks are judged with their neighbors only, if they have any.
  static let fewestAlone = 7
  /// On pages with more tokens, windows overlap by one block instead of half, which bounds the time for a 4K screenshot.
  static let densePage = 600
  /// More passages than this are not looked at.
  static let maximumPassages = 512

  /// - Parameters:
  ///   - starts: The first token of each block, ascending.
  ///   - count: Tokens of the page.
  ///   - continues: Whether block `n` and the one after it may belong to one message.
  /// - Returns: Ascending by their first token.
  static func passages(starts: [Int], count: Int, continues: (Int) -> Bool) -> [Passage] {
    var passages: [Passage] = []
    var nextWindow = 0
    let isDense = count > densePage
    for (index, start) in starts.enumerated() {
      if passages.count >= maximumPassages { break }
      let end = index + 1 < starts.count ? starts[index + 1] : count
      if end - start > length {
        passages += pieces(of: start..<end, stride: isDense ? length * 3 / 4 : length / 2)
        nextWindow = index + 1
        continue
      }
      let window =
        index >= nextWindow ? windowEnd(from: index, starts: starts, count: count, continues: continues) : index
      let reach = window + 1 < starts.count ? starts[window + 1] : count
      let isAlone = window == index && index >= nextWindow
      if isAlone || end - start >= fewestAlone { passages.append(Passage(tokens: start..<end, isRun: false)) }
      guard window > index else {
        if index >= nextWindow { nextWindow = index + 1 }
        continue
      }
      passages.append(Passage(tokens: start..<reach, isRun: true))
      nextWindow = next(after: index, last: window, starts: starts, reach: reach, isDense: isDense)
    }
    return passages
  }

  private static func pieces(of block: Range<Int>, stride step: Int) -> [Passage] {
    var pieces: [Passage] = []
    for start in stride(from: block.lowerBound, to: block.upperBound, by: step) {
      pieces.append(Passage(tokens: start..<min(start + length, block.upperBound), isRun: false))
      if start + length >= block.upperBound { break }
    }
    return pieces
  }

  /// The last block of the longest window that starts with block `first`, belongs together and is short enough.
  private static func windowEnd(from first: Int, starts: [Int], count: Int, continues: (Int) -> Bool) -> Int {
    var last = first
    while last + 1 < starts.count, continues(last) {
      let end = last + 2 < starts.count ? starts[last + 2] : count
      guard end - starts[first] <= length else { break }
      last += 1
    }
    return last
  }

  /// The block with which the next window begins: halfway through this one, or its last block on a dense page.
  private static func next(after first: Int, last: Int, starts: [Int], reach: Int, isDense: Bool) -> Int {
    let end = starts.count == last + 1
    if end { return last + 1 }
    if isDense { return max(first + 1, last) }
    let middle = starts[first] + (reach - starts[first]) / 2
    return (first + 1...last).first { starts[$0] >= middle } ?? last
  }
}
