/// Symbols by the hash of a word: a hash table with open addressing, in two arrays that are stored as they are.
struct WordHashTable: Sendable {
  /// By slot; a slot is free if its symbol is -1.
  private let hashes: [UInt64]
  private let symbols: [Int32]

  init(_ entries: [WordHash: Int32] = [:]) {
    // At most half full, so that a free slot is always near.
    var capacity = 1
    while capacity < 2 * entries.count + 1 { capacity *= 2 }
    var hashes = [UInt64](repeating: 0, count: capacity)
    var symbols = [Int32](repeating: -1, count: capacity)
    for (hash, symbol) in entries.sorted(by: { $0.value < $1.value }) {
      var slot = Self.slot(of: hash.value, capacity)
      while symbols[slot] >= 0 { slot = (slot + 1) & (capacity - 1) }
      hashes[slot] = hash.value
      symbols[slot] = symbol
    }
    self.hashes = hashes
    self.symbols = symbols
  }

  subscript(hash: WordHash) -> Int32? {
    var slot = Self.slot(of: hash.value, hashes.count)
    while symbols[slot] >= 0 {
      if hashes[slot] == hash.value { return symbols[slot] }
      slot = (slot + 1) & (hashes.count - 1)
    }
    return nil
  }

  /// Mixes in the high bits, because the low bits of this hash depend only on the last letters.
  private static func slot(of hash: UInt64, _ capacity: Int) -> Int {
    Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (capacity - 1)
  }

  func write(to writer: inout BinaryWriter) {
    writer.list(hashes)
    writer.list(symbols)
  }

  /// - Throws: `outOfRange` unless all symbols are below the limit.
  init(reading reader: inout BinaryReader, limit: Int32) throws(CompiledRulePackFailure.Reason) {
    hashes = try reader.list(UInt64.self)
    symbols = try reader.list(Int32.self)
    // Without a free slot, the search for an unknown word would never end.
    guard hashes.count == symbols.count, hashes.count > 0, hashes.count & (hashes.count - 1) == 0,
      symbols.contains(-1), symbols.allSatisfy({ (-1..<limit).contains($0) })
    else { throw .outOfRange }
  }
}
