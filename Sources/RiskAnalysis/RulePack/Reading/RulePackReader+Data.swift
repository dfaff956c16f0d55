internal import ScanModel
internal import Yams

extension RulePackReader {
  mutating func readHeader(_ node: Node, _ file: String) {
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

  mutating func readCalibration(_ node: Node, _ file: String) {
    let fields = fields(of: node, file: file, what: "model", allowed: ["intercept", "slope", "medium", "high"])
    if let value = number(fields["intercept"], file: file, what: "intercept", in: -20...0) {
      pack.calibration.intercept = value
    }
    if let value = number(fields["slope"], file: file, what: "slope", in: 0.05...5) { pack.calibration.slope = value }
    if let value = number(fields["medium"], file: file, what: "medium", in: 0.01...0.99) {
      pack.calibration.medium = value
    }
    if let value = number(fields["high"], file: file, what: "high", in: 0.01...0.999) { pack.calibration.high = value }
    if pack.calibration.medium >= pack.calibration.high { report(node, file, "medium must be below high") }
  }

  mutating func readLists(_ node: Node, _ file: String) {
    for (key, value) in entries(of: node, file: file, what: "lists") {
      guard let list = DomainLists.List(rawValue: key.text) else {
        let known = DomainLists.List.allCases.map(\.rawValue).joined(separator: ", ")
        report(key.node, file, "unknown list \"\(key.text)\"; known: \(known)")
        continue
      }
      let words = strings(of: value, file: file, what: "a list of domains").flatMap { $0.text.split(separator: " ") }
      hasNewDomains = true
      pack.lists.add(words.map { $0.lowercased() }, to: list)
    }
  }

  mutating func readAdvice(_ node: Node, _ file: String) {
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

  mutating func readWeights(_ node: Node, _ file: String) {
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

  mutating func readMeasured(_ node: Node, _ file: String) {
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
