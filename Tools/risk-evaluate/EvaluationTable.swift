import RiskAnalysis

/// Formats an evaluation in aligned columns.
struct EvaluationTable {
  private let evaluation: Evaluation

  init(_ evaluation: Evaluation) { self.evaluation = evaluation }

  func overview() -> String {
    var text = row("", ["texts", "medium+", "high", "keywords"])
    for name in ["scam", "spam", "ordinary benign", "hard benign", "unsure"] {
      if let counts = evaluation.groups["class \(name)"] { text += row(name, cells(counts)) }
    }
    let scams = evaluation.scams
    let alarms = evaluation.ordinary.medium + evaluation.hard.medium
    text += "precision at medium+ \(Self.share(scams.medium, scams.medium + alarms)), "
    text +=
      "keywords \(Self.share(scams.keyword, scams.keyword + evaluation.ordinary.keyword + evaluation.hard.keyword))\n"
    text += "recall at medium+, mean over sources \(meanOverSources()); "
    text += "category right \(Self.share(scams.rightCategory, scams.withCategory))\n"
    return text + calibration()
  }

  func groups() -> String {
    var text = row("group", ["texts", "medium+", "high", "keywords"])
    for key in evaluation.groups.keys.sorted() where !key.hasPrefix("class") {
      if let counts = evaluation.groups[key], counts.total >= 3 { text += row(key, cells(counts)) }
    }
    return text
  }

  func rules() -> String {
    var text = row("rule", ["scam", "benign", "scam n", "benign n"])
    for id in evaluation.ruleIDs {
      let hits = evaluation.hits[id] ?? (0, 0)
      let texts = evaluation.texts(measuring: id)
      let scamShare = Self.share(hits.scam, texts.scam)
      let benignShare = Self.share(hits.benign, texts.benign)
      text += row(id, [scamShare, benignShare, String(hits.scam), String(hits.benign)])
    }
    return text
  }

  /// The hit rates in the format of a rule file. A rule that no text could measure keeps its rates from the pack: rules
  /// about codes are measured only on texts with codes, and all others only on texts without.
  func measuredYAML(of pack: RulePack) -> String {
    var text =
      "# Share of scam and of benign texts on which each rule fired. Written by risk-evaluate --measured.\nmeasured:\n"
    for rule in pack.rules {
      let hits = evaluation.hits[rule.id] ?? (0, 0)
      let texts = evaluation.texts(measuring: rule.id)
      if texts.scam > 0, texts.benign > 0 {
        text += "  \(rule.id): [\(rate(hits.scam, texts.scam)), \(rate(hits.benign, texts.benign))]\n"
      } else if let before = rule.measured {
        text += "  \(rule.id): [\(Self.decimal(before.scam, places: 5)), \(Self.decimal(before.benign, places: 5))]\n"
      }
    }
    return text
  }

  /// Stated and observed probabilities, the area under the ROC curve, and times.
  private func calibration() -> String {
    var text = "probability   said    true   texts\n"
    for (index, bin) in evaluation.reliability.bins.enumerated() where bin.count > 0 {
      text += pad("0.\(index)-", 10) + pad(Self.decimal(bin.probability / bin.count), 9, right: true)
      text += pad(Self.decimal(bin.scams / bin.count), 8, right: true)
      text += pad(String(Int(bin.count)), 8, right: true) + "\n"
    }
    text += "expected calibration error \(Self.decimal(evaluation.reliability.expectedCalibrationError))"
    if let area = evaluation.curve.areaUnderCurve {
      text += "; area under the ROC curve \(Self.decimal(area, places: 4))"
    }
    return text + "\n" + times()
  }

  private func times() -> String {
    let sorted = evaluation.times.sorted()
    guard !sorted.isEmpty else { return "" }
    let high = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    return "time per text: median \(Int(sorted[sorted.count / 2])) us, 99 % under \(Int(high)) us; "
      + "rules and model loaded in \(Self.decimal(evaluation.loading, places: 2)) ms\n"
  }

  private func meanOverSources() -> String {
    let sources = evaluation.groups.filter {
      $0.key.hasPrefix("source") && $0.key.hasSuffix("(scam)") && $0.value.total >= 20
    }
    let sum = sources.reduce(0.0) { $0 + Double($1.value.medium) / Double($1.value.total) }
    return Self.decimal(sum / Double(max(1, sources.count)))
  }

  private func cells(_ counts: Evaluation.Counts) -> [String] {
    [
      String(counts.total), Self.share(counts.medium, counts.total), Self.share(counts.high, counts.total),
      Self.share(counts.keyword, counts.total),
    ]
  }

  private func row(_ name: String, _ cells: [String]) -> String {
    pad(name, 52) + cells.map { pad($0, 10, right: true) }.joined() + "\n"
  }

  /// A percentage with two decimals.
  private static func share(_ part: Int, _ whole: Int) -> String {
    whole == 0 ? "-" : Self.decimal(100 * Double(part) / Double(whole), places: 2) + " %"
  }

  private func rate(_ part: Int, _ whole: Int) -> String {
    Self.decimal(Double(part) / Double(max(1, whole)), places: 5)
  }

  private static func decimal(_ value: Double, places: Int = 3) -> String {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    let scaled = Int((value * factor).rounded())
    let fraction = String(scaled % Int(factor))
    return "\(scaled / Int(factor))." + String(repeating: "0", count: max(0, places - fraction.count)) + fraction
  }

  private func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return right ? space + text : text + space
  }
}
