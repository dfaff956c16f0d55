extension JaggedArray {
  func write(to writer: inout BinaryWriter) {
    writer.list(starts)
    writer.list(values)
  }

  init(reading reader: inout BinaryReader) throws(BinaryReader.Failure) {
    try self.init(starts: reader.list(Int32.self), values: reader.list(Value.self))
  }

  /// - Throws: `outOfRange` unless the starts ascend from 0 to the number of values.
  init(starts: [Int32], values: [Value]) throws(BinaryReader.Failure) {
    guard starts.first == 0, starts.last.map(Int.init) == values.count, zip(starts, starts.dropFirst()).allSatisfy(<=)
    else { throw .outOfRange }
    self.starts = starts
    self.values = values
  }
}

extension HashIndex {
  func write(to writer: inout BinaryWriter) { writer.list(entries) }

  /// - Throws: `outOfRange` unless all numbers are below the limit.
  init(reading reader: inout BinaryReader, limit: Int) throws(BinaryReader.Failure) {
    entries = try reader.list(Entry.self)
    guard entries.allSatisfy({ (0..<Int32(clamping: limit)).contains($0.number) }),
      zip(entries, entries.dropFirst()).allSatisfy({ $0.hash <= $1.hash })
    else { throw .outOfRange }
  }
}

extension BrandImpersonation {
  func write(to writer: inout BinaryWriter) {
    writer.list(names.values)
    writer.list(names.starts)
    for index in [whole, byBeginning, byDeletion] { index.write(to: &writer) }
  }

  init(reading reader: inout BinaryReader, ordinaryWords: Set<[UInt32]>) throws(BinaryReader.Failure) {
    let letters = try reader.list(UInt32.self)
    let starts = try reader.list(Int32.self)
    names = try JaggedArray(starts: starts, values: letters)
    whole = try HashIndex(reading: &reader, limit: names.rowCount)
    byBeginning = try HashIndex(reading: &reader, limit: names.rowCount)
    byDeletion = try HashIndex(reading: &reader, limit: names.rowCount)
    self.ordinaryWords = ordinaryWords
  }
}

extension URLClassifier {
  func write(to writer: inout BinaryWriter) {
    for index in [owners, officialForms, officialNames, byName] { index.write(to: &writer) }
    brandImpersonation.write(to: &writer)
  }

  init(reading reader: inout BinaryReader, brands: [Brand], lists: DomainLists) throws(BinaryReader.Failure) {
    self.brands = brands
    self.lists = lists
    owners = try HashIndex(reading: &reader, limit: brands.count)
    officialForms = try HashIndex(reading: &reader, limit: brands.count)
    officialNames = try HashIndex(reading: &reader, limit: brands.count)
    byName = try HashIndex(reading: &reader, limit: brands.count)
    brandImpersonation = try BrandImpersonation(reading: &reader, ordinaryWords: Self.ordinaryWords(lists))
    baitWords = Self.baitWords(lists)
  }
}

extension PhraseAutomaton {
  func write(to writer: inout BinaryWriter) {
    writer.integer(stateCount)
    edges.write(to: &writer)
    gaps.write(to: &writer)
    outputs.write(to: &writer)
  }

  /// - Throws: `outOfRange` unless every number leads somewhere and all signals are below the limit.
  init(reading reader: inout BinaryReader, signals: Int) throws(BinaryReader.Failure) {
    stateCount = try reader.integer()
    edges = try JaggedArray(reading: &reader)
    gaps = try JaggedArray(reading: &reader)
    outputs = try JaggedArray(reading: &reader)
    let states = 0..<Int32(clamping: stateCount)
    // Every run has an entry for each state; a pack has about ten thousand.
    guard (1...10_000_000).contains(stateCount), gaps.rowCount == stateCount, outputs.rowCount == stateCount,
      edges.values.allSatisfy({ states.contains($0.source) && states.contains($0.target) }),
      gaps.values.allSatisfy({
        states.contains($0.target) && (0...Int32(PhrasePattern.maximumGap)).contains($0.length)
      }), outputs.values.allSatisfy({ (0..<Int32(signals)).contains($0) })
    else { throw .outOfRange }
  }
}

/// All companies. Several names of one company share a list of domains.
extension Brand {
  static func write(_ brands: [Brand], to writer: inout BinaryWriter) {
    writer.texts(brands.map(\.name))
    writer.list(brands.map { UInt8(Kind.allCases.firstIndex(of: $0.kind) ?? 0) << 1 | ($0.isCaseSensitive ? 1 : 0) })
    var groups: [[String]] = []
    writer.list(
      brands.map { brand in
        if groups.last != brand.domains { groups.append(brand.domains) }
        return Int32(groups.count - 1)
      })
    writer.list(groups.map { Int32($0.count) })
    writer.texts(groups.flatMap(\.self))
  }

  static func list(reading reader: inout BinaryReader) throws(BinaryReader.Failure) -> [Brand] {
    let names = try reader.texts()
    let flags = try reader.list(UInt8.self)
    let groupOf = try reader.list(Int32.self)
    let sizes = try reader.list(Int32.self).map(Int.init)
    var domains = try reader.texts()[...]
    let kinds = Kind.allCases
    guard names.count == flags.count, flags.allSatisfy({ kinds.indices.contains(Int($0 >> 1)) }),
      names.count == groupOf.count, groupOf.allSatisfy({ sizes.indices.contains(Int($0)) }),
      sizes.allSatisfy({ $0 >= 0 }), sizes.reduce(0, +) <= domains.count
    else { throw .outOfRange }
    let groups = sizes.map { size in
      defer { domains = domains.dropFirst(size) }
      return Array(domains.prefix(size))
    }
    return names.indices.map { index in
      Brand(
        name: names[index], kind: kinds[Int(flags[index] >> 1)], domains: groups[Int(groupOf[index])],
        isCaseSensitive: flags[index] & 1 != 0)
    }
  }
}

extension DomainLists {
  func write(to writer: inout BinaryWriter) {
    for list in List.allCases { writer.texts(entries(of: list).sorted()) }
  }

  init(reading reader: inout BinaryReader) throws(BinaryReader.Failure) {
    self.init()
    for list in List.allCases { add(try reader.texts(), to: list) }
  }
}
