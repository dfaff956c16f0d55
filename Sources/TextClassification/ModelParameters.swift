/// Named numbers, texts and tables that travel with a model: its calibration, the names of its outputs, the weights of
/// n-grams, where it comes from.
struct ModelParameters: Sendable {
  private static let maximumSize = 1 << 20
  private static let outputNames = "output names"

  private(set) var numbers: [String: [Double]] = [:]
  private(set) var texts: [String: String] = [:]
  /// Signed bytes, by their place in the file.
  private(set) var tables: [String: Range<Int>] = [:]
  let outputNames: [String]

  /// Nil if they are not as they must be: in the order of their names, finite, in UTF-8, nothing left over.
  init?(memory: MappedFile, range: Range<Int>) {
    guard range.count >= 4, range.count <= Self.maximumSize else { return nil }
    var place = range.lowerBound + 4
    var lastName: [UInt8] = []
    for _ in 0..<memory.integer(UInt32.self, at: range.lowerBound) {
      guard range.upperBound - place >= 8 else { return nil }
      let kind = memory.byte(at: place)
      let nameLength = Int(memory.byte(at: place + 1))
      let count = Int(memory.integer(UInt32.self, at: place + 4))
      let isPadded = memory.integer(UInt16.self, at: place + 2) == 0
      place += 8
      // Neither product nor sum can overflow: 4 GiB of doubles at most.
      let size = kind == 1 ? 8 * count : count
      guard (1...3).contains(kind), isPadded, (1...64).contains(nameLength),
        range.upperBound - place >= nameLength + size
      else { return nil }
      let nameBytes = memory.bytes(place..<(place + nameLength))
      place += nameLength
      guard lastName.lexicographicallyPrecedes(nameBytes), let name = String(validating: nameBytes, as: UTF8.self)
      else { return nil }
      lastName = nameBytes
      if kind == 1 {
        let values = (0..<count).map { Double(bitPattern: memory.integer(UInt64.self, at: place + 8 * $0)) }
        guard values.allSatisfy(\.isFinite) else { return nil }
        numbers[name] = values
      } else if kind == 3 {
        tables[name] = place..<(place + size)
      } else {
        guard let text = String(validating: memory.bytes(place..<(place + size)), as: UTF8.self) else { return nil }
        texts[name] = text
      }
      place += size
    }
    guard place == range.upperBound, let names = texts[Self.outputNames] else { return nil }
    outputNames = names.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard Set(outputNames).count == outputNames.count, outputNames.allSatisfy({ !$0.isEmpty }) else { return nil }
  }
}
