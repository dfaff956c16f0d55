internal import ScanModel
internal import Yams

/// Reads rule files in two passes: first all files are parsed, then names are resolved, so that a rule may use a signal
/// of any file. Problems are collected, not thrown one by one.
struct RulePackReader {
  typealias Problem = RulePackFailure.Problem

  private(set) var pack = RulePack()
  private var problems: [Problem] = []
  private var sections: [(file: String, key: String, value: Node)] = []
  private var signals: [String: Int32] = [:]
  private var ruleIndex: [String: Int] = [:]
  /// Kind of exclusion by signal: hits of the second that overlap a hit of the first cancel it.
  private static let sectionKeys = [
    "pack", "model", "lists", "brands", "signals", "rules", "advice", "weights", "measured",
  ]

  mutating func read(_ content: String, file: String) {
    do {
      guard let root = try Yams.compose(yaml: content) else { return }
      for (key, value) in entries(of: root, file: file, what: "a rule file") {
        guard Self.sectionKeys.contains(key.text) else {
          report(key.node, file, "unknown section \"\(key.text)\"; known: \(Self.sectionKeys.joined(separator: ", "))")
          continue
        }
        sections.append((file, key.text, value))
      }
    } catch let error as YamlError {
      problems.append(Problem(file: file, line: Self.line(of: error), reason: "not valid YAML"))
    } catch {
      problems.append(Problem(file: file, line: nil, reason: "not valid YAML"))
    }
  }

  /// Resolves names and compiles.
  mutating func finish() throws(RulePackFailure) -> RulePack {
    each("pack") { $0.readHeader($1, $2) }
    each("model") { $0.readModel($1, $2) }
    each("lists") { $0.readLists($1, $2) }
    each("brands") { $0.readBrands($1, $2) }
    each("signals") { $0.declareSignals($1, $2) }
    each("signals") { $0.readSignals($1, $2) }
    each("advice") { $0.readAdvice($1, $2) }
    each("rules") { $0.readRules($1, $2) }
    each("weights") { $0.readWeights($1, $2) }
    each("measured") { $0.readMeasured($1, $2) }
    pack.linkJudge = LinkJudge(brands: pack.brands, lists: pack.lists)
    if !problems.isEmpty { throw RulePackFailure(problems: problems) }
    return pack
  }

  private mutating func each(_ key: String, _ body: (inout RulePackReader, Node, String) -> Void) {
    for section in sections where section.key == key { body(&self, section.value, section.file) }
  }

  mutating func report(_ node: Node?, _ file: String, _ reason: String) {
    problems.append(Problem(file: file, line: node?.mark?.line, reason: reason))
  }

  private static func line(of error: YamlError) -> Int? {
    switch error {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
    default: nil
    }
  }
}

// MARK: Values

extension RulePackReader {
  struct Key {
    var text: String
    var node: Node
  }

  /// The entries of a mapping; anything else is a problem.
  mutating func entries(of node: Node, file: String, what: String) -> [(key: Key, value: Node)] {
    guard let mapping = node.mapping else {
      report(node, file, "\(what) must be a mapping (key: value)")
      return []
    }
    var result: [(Key, Node)] = []
    for (key, value) in mapping {
      guard let scalar = key.scalar else {
        report(key, file, "a key must be a word")
        continue
      }
      result.append((Key(text: scalar.string, node: key), value))
    }
    return result
  }

  /// The keys of a mapping by name, unknown ones reported.
  mutating func fields(of node: Node, file: String, what: String, allowed: [String]) -> [String: Node] {
    var fields: [String: Node] = [:]
    for (key, value) in entries(of: node, file: file, what: what) {
      if allowed.contains(key.text) {
        fields[key.text] = value
      } else {
        report(key.node, file, "unknown key \"\(key.text)\"; allowed: \(allowed.joined(separator: ", "))")
      }
    }
    return fields
  }

  mutating func items(of node: Node?, file: String, what: String) -> [Node] {
    guard let node else { return [] }
    if let sequence = node.sequence { return Array(sequence) }
    report(node, file, "\(what) must be a list")
    return []
  }

