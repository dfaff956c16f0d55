import Testing

@testable import LinuxSystem

struct InotifyBatchTests {
  /// The bytes of one struct inotify_event; `length` is the length that its header claims.
  private func event(watch: Int32 = 1, mask: UInt32 = 8, length: UInt32? = nil, name: [UInt8] = []) -> [UInt8] {
    let words: [UInt32] = [UInt32(bitPattern: watch), mask, 0, length ?? UInt32(name.count)]
    return words.flatMap { word in unsafe withUnsafeBytes(of: word) { unsafe Array($0) } } + name
  }

  private func parse(_ bytes: [UInt8]) -> InotifyBatch { unsafe InotifyBatch(parsing: bytes.span.bytes) }

  @Test func `events follow each other, names end at the first NUL`() {
    let bytes =
      event(watch: 3, mask: 0x100, name: Array("a.png".utf8) + [0, 0, 0]) + event(watch: -1, mask: 0x4000)
      + event(watch: 4, mask: 8, name: [0xFF, 0xFE])
    let batch = parse(bytes)
    #expect(!batch.isMalformed)
    #expect(
      batch.events == [
        InotifyEvent(watch: 3, mask: .created, name: Array("a.png".utf8)),
        InotifyEvent(watch: -1, mask: .overflowed, name: []),
        InotifyEvent(watch: 4, mask: .closedAfterWriting, name: [0xFF, 0xFE]),
      ])
  }

  @Test func `no bytes are no events`() {
    #expect(parse([]) == InotifyBatch())
  }

  @Test func `a cut-off buffer keeps the events before the cut`() {
    let good = event(name: Array("a.png".utf8) + [0, 0, 0])
    for cut in 1..<good.count {
      let batch = parse(good + good.prefix(cut))
      #expect(batch.isMalformed)
      #expect(batch.events.count == 1)
    }
  }

  @Test(arguments: [1, 255, UInt32(Int32.max), UInt32.max])
  func `a length beyond the end is malformed`(length: UInt32) {
    #expect(parse(event(length: length)).isMalformed)
  }

  @Test func `a name with a slash could leave the folder and is refused`() {
    let batch = parse(event(name: Array("../x.png".utf8)))
    #expect(batch.isMalformed)
    #expect(batch.events.isEmpty)
  }

  @Test func `random bytes never trap and never give more than they hold`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 0...96, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      // Small lengths get further into the parser.
      for offset in stride(from: 13, to: bytes.count, by: 16) {
        for position in offset..<min(offset + 3, bytes.count) { bytes[position] = 0 }
      }
      let batch = parse(bytes)
      #expect(batch.events.count * 16 + batch.events.map(\.name.count).reduce(0, +) <= bytes.count)
    }
  }
}
