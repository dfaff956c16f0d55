import TestSupport

/// Derives inputs from valid ones, always the same.
struct InputMaker {
  /// The same as for libFuzzer in scripts/fuzz.
  private static let maximumLength = 4_096
  /// Pieces with a meaning for parsers.
  private static let pieces: [[UInt8]] = [
    [0], [0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0],
    Array("\u{1B}]52;c;".utf8), Array("\u{202E}".utf8), Array("\u{2066}".utf8), Array("\u{200B}".utf8),
    [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], Array("\r\n".utf8), Array("https://".utf8),
    Array("@".utf8), Array("%2e%2e/".utf8), Array("4111 1111 1111 1111 ".utf8), Array("$1,000,000.00".utf8),
    Array(": &a [*a, *a]\n".utf8), Array("\"'`{}[]|>".utf8), Array("..".utf8), Array("IDAT".utf8), Array("PLTE".utf8),
  ]

  private let seeds: [[UInt8]]
  private var generator: SeededGenerator

  init(seeds: [[UInt8]], seed: UInt64) {
    precondition(!seeds.isEmpty)
    self.seeds = seeds
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> [UInt8] {
    var input = pick(seeds)
    for _ in 0..<Int.random(in: 1...4, using: &generator) { change(&input) }
    return Array(input.prefix(Self.maximumLength))
  }

  private mutating func change(_ input: inout [UInt8]) {
    let place = Int.random(in: 0...input.count, using: &generator)
    let length = Int.random(in: 1...64, using: &generator)
    let part = place..<min(input.count, place + length)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0 where place < input.count: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1 where place < input.count: input[place] = UInt8.random(in: 0...255, using: &generator)
    case 2: input.insert(contentsOf: pick(Self.pieces), at: place)
    case 3: input.removeSubrange(part)
    case 4: input.insert(contentsOf: input[part], at: place)
    case 5: input.removeLast(input.count - place)
    case 6:
      let piece = pick(Self.pieces)
      for _ in 0..<length { input.insert(contentsOf: piece, at: place) }
    default:
      let other = pick(seeds)
      input.replaceSubrange(place..., with: other.dropFirst(Int.random(in: 0...other.count, using: &generator)))
    }
  }

  private mutating func pick(_ list: [[UInt8]]) -> [UInt8] { list[Int.random(in: 0..<list.count, using: &generator)] }
}
