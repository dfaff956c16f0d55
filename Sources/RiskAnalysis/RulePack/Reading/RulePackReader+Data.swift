internal import ScanModel
internal import Yams

extension RulePackReader {
  mutating func readHeader(_ node: Node) {
    let fields = fields(of: node, what: "pack", allowed: ["version", "date"])
    if let version = number(fields["version"], what: "version", in: 1...1_000_000) { pack.version = Int(version) }
    guard let date = fields["date"]?.scalar?.string else { return }
    let parts = date.split(separator: "-")
    guard date.utf8.count == 10, parts.count == 3, parts.allSatisfy({ Int($0) != nil }) else {
      return report(fields["date"], "date must be written YYYY-MM-DD")
    }
    pack.date = date
  }

  mutating func readCalibration(_ node: Node) {
    let fields = fields(of: node, what: "model", allowed: Calibration.ranges.map(\.name))
    for (name, value, range) in Calibration.ranges {
      if let number = number(fields[name], what: name, in: range) { pack.calibration[keyPath: value] = number }
    }
    if pack.calibration.medium >= pack.calibration.high { report(node, "medium must be below high") }
  }

  mutating func readLists(_ node: Node) {
    for (key, value) in entries(of: node, what: "lists") {
      guard let list = DomainLists.List(rawValue: key.text) else {
        let known = DomainLists.List.allCases.map(\.rawValue).joined(separator: ", ")
        report(key.node, "unknown list \"\(key.text)\"; known: \(known)")
        continue
      }
      let words = strings(of: value, what: "a list of domains").flatMap { $0.text.split(separator: " ") }
      hasNewDomains = true
      pack.lists.add(words.map { $0.lowercased() }, to: list)
    }
  }

  mutating func readAdvice(_ node: Node) {
    for (key, value) in entries(of: node, what: "advice") {
      guard key.text == "low" || key.text == "low_pressing" || RiskCategory(rawValue: key.text) != nil else {
        report(key.node, "unknown category \"\(key.text)\"")
        continue
      }
      guard let text = value.scalar?.string, !text.isEmpty, text.count <= RiskWording.maximumLength else {
        report(value, "advice must be text of at most \(RiskWording.maximumLength) characters")
        continue
      }
      pack.advice[key.text] = text
    }
  }

  mutating func readWeights(_ node: Node) {
    for (key, value) in entries(of: node, what: "weights") {
      guard let index = rule(key), let weight = number(value, what: "a weight", in: -12...12) else { continue }
      if weight == 0 || (weight > 0) != (pack.rules[index].weight > 0) {
        report(value, "the weight of \"\(key.text)\" must keep its sign")
      } else {
        pack.rules[index].weight = weight
      }
    }
  }

  /// The index of a rule; reports an unknown one.
  private mutating func rule(_ id: Word) -> Int? {
    if ruleIndex[id.text] == nil { report(id.node, "no rule \"\(id.text)\"") }
    return ruleIndex[id.text]
  }

  mutating func readMeasured(_ node: Node) {
    for (key, value) in entries(of: node, what: "measured") {
      let rates = strings(of: value, what: "rates").compactMap { Double($0.text) }
      guard let index = rule(key) else { continue }
      guard rates.count == 2, rates.allSatisfy({ (0...1).contains($0) }) else {
        report(value, "rates must be two numbers from 0 to 1: scam, benign")
        continue
      }
      pack.rules[index].measured = Rule.HitRate(scam: rates[0], benign: rates[1])
    }
  }
}
