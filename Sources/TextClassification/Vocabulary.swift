/// The word pieces of a model as they lie in its file, in the order of their bytes: found by halving, nothing is built.
struct Vocabulary: Sendable {
  private static let maximumLength = 400

  /// Pieces of which all begin in the same way.
  struct Candidates: Sendable {
    fileprivate var pieces: Range<Int>
    /// How many bytes they have in common.
    fileprivate(set) var length: Int
  }

  private let memory: MappedFile
  private let count: Int
  private let offsets: Int
  private let ids: Int
  private let text: Int

  /// Nil unless the pieces are valid UTF-8, all different and in order, and each id is there once.
  init?(memory: MappedFile, range: Range<Int>, count: Int) {
    self.memory = memory
    self.count = count
    offsets = range.lowerBound
    ids = offsets + 4 * (count + 1)
    text = ids + 2 * count
    let textLength = range.upperBound - text
    guard textLength >= 1, offset(0) == 0, offset(count) == textLength, memory.isUTF8(text..<range.upperBound),
      isInOrder(), hasEachIDOnce()
    else { return nil }
  }

  /// All that begin with a piece of text, or all.
  func candidates(beginningWith start: String = "") -> Candidates {
    var candidates = Candidates(pieces: 0..<count, length: 0)
    for byte in start.utf8 { narrow(&candidates, to: byte) }
    return candidates
  }

  /// Leaves those that go on with a byte, perhaps none.
  /// - Returns: Whether there are any.
  @discardableResult
  func narrow(_ candidates: inout Candidates, to byte: UInt8) -> Bool {
    let length = candidates.length
    var lower = candidates.pieces.lowerBound
    let end = candidates.pieces.upperBound
    // At most one is as short as what they have in common, and it is the first.
    if lower < end, self.length(lower) == length { lower += 1 }
    let first = firstPlace(from: lower, to: end) { self.byte(of: $0, at: length) >= byte }
    let last = firstPlace(from: first, to: end) { self.byte(of: $0, at: length) > byte }
    candidates = Candidates(pieces: first..<last, length: length + 1)
    return first < last
  }

  /// The id of the piece that ends where the candidates have nothing more in common, if it is one.
  func id(of candidates: Candidates) -> Int32? {
    guard let first = candidates.pieces.first, length(first) == candidates.length else { return nil }
    return Int32(id(first))
  }

  func id(of piece: String) -> Int32? { piece.isEmpty ? nil : id(of: candidates(beginningWith: piece)) }

  private func offset(_ piece: Int) -> Int { Int(memory.integer(UInt32.self, at: offsets + 4 * piece)) }
  private func length(_ piece: Int) -> Int { offset(piece + 1) - offset(piece) }
  private func id(_ piece: Int) -> Int { Int(memory.integer(UInt16.self, at: ids + 2 * piece)) }
  private func byte(of piece: Int, at index: Int) -> UInt8 { memory.byte(at: text + offset(piece) + index) }

  private func firstPlace(from start: Int, to end: Int, where isBehind: (Int) -> Bool) -> Int {
    var (lower, upper) = (start, end)
    while lower < upper {
      let middle = (lower + upper) / 2
      if isBehind(middle) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }

  private func isInOrder() -> Bool {
    for piece in 0..<count {
      let (start, end) = (offset(piece), offset(piece + 1))
      guard start < end, end - start <= Self.maximumLength, end <= offset(count) else { return false }
      // Where a scalar begins, so that each piece is as valid as the whole text.
      guard byte(of: piece, at: 0) & 0xC0 != 0x80 else { return false }
      if piece > 0, !isBefore(piece - 1, piece) { return false }
    }
    return true
  }

  private func isBefore(_ piece: Int, _ next: Int) -> Bool {
    let (length, nextLength) = (length(piece), length(next))
    for index in 0..<min(length, nextLength) {
      let (byte, nextByte) = (byte(of: piece, at: index), byte(of: next, at: index))
      if byte != nextByte { return byte < nextByte }
    }
    return length < nextLength
  }

  private func hasEachIDOnce() -> Bool {
    var isThere = [Bool](repeating: false, count: count)
    for piece in 0..<count {
      let id = id(piece)
      guard id < count, !isThere[id] else { return false }
      isThere[id] = true
    }
    return true
  }
}
