/// Named numbers, texts and tables of bytes in a model file: calibration, names of outputs, weights of n-grams, origin.
struct ModelParameters: Sendable {
  private static let maximumSize = 1 << 22
  private static let outputNames = "output names"

  private(set) var numbers: [String: [Double]] = [:]
  private(set) var texts: [String: String] = [:]
  /// Signed bytes, by their location in the file.
  private(set) var tables: [String: Range<Int>] = [:]
  let outputNames: [String]

  /// Nil unless names are sorted, numbers finite, texts valid UTF-8, and nothing is left over.
  init?(memory: MappedFile, range: Range<Int>) {
    guard range.count >= 4, range.count <= Self.maximumSize else { return nil }
    var place = range.lowerBound + 4
    var lastName: [UInt8] = []
    for _ in 0..<memory.integer(UInt32.self, at: range.lowerBound) {
      guard let entry = Entry(memory: memory, range: place..<range.upperBound),
        lastName.lexicographicallyPrecedes(entry.nameBytes)
      else { return nil }
      lastName = entry.nameBytes
      place = entry.values.upperBound
      switch entry.kind {
      case 1:
        let values = stride(from: entry.values.lowerBound, to: place, by: 8).map {
          Double(bitPattern: memory.integer(UInt64.self, at: $0))
        }
        guard values.allSatisfy(\.isFinite) else { return nil }
        numbers[entry.name] = values
      case 2:
        guard let text = String(validating: memory.bytes(entry.values), as: UTF8.self) else { return nil }
        texts[entry.name] = text
      default: tables[entry.name] = entry.values
      }
    }
    guard place == range.upperBound, let names = texts[Self.outputNames] else { return nil }
    outputNames = names.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard Set(outputNames).count == outputNames.count, outputNames.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  /// One parameter: kind, length of the name, two zero bytes and number of values, then the name and the values.
  private struct Entry {
    /// 1 for numbers, 2 for a text, 3 for a table.
    let kind: UInt8
    let name: String
    let nameBytes: [UInt8]
    let values: Range<Int>

    init?(memory: MappedFile, range: Range<Int>) {
      guard range.count >= 8 else { return nil }
      kind = memory.byte(at: range.lowerBound)
      let nameLength = Int(memory.byte(at: range.lowerBound + 1))
      let count = Int(memory.integer(UInt32.self, at: range.lowerBound + 4))
      let isPadded = memory.integer(UInt16.self, at: range.lowerBound + 2) == 0
      // Neither product nor sum can overflow: 4 GiB of doubles at most.
      let size = kind == 1 ? 8 * count : count
      let start = range.lowerBound + 8
      guard (1...3).contains(kind), isPadded, (1...64).contains(nameLength),
        range.upperBound - start >= nameLength + size
      else { return nil }
      nameBytes = memory.bytes(start..<(start + nameLength))
      values = (start + nameLength)..<(start + nameLength + size)
      guard let name = String(validating: nameBytes, as: UTF8.self) else { return nil }
      self.name = name
    }
  }
}

/// Signed bytes of a model file, read in place.
package struct ModelTable: Sendable {
  let memory: MappedFile
  let range: Range<Int>

  package var count: Int { range.count }

  /// - Parameter index: In `0..<count`.
  package subscript(index: Int) -> Int8 {
    precondition(index >= 0 && index < range.count)
    return Int8(bitPattern: memory.byte(at: range.lowerBound + index))
  }
}
