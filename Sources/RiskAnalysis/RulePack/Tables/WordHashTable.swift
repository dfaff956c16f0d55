/// Symbols by the hash of a word: a hash table with open addressing, in two arrays that are stored as they are.
struct WordHashTable: Sendable {
  /// By slot; a slot is free if its symbol is -1.
  private var hashes: [UInt64] = [0]
  private var symbols: [Int32] = [-1]
  private var count = 0

  init() {}

  subscript(hash: WordHash) -> Int32? {
    let symbol = symbols[slot(of: hash.value)]
    return symbol >= 0 ? symbol : nil
  }

  /// Adds a word that is not in the table, with a symbol above all others.
  mutating func insert(_ hash: WordHash, symbol: Int32) {
    count += 1
    // At most half full, so that a free slot is always near.
    while 2 * count >= hashes.count { grow() }
    put(hash.value, symbol)
  }

  /// Doubles the table. In the order of the symbols, so that their places depend on nothing else.
  private mutating func grow() {
    let entries = zip(hashes, symbols).filter { $0.1 >= 0 }.sorted { $0.1 < $1.1 }
    hashes = [UInt64](repeating: 0, count: 2 * hashes.count)
    symbols = [Int32](repeating: -1, count: hashes.count)
    for (hash, symbol) in entries { put(hash, symbol) }
  }

  private mutating func put(_ hash: UInt64, _ symbol: Int32) {
    let slot = slot(of: hash)
    hashes[slot] = hash
    symbols[slot] = symbol
  }

  /// The slot of a word, or the free one where it would be. The low bits of a hash tell only of the last letters.
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (hashes.count - 1)
    while symbols[slot] >= 0, hashes[slot] != hash { slot = (slot + 1) & (hashes.count - 1) }
    return slot
  }

  func write(to writer: inout BinaryWriter) {
    writer.list(hashes)
    writer.list(symbols)
  }

  /// - Throws: `outOfRange` unless all symbols are below the limit.
  init(reading reader: inout BinaryReader, limit: Int32) throws(BinaryReader.Failure) {
    hashes = try reader.list(UInt64.self)
    symbols = try reader.list(Int32.self)
    // Without a free slot, the search for an unknown word would never end.
    guard hashes.count == symbols.count, hashes.count > 0, hashes.count & (hashes.count - 1) == 0,
      symbols.contains(-1), symbols.allSatisfy({ (-1..<limit).contains($0) })
    else { throw .outOfRange }
    count = symbols.count { $0 >= 0 }
  }
}

/// 64-bit FNV-1a over canonical scalars, by which words are looked up. A deliberate collision gains nothing: it makes a
/// word match a phrase that the sender could simply write.
struct WordHash: Hashable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func combine(_ scalar: UInt32) { value = (value ^ UInt64(scalar)) &* 0x100_0000_01B3 }

  init() {}

  init(_ scalars: some Collection<UInt32>) {
    for scalar in scalars { combine(scalar) }
  }
}
