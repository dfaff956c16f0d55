internal import ScanModel

/// All rules, one column after the other.
extension Rule {
  static func write(_ rules: [Rule], to writer: inout BinaryWriter) {
    writer.texts(rules.map(\.id))
    writer.texts(rules.map(\.message))
    writer.texts(rules.map(\.category.rawValue))
    writer.texts(rules.map { $0.languages.joined(separator: " ") })
    writer.list(rules.map(\.weight))
    writer.list(rules.map { UInt8(($0.isHint ? 1 : 0) | ($0.scope == .page ? 2 : 0) | ($0.measured == nil ? 0 : 4)) })
    writer.list(rules.flatMap { [$0.measured?.scam ?? 0, $0.measured?.benign ?? 0] })
    writer.list(rules.flatMap { $0.condition.code + Condition.code(of: $0.exclusions) })
  }

  static func list(reading reader: inout BinaryReader, signals: Int) throws(BinaryReader.Failure) -> [Rule] {
    let ids = try reader.texts()
    let messages = try reader.texts()
    let categories = try reader.texts()
    let languages = try reader.texts()
    let weights = try reader.list(Double.self)
    let flags = try reader.list(UInt8.self)
    let rates = try reader.list(Double.self)
    let count = ids.count
    guard [messages.count, categories.count, languages.count, weights.count, flags.count].allSatisfy({ $0 == count }),
      rates.count == 2 * count, rates.allSatisfy((0...1).contains)
    else { throw .outOfRange }
    let codeSize = try reader.integer() * MemoryLayout<Int32>.stride
    let end = reader.position + codeSize
    var rules: [Rule] = []
    rules.reserveCapacity(count)
    for index in 0..<count {
      guard let category = RiskCategory(rawValue: categories[index]), (-12...12).contains(weights[index]),
        weights[index] != 0
      else { throw .outOfRange }
      let rate = Rule.HitRate(scam: rates[2 * index], benign: rates[2 * index + 1])
      rules.append(
        Rule(
          id: ids[index], category: category, message: messages[index], weight: weights[index],
          scope: flags[index] & 2 == 0 ? .block : .page, isHint: flags[index] & 1 != 0,
          languages: languages[index].split(separator: " ").map(String.init),
          measured: flags[index] & 4 == 0 ? nil : rate, condition: try Condition(reading: &reader, signals: signals),
          exclusions: try Condition.list(reading: &reader, signals: signals)))
    }
    guard reader.position == end else { throw .outOfRange }
    return rules
  }
}

extension Condition {
  /// Depth of nested conditions; rule files have two or three.
  private static let maximumDepth = 32

  /// A signal as its number; a group as -1, -2 or -3, the number of its parts, and the parts.
  fileprivate var code: [Int32] {
    switch self {
    case .signal(let signal): [signal]
    case .all(let parts): [-1] + Self.code(of: parts)
    case .any(let parts): [-2] + Self.code(of: parts)
    case .none(let parts): [-3] + Self.code(of: parts)
    }
  }

  fileprivate static func code(of parts: [Condition]) -> [Int32] { [Int32(parts.count)] + parts.flatMap(\.code) }

  fileprivate init(
    reading reader: inout BinaryReader, signals: Int, depth: Int = maximumDepth
  ) throws(BinaryReader.Failure) {
    let kind = try reader.number(Int32.self)
    guard depth > 0, (-3..<Int32(signals)).contains(kind) else { throw .outOfRange }
    switch kind {
    case -1: self = .all(try Self.list(reading: &reader, signals: signals, depth: depth - 1))
    case -2: self = .any(try Self.list(reading: &reader, signals: signals, depth: depth - 1))
    case -3: self = .none(try Self.list(reading: &reader, signals: signals, depth: depth - 1))
    default: self = .signal(kind)
    }
  }

  fileprivate static func list(
    reading reader: inout BinaryReader, signals: Int, depth: Int = maximumDepth
  ) throws(BinaryReader.Failure) -> [Condition] {
    var parts: [Condition] = []
    for _ in 0..<(try reader.integer()) {
      parts.append(try Condition(reading: &reader, signals: signals, depth: depth))
    }
    return parts
  }
}
