internal import ScanModel
internal import Yams

extension RulePackReader {
  mutating func readRules(_ node: Node) {
    for item in items(of: node, what: "rules") {
      let before = problems.count
      let rule = rule(from: item)
      if let rule, problems.count == before {
        ruleIndex[rule.id] = pack.rules.count
        pack.rules.append(rule)
      }
    }
  }

  mutating func rule(from item: Node) -> Rule? {
    let allowed = ["id", "category", "message", "weight", "scope", "hint", "languages", "when", "unless"]
    let fields = fields(of: item, what: "a rule", allowed: allowed)
    for key in ["id", "category", "message", "weight", "when"] where fields[key] == nil {
      report(item, "a rule needs \"\(key)\"")
    }
    guard let id = fields["id"]?.scalar?.string, let message = fields["message"]?.scalar?.string,
      let name = fields["category"]?.scalar?.string,
      let weight = number(fields["weight"], what: "weight", in: -12...12), let when = fields["when"]
    else { return nil }
    if !Self.isIdentifier(id) { report(fields["id"], "an id has small letters, digits, \"_\" and \".\" only") }
    if ruleIndex[id] != nil { report(item, "the rule \"\(id)\" exists already") }
    if weight == 0 { report(fields["weight"], "weight must not be 0") }
    guard let category = RiskCategory(rawValue: name) else {
      report(fields["category"], "unknown category \"\(name)\"")
      return nil
    }
    if (category == .none) != (weight < 0) {
      report(fields["weight"], "reasons against a scam have category none and a negative weight, others neither")
    }
    if let reason = RiskWording.problem(inMessage: message) { report(fields["message"], reason) }
    let scope = Rule.Scope(rawValue: fields["scope"]?.scalar?.string ?? "block")
    if scope == nil { report(fields["scope"], "scope must be block or page") }
    let hint = fields["hint"]?.scalar?.string
    if let hint, hint != "true", hint != "false" { report(fields["hint"], "hint must be true or false") }
    let languages = strings(of: fields["languages"], what: "a language").map(\.text)
    let exclusions = Self.list(fields["unless"]).map { condition(from: $0) }
    return Rule(
      id: id, category: category, message: message, weight: weight, scope: scope ?? .block, isHint: hint == "true",
      languages: languages, measured: nil, condition: condition(from: when), exclusions: exclusions)
  }

  /// Parses a mapping, all entries of which must hold.
  mutating func condition(from node: Node) -> Condition {
    let parts = entries(of: node, what: "a condition").map { part($0, $1) }
    if parts.isEmpty { report(node, "a condition must not be empty") }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  mutating func part(_ key: Word, _ value: Node) -> Condition {
    switch key.text {
    case "all", "any", "none":
      let parts = items(of: value, what: key.text).map { condition(from: $0) }
      if parts.isEmpty { report(key.node, "\"\(key.text)\" must not be empty") }
      return key.text == "all" ? .all(parts) : key.text == "any" ? .any(parts) : .none(parts)
    case "signal":
      return .any(
        strings(of: value, what: "a signal").map { name, node in
          if pack.signals[name] == nil { report(node, "no signal \"\(name)\"") }
          return .signal(pack.signals[name] ?? 0)
        })
    case "phrase":
      let signal = newSignal()
      insert(strings(of: value, what: "a phrase"), signal: signal)
      return .signal(signal)
    default:
      return entityPart(key, value)
    }
  }

  mutating func entityPart(_ key: Word, _ value: Node) -> Condition {
    guard BuiltInSignal.families.contains(key.text) else {
      let families = BuiltInSignal.families.sorted().joined(separator: ", ")
      report(key.node, "unknown condition \"\(key.text)\"; known: all, any, none, signal, phrase, \(families)")
      return .any([])
    }
    return .any(
      strings(of: value, what: key.text).map { name, node in
        guard let signal = BuiltInSignal(rawValue: "\(key.text).\(name)") else {
          report(node, "unknown \(key.text) \"\(name)\"")
          return .any([])
        }
        return .signal(signal.index)
      })
  }
}