  /// A list of words, or one word.
  mutating func strings(of node: Node?, file: String, what: String) -> [(text: String, node: Node)] {
    guard let node else { return [] }
    let nodes = node.sequence.map(Array.init) ?? [node]
    return nodes.compactMap { item in
      guard let scalar = item.scalar, !scalar.string.isEmpty else {
        report(item, file, "\(what) must be text")
        return nil
      }
      return (scalar.string, item)
    }
  }

  mutating func number(_ node: Node?, file: String, what: String, in range: ClosedRange<Double>) -> Double? {
    guard let node else { return nil }
    guard let value = node.scalar.flatMap({ Double($0.string) }), range.contains(value) else {
      report(node, file, "\(what) must be a number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return value
  }
}

// MARK: Header, lists, advice, figures

extension RulePackReader {
  private mutating func readHeader(_ node: Node, _ file: String) {
    let fields = fields(of: node, file: file, what: "pack", allowed: ["version", "date"])
    if let version = number(fields["version"], file: file, what: "version", in: 1...1_000_000) {
      pack.version = Int(version)
    }
    guard let date = fields["date"]?.scalar?.string else { return }
    let parts = date.split(separator: "-")
    guard date.utf8.count == 10, parts.count == 3, parts.allSatisfy({ Int($0) != nil }) else {
      return report(fields["date"], file, "date must be written YYYY-MM-DD")
    }
    pack.date = date
  }

  private mutating func readModel(_ node: Node, _ file: String) {
    let fields = fields(of: node, file: file, what: "model", allowed: ["intercept", "slope", "medium", "high"])
    if let value = number(fields["intercept"], file: file, what: "intercept", in: -20...0) {
      pack.model.intercept = value
    }
    if let value = number(fields["slope"], file: file, what: "slope", in: 0.05...5) { pack.model.slope = value }
    if let value = number(fields["medium"], file: file, what: "medium", in: 0.01...0.99) { pack.model.medium = value }
    if let value = number(fields["high"], file: file, what: "high", in: 0.01...0.999) { pack.model.high = value }
    if pack.model.medium >= pack.model.high { report(node, file, "medium must be below high") }
  }

  private mutating func readLists(_ node: Node, _ file: String) {
    for (key, value) in entries(of: node, file: file, what: "lists") {
      guard let list = DomainLists.List(rawValue: key.text) else {
        let known = DomainLists.List.allCases.map(\.rawValue).joined(separator: ", ")
        report(key.node, file, "unknown list \"\(key.text)\"; known: \(known)")
        continue
      }
      let words = strings(of: value, file: file, what: "a list of domains").flatMap { $0.text.split(separator: " ") }
      pack.lists.add(words.map { $0.lowercased() }, to: list)
    }
  }

  private mutating func readAdvice(_ node: Node, _ file: String) {
    for (key, value) in entries(of: node, file: file, what: "advice") {
      guard key.text == "low" || key.text == "low_pressing" || RiskCategory(rawValue: key.text) != nil else {
        report(key.node, file, "unknown category \"\(key.text)\"")
        continue
      }
      guard let text = value.scalar?.string, !text.isEmpty, text.count <= RiskWording.maximumLength else {
        report(value, file, "advice must be text of at most \(RiskWording.maximumLength) characters")
        continue
      }
      pack.advice[key.text] = text
    }
  }

  private mutating func readWeights(_ node: Node, _ file: String) {
    for (key, value) in entries(of: node, file: file, what: "weights") {
      guard let index = ruleIndex[key.text] else {
        report(key.node, file, "no rule \"\(key.text)\"")
        continue
      }
      guard let weight = number(value, file: file, what: "a weight", in: -12...12) else { continue }
      if weight == 0 || (weight > 0) != (pack.rules[index].weight > 0) {
        report(value, file, "the weight of \"\(key.text)\" must keep its sign")
      } else {
        pack.rules[index].weight = weight
      }
    }
  }

  private mutating func readMeasured(_ node: Node, _ file: String) {
    for (key, value) in entries(of: node, file: file, what: "measured") {
      let rates = strings(of: value, file: file, what: "rates").compactMap { Double($0.text) }
      guard let index = ruleIndex[key.text] else {
        report(key.node, file, "no rule \"\(key.text)\"")
        continue
      }
      guard rates.count == 2, rates.allSatisfy({ (0...1).contains($0) }) else {
        report(value, file, "rates must be two numbers from 0 to 1: scam, benign")
        continue
      }
      pack.rules[index].measured = Rule.HitRate(scam: rates[0], benign: rates[1])
    }
  }
}

// MARK: Brands and signals

extension RulePackReader {
  /// `kind:` then `Name | Other name: domain domain`; a name that begins with "=" counts only as it is written.
  private mutating func readBrands(_ node: Node, _ file: String) {
    for (kindKey, members) in entries(of: node, file: file, what: "brands") {
      guard let kind = Brand.Kind(rawValue: kindKey.text) else {
        let known = Brand.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        report(kindKey.node, file, "unknown kind \"\(kindKey.text)\"; known: \(known)")
        continue
      }
      for (key, value) in entries(of: members, file: file, what: kindKey.text) {
        let domains = (value.scalar?.string ?? "").split(separator: " ").map { $0.lowercased() }
        for name in key.text.split(separator: "|") {
          addBrand(String(name), kind: kind, domains: domains, node: key.node, file: file)
        }
      }
    }
  }

  private mutating func addBrand(_ written: String, kind: Brand.Kind, domains: [String], node: Node, file: String) {
    var name = written[...]
    while name.first == " " { name = name.dropFirst() }
    while name.last == " " { name = name.dropLast() }
    let isCased = name.first == "="
    if isCased { name = name.dropFirst() }
    let signal = Int32(pack.signalCount)
    pack.signalCount += 1
    pack.brandOfSignal[signal] = pack.brands.count
    pack.brands.append(Brand(name: String(name), kind: kind, domains: domains, isCased: isCased))
    insert(phrase: String(name), signal: signal, node: node, file: file)
  }

  private mutating func declareSignals(_ node: Node, _ file: String) {
    for item in items(of: node, file: file, what: "signals") {
      guard let id = item.mapping?["id"]?.scalar?.string, Self.isIdentifier(id) else {
        report(item, file, "a signal needs an \"id\" of small letters, digits, \"_\" and \".\"")
        continue
      }
      if signals[id] != nil { report(item, file, "the signal \"\(id)\" exists already") }
      signals[id] = newSignal()
    }
  }

  private mutating func readSignals(_ node: Node, _ file: String) {
    for item in items(of: node, file: file, what: "signals") {
      let fields = fields(of: item, file: file, what: "a signal", allowed: ["id", "phrases", "unless"])
      guard let id = fields["id"]?.scalar?.string, let signal = signals[id] else { continue }
      let phrases = strings(of: fields["phrases"], file: file, what: "a phrase")
      if phrases.isEmpty { report(item, file, "the signal \"\(id)\" has no phrases") }
      for phrase in phrases { insert(phrase: phrase.text, signal: signal, node: phrase.node, file: file) }
      let exclusions = strings(of: fields["unless"], file: file, what: "a phrase")
      guard !exclusions.isEmpty else { continue }
      let exclusion = newSignal()
      pack.exclusionOfSignal[signal] = exclusion
      for phrase in exclusions { insert(phrase: phrase.text, signal: exclusion, node: phrase.node, file: file) }
    }
  }

  private mutating func newSignal() -> Int32 {
    defer { pack.signalCount += 1 }
    return Int32(pack.signalCount)
  }

  private mutating func insert(phrase: String, signal: Int32, node: Node, file: String) {
    do throws(PhrasePattern.Problem) {
      pack.automaton.insert(try PhrasePattern(phrase), signal: signal, lexicon: &pack.lexicon)
    } catch {
      report(node, file, "phrase \"\(phrase)\": \(error.reason)")
    }
  }

  static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || $0.isASCIIDigit || $0 == "_" || $0 == "." }
  }
}

