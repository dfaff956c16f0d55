internal import ScanModel

/// The rules of a pack, one column after the other.
enum RuleTable {
  /// Depth of nested conditions; rule files have two or three.
  private static let maximumDepth = 32

  static func write(_ rules: [Rule], to writer: inout BinaryWriter) {
    writer.texts(rules.map(\.id))
    writer.texts(rules.map(\.message))
    writer.texts(rules.map(\.category.rawValue))
    writer.texts(rules.map { $0.languages.joined(separator: " ") })
    writer.list(rules.map(\.weight))
    writer.list(rules.map { UInt8(($0.isHint ? 1 : 0) | ($0.scope == .page ? 2 : 0) | ($0.measured == nil ? 0 : 4)) })
    writer.list(rules.flatMap { [$0.measured?.scam ?? 0, $0.measured?.benign ?? 0] })
    var code: [Int32] = []
    for rule in rules {
      write(rule.condition, to: &code)
      code.append(Int32(rule.exclusions.count))
      for exclusion in rule.exclusions { write(exclusion, to: &code) }
    }
    writer.list(code)
  }

  /// Writes a signal as its number; a group as -1, -2 or -3, the number of its parts, and the parts.
  private static func write(_ condition: Condition, to code: inout [Int32]) {
    switch condition {
    case .signal(let signal): code.append(signal)
    case .all(let parts): write(-1, parts, to: &code)
    case .any(let parts): write(-2, parts, to: &code)
    case .none(let parts): write(-3, parts, to: &code)
    }
  }

  private static func write(_ kind: Int32, _ parts: [Condition], to code: inout [Int32]) {
    code += [kind, Int32(parts.count)]
    for part in parts { write(part, to: &code) }
  }

  static func read(_ reader: inout BinaryReader, signals: Int) throws(CompiledRulePackFailure.Reason) -> [Rule] {
    let ids = try reader.texts()
    let messages = try reader.texts()
    let categories = try reader.texts()
    let languages = try reader.texts()
    let weights = try reader.list(Double.self)
    let flags = try reader.list(UInt8.self)
    let rates = try reader.list(Double.self)
    var conditions = ConditionReader(code: try reader.list(Int32.self), signals: signals)
    let count = ids.count
    guard [messages.count, categories.count, languages.count, weights.count, flags.count].allSatisfy({ $0 == count }),
      rates.count == 2 * count, rates.allSatisfy((0...1).contains)
    else { throw .outOfRange }
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
          measured: flags[index] & 4 == 0 ? nil : rate, condition: try conditions.next(depth: maximumDepth),
          exclusions: try conditions.list(depth: maximumDepth)))
    }
    guard conditions.isAtEnd else { throw .outOfRange }
    return rules
  }

  private struct ConditionReader {
    let code: [Int32]
    let signals: Int
    var position = 0

    var isAtEnd: Bool { position == code.count }

    private mutating func word() throws(CompiledRulePackFailure.Reason) -> Int32 {
      guard position < code.count else { throw .outOfRange }
      defer { position += 1 }
      return code[position]
    }

    mutating func next(depth: Int) throws(CompiledRulePackFailure.Reason) -> Condition {
      let kind = try word()
      guard depth > 0, (-3..<Int32(signals)).contains(kind) else { throw .outOfRange }
      switch kind {
      case -1: return .all(try list(depth: depth - 1))
      case -2: return .any(try list(depth: depth - 1))
      case -3: return .none(try list(depth: depth - 1))
      default: return .signal(kind)
      }
    }

    mutating func list(depth: Int) throws(CompiledRulePackFailure.Reason) -> [Condition] {
      let count = try word()
      guard count >= 0, Int(count) <= code.count - position else { throw .outOfRange }
      var parts: [Condition] = []
      parts.reserveCapacity(Int(count))
      for _ in 0..<count { parts.append(try next(depth: depth)) }
      return parts
    }
  }
}
