import RiskAnalysis
import ScanModel
import SystemPackage

/// Counts assessments of labelled texts. Memory grows with the number of groups, not with the number of texts.
struct Evaluation {
  struct Counts {
    var total = 0
    var medium = 0
    var high = 0
    var keyword = 0
    var rightCategory = 0
    var withCategory = 0
  }

  private(set) var groups: [String: Counts] = [:]
  private(set) var ruleIDs: [String]
  private(set) var hits: [String: (scam: Int, benign: Int)] = [:]
  /// Texts of each label, with and without codes: rules about codes can fire only on those with codes.
  private(set) var plain = (scam: 0, benign: 0)
  private(set) var coded = (scam: 0, benign: 0)
  private(set) var reliability = Reliability()
  private(set) var curve = ScoreCurve()
  /// In microseconds, for up to `timedTexts` texts.
  private(set) var times: [Double] = []
  /// Milliseconds to load rules and model.
  var loading = 0.0
  private static let timedTexts = 100_000
  private var mistakesLeft: [String: Int]

  init(ruleIDs: [String], mistakes: Int) {
    self.ruleIDs = ruleIDs
    mistakesLeft = ["missed": mistakes, "false alarm": mistakes]
  }

  var scams: Counts { groups["class scam"] ?? Counts() }
  var ordinary: Counts { groups["class ordinary benign"] ?? Counts() }
  var hard: Counts { groups["class hard benign"] ?? Counts() }

  /// The texts on which a rule is measured.
  func texts(measuring rule: String) -> (scam: Int, benign: Int) { Self.isAboutCodes(rule) ? coded : plain }

  private static func isAboutCodes(_ rule: String) -> Bool { rule.hasPrefix("code.") }

  private static func add(_ isScam: Bool, to counts: inout (scam: Int, benign: Int)) {
    if isScam { counts.scam += 1 } else { counts.benign += 1 }
  }

  // `time`: microseconds of the analysis.
  mutating func add(_ row: LabelledText, _ details: RiskAnalyzer.DetailedAssessment, time: Double, keyword: Bool) {
    if times.count < Self.timedTexts { times.append(time) }
    let name = row.label == "benign" ? (row.hard == true ? "hard benign" : "ordinary benign") : row.label
    var keys = ["class \(name)", "source \(row.source ?? "?") (\(name))"]
    if let kind = row.kind, row.label != "scam" { keys.append("kind \(kind) (\(name))") }
    if row.label == "scam" { keys.append("category \(row.category ?? "not known")") }
    if row.label == "scam" || row.label == "benign" { keys.append("language \(row.lang ?? "en?") (\(row.label))") }
    keys.append("length \(Self.lengthGroup(row.text)) (\(name))")
    for key in keys { count(key, row, details.assessment, keyword: keyword) }
    guard row.label == "scam" || row.label == "benign" else { return }
    let isScam = row.label == "scam"
    let isCoded = row.codes != nil
    if isCoded { Self.add(isScam, to: &coded) } else { Self.add(isScam, to: &plain) }
    for rule in Set(details.rules) where Self.isAboutCodes(rule) == isCoded {
      Self.add(isScam, to: &hits[rule, default: (0, 0)])
    }
    addToCurves(row, details.assessment)
    report(row, details)
  }

  private mutating func count(_ key: String, _ row: LabelledText, _ assessment: RiskAssessment, keyword: Bool) {
    var counts = groups[key] ?? Counts()
    counts.total += 1
    if assessment.level.isAlarming { counts.medium += 1 }
    if assessment.level == .high { counts.high += 1 }
    if keyword { counts.keyword += 1 }
    if assessment.level.isAlarming, let category = row.category {
      counts.withCategory += 1
      if category == assessment.category.rawValue { counts.rightCategory += 1 }
    }
    groups[key] = counts
  }

  private mutating func addToCurves(_ row: LabelledText, _ assessment: RiskAssessment) {
    guard let probability = assessment.scamProbability else { return }
    reliability.add(probability, isScam: row.label == "scam")
    curve.add(probability, isScam: row.label == "scam")
  }

  /// Limits in characters: a notification, a text message, a mail.
  private static func lengthGroup(_ text: String) -> String {
    switch text.count {
    case ..<80: "under 80"
    case ..<300: "80 to 299"
    default: "300 and more"
    }
  }

  private mutating func report(_ row: LabelledText, _ details: RiskAnalyzer.DetailedAssessment) {
    let isAlarm = details.assessment.level.isAlarming
    let kind = row.label == "scam" && !isAlarm ? "missed" : row.label == "benign" && isAlarm ? "false alarm" : nil
    guard let kind, let left = mistakesLeft[kind], left > 0 else { return }
    mistakesLeft[kind] = left - 1
    let words = row.text.prefix(300).split(separator: "\n").joined(separator: " / ")
    let line = "\(kind)\t\(row.source ?? "?")\t\(details.sum)\t\(details.rules.joined(separator: ","))\t\(words)\n"
    _ = try? FileDescriptor.standardError.writeAll(Array(line.utf8))
  }
}