// MARK: Rules

extension RulePackReader {
  private static let ruleKeys = [
    "id", "category", "message", "weight", "scope", "languages", "when", "unless",
  ]

  private mutating func readRules(_ node: Node, _ file: String) {
    for item in items(of: node, file: file, what: "rules") {
      let before = problems.count
      let rule = rule(from: item, file: file)
      if let rule, problems.count == before {
        ruleIndex[rule.id] = pack.rules.count
        pack.rules.append(rule)
      }
    }
  }

  private mutating func rule(from item: Node, file: String) -> Rule? {
    let fields = fields(of: item, file: file, what: "a rule", allowed: Self.ruleKeys)
    for key in ["id", "category", "message", "weight", "when"] where fields[key] == nil {
      report(item, file, "a rule needs \"\(key)\"")
    }
    guard let id = fields["id"]?.scalar?.string, let message = fields["message"]?.scalar?.string,
      let name = fields["category"]?.scalar?.string,
      let weight = number(fields["weight"], file: file, what: "weight", in: -12...12), let when = fields["when"]
    else { return nil }
    if !Self.isIdentifier(id) { report(fields["id"], file, "an id has small letters, digits, \"_\" and \".\" only") }
    if ruleIndex[id] != nil { report(item, file, "the rule \"\(id)\" exists already") }
    if weight == 0 { report(fields["weight"], file, "weight must not be 0") }
    guard let category = RiskCategory(rawValue: name) else {
      report(fields["category"], file, "unknown category \"\(name)\"")
      return nil
    }
    if (category == .none) != (weight < 0) {
      report(fields["weight"], file, "reasons against a scam have category none and a negative weight, others neither")
    }
    if let reason = RiskWording.problem(inMessage: message) { report(fields["message"], file, reason) }
    let scope = Rule.Scope(rawValue: fields["scope"]?.scalar?.string ?? "block")
    if scope == nil { report(fields["scope"], file, "scope must be block or page") }
    let languages = strings(of: fields["languages"], file: file, what: "a language").map(\.text)
    let exclusions = (fields["unless"]?.sequence.map(Array.init) ?? fields["unless"].map { [$0] } ?? [])
      .map { condition(from: $0, file: file) }
    return Rule(
      id: id, category: category, message: message, weight: weight, scope: scope ?? .block, languages: languages,
      measured: nil, condition: condition(from: when, file: file), exclusions: exclusions)
  }

