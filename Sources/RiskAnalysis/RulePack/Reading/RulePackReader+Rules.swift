internal import ScanModel
internal import Yams

extension RulePackReader {
  private static let ruleKeys = [
    "id", "category", "message", "weight", "scope", "hint", "languages", "when", "unless",
  ]

  mutating func readRules(_ node: Node, _ file: String) {
    for item in items(of: node, file: file, what: "rules") {
      let before = problems.count
      let rule = rule(from: item, file: file)
      if let rule, problems.count == before {
        ruleIndex[rule.id] = pack.rules.count
        pack.rules.append(rule)
      }
    }
  }

  mutating func rule(from item: Node, file: String) -> Rule? {
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
    let hint = fields["hint"]?.scalar?.string
    if let hint, hint != "true", hint != "false" { report(fields["hint"], file, "hint must be true or false") }
    let languages = strings(of: fields["languages"], file: file, what: "a language").map(\.text)
    let exclusions = (fields["unless"]?.sequence.map(Array.init) ?? fields["unless"].map { [$0] } ?? [])
      .map { condition(from: $0, file: file) }
    return Rule(
      id: id, category: category, message: message, weight: weight, scope: scope ?? .block,
      isHint: hint == "true", languages: languages,
      measured: nil, condition: condition(from: when, file: file), exclusions: exclusions)
  }

  /// Parses a mapping, all entries of which must hold.
  mutating func condition(from node: Node, file: String) -> Condition {
    let parts = entries(of: node, file: file, what: "a condition").map { key, value in
      part(key, value, file: file)
    }
    if parts.isEmpty { report(node, file, "a condition must not be empty") }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  mutating func part(_ key: Key, _ value: Node, file: String) -> Condition {
    switch key.text {
    case "all", "any", "none":
      let parts = items(of: value, file: file, what: key.text).map { condition(from: $0, file: file) }
      if parts.isEmpty { report(key.node, file, "\"\(key.text)\" must not be empty") }
      return key.text == "all" ? .all(parts) : key.text == "any" ? .any(parts) : .none(parts)
    case "signal":
      return .any(strings(of: value, file: file, what: "a signal").map { signalPart($0.text, $0.node, file: file) })
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

  private mutating func signalPart(_ name: String, _ node: Node, file: String) -> Condition {
    if signals[name] == nil { report(node, file, "no signal \"\(name)\"") }
    return .signal(signals[name] ?? 0)
  }

  mutating func entityPart(_ key: Key, _ value: Node, file: String) -> Condition {
    guard BuiltInSignal.families.contains(key.text) else {
      let families = BuiltInSignal.families.sorted().joined(separator: ", ")
      report(key.node, file, "unknown condition \"\(key.text)\"; known: all, any, none, signal, phrase, \(families)")
      return .any([])
    }
    return .any(
      strings(of: value, file: file, what: key.text).map { name, node in
        guard let signal = BuiltInSignal(rawValue: "\(key.text).\(name)") else {
          report(node, file, "unknown \(key.text) \"\(name)\"")
          return .any([])
        }
        return .signal(signal.index)
      })
  }
}
