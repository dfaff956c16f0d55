/// Symbols by the hash of a word, in two blocks of memory that are read as they were written: an open hash table.
struct SymbolTable: Sendable {
  /// By place; where the symbol is -1, the place is free.
  private let hashes: [UInt64]
  private let symbols: [Int32]

  /// The symbols of words, each with the hash of its word.
  init(_ entries: [WordHash: Int32] = [:]) {
    // At most half full, so that a free place is near.
    var capacity = 1
    while capacity < 2 * entries.count + 1 { capacity *= 2 }
    var hashes = [UInt64](repeating: 0, count: capacity)
    var symbols = [Int32](repeating: -1, count: capacity)
    for (hash, symbol) in entries.sorted(by: { $0.value < $1.value }) {
      var place = Self.place(of: hash.value, capacity)
      while symbols[place] >= 0 { place = (place + 1) & (capacity - 1) }
      hashes[place] = hash.value
      symbols[place] = symbol
    }
    self.hashes = hashes
    self.symbols = symbols
  }

  subscript(hash: WordHash) -> Int32? {
    var place = Self.place(of: hash.value, hashes.count)
    while symbols[place] >= 0 {
      if hashes[place] == hash.value { return symbols[place] }
      place = (place + 1) & (hashes.count - 1)
    }
    return nil
  }

  /// The low bits of this hash depend on the last letters only; the high ones stir them.
  private static func place(of hash: UInt64, _ capacity: Int) -> Int {
    Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (capacity - 1)
  }

  func write(to writer: inout PackBytesWriter) {
    writer.list(hashes)
    writer.list(symbols)
  }

  /// The symbols lie below the limit.
  init(reading reader: inout PackBytesReader, limit: Int32) throws(CompiledPackFailure.Reason) {
    hashes = try reader.list(UInt64.self)
    symbols = try reader.list(Int32.self)
    // A power of two with a free place: otherwise looking for an unknown word would not end.
    guard hashes.count == symbols.count, hashes.count > 0, hashes.count & (hashes.count - 1) == 0,
      symbols.contains(-1), symbols.allSatisfy({ (-1..<limit).contains($0) })
    else { throw .outOfRange }
  }
}