  /// A mapping: several keys all have to hold.
  private mutating func condition(from node: Node, file: String) -> Condition {
    let parts = entries(of: node, file: file, what: "a condition").map { key, value in
      part(key, value, file: file)
    }
    if parts.isEmpty { report(node, file, "a condition must not be empty") }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func part(_ key: Key, _ value: Node, file: String) -> Condition {
    switch key.text {
    case "all", "any", "none":
      let parts = items(of: value, file: file, what: key.text).map { condition(from: $0, file: file) }
      if parts.isEmpty { report(key.node, file, "\"\(key.text)\" must not be empty") }
      return key.text == "all" ? .all(parts) : key.text == "any" ? .any(parts) : .none(parts)
    case "signal":
      return .any(
        strings(of: value, file: file, what: "a signal").map { name, node in
          if signals[name] == nil { report(node, file, "no signal \"\(name)\"") }
          return .signal(signals[name] ?? 0)
        })
    case "phrase":
      let signal = newSignal()
      for phrase in strings(of: value, file: file, what: "a phrase") {
        insert(phrase: phrase.text, signal: signal, node: phrase.node, file: file)
      }
      return .signal(signal)
    default:
      return entityPart(key, value, file: file)
    }
  }

  private mutating func entityPart(_ key: Key, _ value: Node, file: String) -> Condition {
    guard EntitySignal.families.contains(key.text) else {
      let families = EntitySignal.families.sorted().joined(separator: ", ")
      report(key.node, file, "unknown condition \"\(key.text)\"; known: all, any, none, signal, phrase, \(families)")
      return .any([])
    }
    return .any(
      strings(of: value, file: file, what: key.text).map { name, node in
        guard let signal = EntitySignal(rawValue: "\(key.text).\(name)") else {
          report(node, file, "unknown \(key.text) \"\(name)\"")
          return .any([])
        }
        return .signal(signal.index)
      })
  }
}
