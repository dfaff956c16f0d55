internal import ScanModel

extension RulePack {
  func write(to writer: inout PackBytesWriter) {
    writer.integer(version)
    writer.text(date)
    writer.number(model.intercept)
    writer.number(model.slope)
    writer.number(model.medium)
    writer.number(model.high)
    writer.integer(signalCount)
    writer.texts(signals.keys.sorted())
    writer.list(signals.sorted { $0.key < $1.key }.map(\.value))
    writer.list(exclusionOfSignal.numbers)
    writer.texts(advice.keys.sorted())
    writer.texts(advice.sorted { $0.key < $1.key }.map(\.value))
    RuleTable.write(rules, to: &writer)
    lexicon.write(to: &writer)
    automaton.write(to: &writer)
    writer.list(brandOfSignal.numbers)
    BrandTable.write(brands, to: &writer)
    lists.write(to: &writer)
    linkJudge.write(to: &writer)
  }

  init(reading reader: inout PackBytesReader) throws(CompiledPackFailure.Reason) {
    version = try reader.integer()
    date = try reader.text()
    model = Calibration(
      intercept: try reader.number(Double.self), slope: try reader.number(Double.self),
      medium: try reader.number(Double.self), high: try reader.number(Double.self))
    guard model.isSensible else { throw .outOfRange }
    signalCount = try reader.integer()
    // No pack has more than a fraction of these; every text has a place for each.
    guard (EntitySignal.allCases.count...1_000_000).contains(signalCount) else { throw .outOfRange }
    signals = try Self.table(try reader.texts(), try reader.indices(in: 0..<signalCount))
    exclusionOfSignal = SignalMap(numbers: try reader.indices(in: -1..<signalCount))
    advice = try Self.table(try reader.texts(), try reader.texts())
    rules = try RuleTable.read(&reader, signals: signalCount)
    lexicon = try Lexicon(reading: &reader)
    automaton = try PhraseAutomaton(reading: &reader, signals: signalCount)
    let named = try reader.list(Int32.self)
    brands = try BrandTable.read(&reader)
    guard named.allSatisfy({ (-1..<Int32(brands.count)).contains($0) }) else { throw .outOfRange }
    brandOfSignal = SignalMap(numbers: named)
    lists = try DomainLists(reading: &reader)
    linkJudge = try URLClassifier(reading: &reader, brands: brands, lists: lists)
  }

  private static func table<Key: Hashable, Value>(
    _ keys: [Key], _ values: [Value]
  ) throws(CompiledPackFailure.Reason) -> [Key: Value] {
    guard keys.count == values.count else { throw .outOfRange }
    return Dictionary(zip(keys, values)) { first, _ in first }
  }
}

extension Calibration {
  /// What the reader of rule files would take.
  fileprivate var isSensible: Bool {
    (-20...0).contains(intercept) && (0.05...5).contains(slope) && (0.01...0.99).contains(medium)
      && (0.01...0.999).contains(high) && medium < high
  }
}
