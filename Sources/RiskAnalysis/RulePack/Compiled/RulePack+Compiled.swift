internal import ScanModel

extension RulePack {
  func write(to writer: inout BinaryWriter) {
    writer.integer(version)
    writer.text(date)
    for (_, value, _) in Calibration.ranges { writer.number(calibration[keyPath: value]) }
    writer.integer(signalCount)
    writer.texts(signals.keys.sorted())
    writer.list(signals.sorted { $0.key < $1.key }.map(\.value))
    writer.table(exclusionOfSignal)
    writer.texts(advice.keys.sorted())
    writer.texts(advice.sorted { $0.key < $1.key }.map(\.value))
    Rule.write(rules, to: &writer)
    lexicon.write(to: &writer)
    automaton.write(to: &writer)
    Brand.write(brands, to: &writer)
    writer.table(brandOfSignal)
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
    exclusionOfSignal = try Self.table(try reader.indices(in: 0..<signalCount), try reader.indices(in: 0..<signalCount))
    advice = try Self.table(try reader.texts(), try reader.texts())
    rules = try Rule.list(reading: &reader, signals: signalCount)
    lexicon = try Lexicon(reading: &reader)
    automaton = try PhraseAutomaton(reading: &reader, signals: signalCount)
    brands = try Brand.list(reading: &reader)
    brandOfSignal = try Self.table(try reader.indices(in: 0..<signalCount), try reader.indices(in: 0..<brands.count))
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
