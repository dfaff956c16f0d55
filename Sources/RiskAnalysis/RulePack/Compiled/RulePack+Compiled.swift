internal import ScanModel

extension RulePack {
  func write(to writer: inout BinaryWriter) {
    writer.integer(version)
    writer.text(date)
    for (_, value, _) in Calibration.ranges { writer.number(calibration[keyPath: value]) }
    writer.integer(signalCount)
    writer.texts(signals.keys.sorted())
    writer.list(signals.sorted { $0.key < $1.key }.map(\.value))
    writer.list(exclusionOfSignal.indices)
    writer.texts(advice.keys.sorted())
    writer.texts(advice.sorted { $0.key < $1.key }.map(\.value))
    Rule.write(rules, to: &writer)
    lexicon.write(to: &writer)
    automaton.write(to: &writer)
    writer.list(brandOfSignal.indices)
    Brand.write(brands, to: &writer)
    lists.write(to: &writer)
    glossary.write(to: &writer)
    urlClassifier.write(to: &writer)
  }

  init(reading reader: inout BinaryReader) throws(BinaryReader.Failure) {
    version = try reader.integer()
    date = try reader.text()
    for (_, value, range) in Calibration.ranges {
      calibration[keyPath: value] = try reader.number(Double.self)
      guard range.contains(calibration[keyPath: value]) else { throw .outOfRange }
    }
    guard calibration.medium < calibration.high else { throw .outOfRange }
    signalCount = try reader.integer()
    // Scoring has an entry for each signal; no pack comes near this limit.
    guard (BuiltInSignal.allCases.count...1_000_000).contains(signalCount) else { throw .outOfRange }
    signals = try Self.table(try reader.texts(), try reader.indices(in: 0..<signalCount))
    exclusionOfSignal = DenseIndexMap(indices: try reader.indices(in: -1..<signalCount))
    advice = try Self.table(try reader.texts(), try reader.texts())
    rules = try Rule.list(reading: &reader, signals: signalCount)
    lexicon = try Lexicon(reading: &reader)
    automaton = try PhraseAutomaton(reading: &reader, signals: signalCount)
    let named = try reader.list(Int32.self)
    brands = try Brand.list(reading: &reader)
    guard named.allSatisfy({ (-1..<Int32(brands.count)).contains($0) }) else { throw .outOfRange }
    brandOfSignal = DenseIndexMap(indices: named)
    lists = try DomainLists(reading: &reader)
    glossary = try Glossary(reading: &reader)
    urlClassifier = try URLClassifier(reading: &reader, brands: brands, lists: lists)
  }

  private static func table<Key: Hashable, Value>(
    _ keys: [Key], _ values: [Value]
  ) throws(BinaryReader.Failure) -> [Key: Value] {
    guard keys.count == values.count else { throw .outOfRange }
    return Dictionary(zip(keys, values)) { first, _ in first }
  }
}
