internal import ScanModel
internal import Yams

/// Reads rule files in two passes: all files are parsed, then names are resolved, so that a rule may use the signals of
/// any file. Problems are collected and thrown together.
struct RulePackReader {
  typealias Problem = RulePackFailure.Problem

  var pack: RulePack
  var problems: [Problem] = []
  var automaton: PhraseAutomaton.Builder
  /// Brands or domain lists were read, so the URL classifier must be rebuilt.
  var hasNewDomains = false
  private var sections: [(file: String, key: String, value: Node)] = []
  /// The file that is being read, for problems.
  private var file = ""
  var ruleIndex: [String: Int]
  private let sectionKeys: [String]

  /// - Parameter base: What the files add to; nil for the program's own rules, which alone set the levels of the rules.
  init(addingTo base: RulePack? = nil) {
    let head = base == nil ? ["pack", "model"] : ["pack"]
    sectionKeys = head + ["lists", "brands", "signals", "rules", "advice", "weights", "measured"]
    let base = base ?? RulePack()
    pack = base
    automaton = PhraseAutomaton.Builder(continuing: base.automaton)
    ruleIndex = Dictionary(base.rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  mutating func read(_ content: String, file: String) {
    self.file = file
    do {
      // Every scalar is read as text. Without the regular expressions that guess types, loading takes a third less time.
      guard let root = try Yams.compose(yaml: content, .basic) else { return }
      for (key, value) in entries(of: root, what: "a rule file") {
        guard sectionKeys.contains(key.text) else {
          report(key.node, "unknown section \"\(key.text)\"; known: \(sectionKeys.joined(separator: ", "))")
          continue
        }
        sections.append((file, key.text, value))
      }
    } catch {
      let line = (error as? YamlError).flatMap(Self.line)
      problems.append(Problem(file: file, line: line, reason: "not valid YAML"))
    }
  }

  /// Resolves names and compiles the pack.
  mutating func finish() throws(RulePackFailure) -> RulePack {
    each("pack") { $0.readHeader($1) }
    each("model") { $0.readCalibration($1) }
    each("lists") { $0.readLists($1) }
    each("brands") { $0.readBrands($1) }
    each("signals") { $0.declareSignals($1) }
    each("signals") { $0.readSignals($1) }
    each("advice") { $0.readAdvice($1) }
    each("rules") { $0.readRules($1) }
    each("weights") { $0.readWeights($1) }
    each("measured") { $0.readMeasured($1) }
    pack.automaton = PhraseAutomaton(automaton)
    if hasNewDomains { pack.urlClassifier = URLClassifier(brands: pack.brands, lists: pack.lists) }
    if !problems.isEmpty { throw RulePackFailure(problems: problems) }
    return pack
  }

  private mutating func each(_ key: String, _ body: (inout RulePackReader, Node) -> Void) {
    for section in sections where section.key == key {
      file = section.file
      body(&self, section.value)
    }
  }

  mutating func report(_ node: Node?, _ reason: String) {
    problems.append(Problem(file: file, line: node?.mark?.line, reason: reason))
  }

  private static func line(of error: YamlError) -> Int? {
    switch error {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
    default: nil
    }
  }

  /// A text with its place in the file.
  typealias Word = (text: String, node: Node)

  /// The entries of a mapping; reports anything else.
  mutating func entries(of node: Node, what: String) -> [(key: Word, value: Node)] {
    guard let mapping = node.mapping else {
      report(node, "\(what) must be a mapping (key: value)")
      return []
    }
    return mapping.compactMap { key, value in
      guard let scalar = key.scalar else {
        report(key, "a key must be a word")
        return nil
      }
      return ((scalar.string, key), value)
    }
  }

  /// The values of a mapping by key; reports unknown keys.
  mutating func fields(of node: Node, what: String, allowed: [String]) -> [String: Node] {
    var fields: [String: Node] = [:]
    for (key, value) in entries(of: node, what: what) {
      if allowed.contains(key.text) {
        fields[key.text] = value
      } else {
        report(key.node, "unknown key \"\(key.text)\"; allowed: \(allowed.joined(separator: ", "))")
      }
    }
    return fields
  }

  mutating func items(of node: Node, what: String) -> [Node] {
    if let sequence = node.sequence { return Array(sequence) }
    report(node, "\(what) must be a list")
    return []
  }

  /// The items of a list, or a single item; none if the key is missing.
  static func list(_ node: Node?) -> [Node] { node?.sequence.map(Array.init) ?? node.map { [$0] } ?? [] }

  mutating func strings(of node: Node?, what: String) -> [Word] {
    Self.list(node).compactMap { item in
      guard let scalar = item.scalar, !scalar.string.isEmpty else {
        report(item, "\(what) must be text")
        return nil
      }
      return (scalar.string, item)
    }
  }

  mutating func number(_ node: Node?, what: String, in range: ClosedRange<Double>) -> Double? {
    guard let node else { return nil }
    guard let value = node.scalar.flatMap({ Double($0.string) }), range.contains(value) else {
      report(node, "\(what) must be a number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return value
  }
}
