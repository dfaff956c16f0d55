/// The word pieces of a model, sorted by bytes in its file and found by binary search, without a table in memory.
struct Vocabulary: Sendable {
  private static let maximumLength = 400

  /// Pieces with a common prefix.
  struct Candidates: Sendable {
    fileprivate var pieces: Range<Int>
    /// Bytes of the prefix.
    fileprivate(set) var length: Int
  }

  private let memory: MappedFile
  private let count: Int
  private let offsets: Int
  private let ids: Int
  private let text: Int

  /// Nil unless the pieces are valid UTF-8, different and sorted, and each id occurs once.
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

  func candidates(beginningWith start: String = "") -> Candidates {
    var candidates = Candidates(pieces: 0..<count, length: 0)
    for byte in start.utf8 { narrow(&candidates, to: byte) }
    return candidates
  }

  /// Extends the prefix by a byte. Returns whether any piece has it.
  @discardableResult
  func narrow(_ candidates: inout Candidates, to byte: UInt8) -> Bool {
    let length = candidates.length
    var lower = candidates.pieces.lowerBound
    let end = candidates.pieces.upperBound
    // At most one piece is no longer than the prefix, and it is the first.
    if lower < end, self.length(lower) == length { lower += 1 }
    let first = firstPlace(from: lower, to: end) { self.byte(of: $0, at: length) >= byte }
    let last = firstPlace(from: first, to: end) { self.byte(of: $0, at: length) > byte }
    candidates = Candidates(pieces: first..<last, length: length + 1)
    return first < last
  }

  /// The id of the prefix, if it is itself a piece.
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
      // Each piece starts at a scalar, so it is valid UTF-8 because the whole text is.
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
