extension JaggedArray {
  func write(to writer: inout BinaryWriter) {
    writer.list(starts)
    writer.list(values)
  }

  init(reading reader: inout BinaryReader) throws(CompiledRulePackFailure.Reason) {
    try self.init(starts: reader.list(Int32.self), values: reader.list(Value.self))
  }

  /// - Throws: `outOfRange` unless the starts ascend from 0 to the number of values.
  init(starts: [Int32], values: [Value]) throws(CompiledRulePackFailure.Reason) {
    guard starts.first == 0, starts.last.map(Int.init) == values.count, zip(starts, starts.dropFirst()).allSatisfy(<=)
    else { throw .outOfRange }
    self.starts = starts
    self.values = values
  }
}

extension HashIndex {
  func write(to writer: inout BinaryWriter) { writer.list(entries) }

  /// - Throws: `outOfRange` unless all numbers are below the limit.
  init(reading reader: inout BinaryReader, limit: Int) throws(CompiledRulePackFailure.Reason) {
    let entries = try reader.list(Entry.self)
    guard entries.allSatisfy({ (0..<Int32(clamping: limit)).contains($0.number) }),
      zip(entries, entries.dropFirst()).allSatisfy({ $0.hash <= $1.hash })
    else { throw .outOfRange }
    self.init(sorted: entries)
  }
}

extension BrandImpersonation {
  func write(to writer: inout BinaryWriter) {
    writer.list(names.values)
    writer.list(names.starts)
    for index in [whole, byBeginning, byDeletion] { index.write(to: &writer) }
  }

  init(
    reading reader: inout BinaryReader, ordinaryWords: Set<[UInt32]>
  ) throws(CompiledRulePackFailure.Reason) {
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

  init(
    reading reader: inout BinaryReader, brands: [Brand], lists: DomainLists
  ) throws(CompiledRulePackFailure.Reason) {
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
  init(reading reader: inout BinaryReader, signals: Int) throws(CompiledRulePackFailure.Reason) {
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
