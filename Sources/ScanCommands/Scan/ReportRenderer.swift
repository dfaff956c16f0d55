internal import ScanModel

/// Shows reports: as JSON, or as a banner or a quiet line.
struct ReportRenderer {
  let console: Console
  let json: Bool
  let showsText: Bool

  /// Shows a report; `named` stands for the file where the report has none.
  func show(_ report: ScanReport, named name: String = "standard input") throws {
    if json {
      try console.print(report.jsonLine())
    } else {
      try showForPeople(report, report.path ?? name)
    }
    // Failures are told on standard error in either form; what only informs is part of the line.
    if let error = report.error, error.code.exitStatus != .success || error.code == .lowConfidence {
      console.report(error)
    }
  }

  private func showForPeople(_ report: ScanReport, _ name: String) throws {
    let style = console.output
    if let banner = RiskBanner(report) {
      let level = style.paint(RiskWords.level(report.riskLevel), RiskWords.ink(report.riskLevel), .bold)
      let sure = report.confidence.map { ", \(RiskWords.percent($0)) sure" } ?? ""
      try console.print("\(name): \(level), \(RiskWords.category(report.category))\(sure)\(time(report))")
      for line in banner.lines(columns: console.columns, style: style) { try console.print(line) }
      try showReasons(report)
    } else if report.riskLevel == .low {
      let sign = style.paint(RiskWords.sign(.low), .green)
      try console.print("\(sign) Scanned \(name): no risk found\(time(report))")
    } else if report.error == nil || report.error?.code == .noTextFound {
      let sign = style.paint(RiskWords.sign(.unknown), .dim)
      try console.print("\(sign) \(report.explanation.dropLast())\(time(report))")
    }
    if showsText { try showText(report) }
  }

  private func time(_ report: ScanReport) -> String {
    report.timings.total.map { " (\(RelativeTime.duration(milliseconds: $0)))" } ?? ""
  }

  private func showReasons(_ report: ScanReport) throws {
    let lines = ReasonList.lines(of: report, withExcerpts: showsText)
    if !lines.isEmpty { try console.print("Why:") }
    for line in lines { try console.print("  \(line)") }
  }

  private func showText(_ report: ScanReport) throws {
    guard let text = report.text, !text.isEmpty else { return }
    try console.print(console.output.paint("Text:", .bold))
    // Escape sequences in a screenshot must not reach the terminal.
    try console.print(ShownText.marked(report, style: console.output))
  }
}

/// The reasons for a verdict, strongest first.
enum ReasonList {
  /// More reasons convince nobody.
  private static let maximum = 6

  static func lines(of report: ScanReport, withExcerpts: Bool) -> [String] {
    report.evidence.filter { $0.weight > 0 }.prefix(maximum).map { reason in
      guard withExcerpts, !reason.excerpt.isEmpty else { return "• \(reason.message)" }
      let words = reason.excerpt.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "• \(reason.message) “\(SafeText.escaped(words))”"
    }
  }
}
