internal import Application
internal import FoundationEssentials
internal import History
internal import ScanModel

/// What the window says of an entry.
struct EntryWords {
  let title: String
  /// How sure the verdict is, and how well the text was read.
  let sureness: String
  let verdict: String
  let about: String
  /// To be pasted into a message; nothing of the text.
  let result: String

  init(_ entry: HistoryEntry, _ report: ScanReport, now: Date = Date()) {
    let kind = report.riskLevel == .unknown ? report.error?.title ?? "Not judged" : RiskWords.category(report.category)
    title = kind.prefix(1).uppercased() + kind.dropFirst()
    var sure = report.confidence.map { "\(RiskWords.percent($0)) sure" } ?? ""
    if let ocr = report.ocr {
      let read = "text read with \(ocr.confidenceLevel.rawValue) confidence\(ReadingStep.clause(ocr))"
      sure += (sure.isEmpty ? "" : " · ") + (entry.isCorrected ? "text corrected by you" : read)
    }
    sureness = sure
    switch entry.verified {
    case .scam: verdict = "You said: this is a scam. Messages like it are judged with that knowledge."
    case .notScam: verdict = "You said: this is not a scam. Messages like it are judged with that knowledge."
    case nil:
      verdict =
        report.requiresReview
        ? "Please check: what is it?" : "Is that right? Your word counts for messages like this one."
    }
    about = Self.about(entry, report, now)
    let level = RiskWords.level(report.riskLevel)
    result = [
      "\(level.prefix(1).uppercased() + level.dropFirst()): \(RiskWords.category(report.category))", report.explanation,
      report.advice,
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func about(_ entry: HistoryEntry, _ report: ScanReport, _ now: Date) -> String {
    var lines: [String] = []
    if let path = entry.path { lines.append("File: \(path.displayName)") }
    lines.append("Scanned: \(date(report.scannedAt)), \(report.source == .auto ? "automatically" : "by hand")")
    if let captured = report.capturedAt { lines.append("Taken: \(date(captured))") }
    if let image = report.image { lines.append("Size: \(image.width) × \(image.height) pixels") }
    if let ocr = report.ocr {
      lines.append("Read: \(ocr.words) words, languages \(ocr.languages.joined(separator: ", "))")
    }
    if let total = report.timings.total { lines.append("Time: \(RelativeTime.duration(milliseconds: total))") }
    lines.append("Entry \(entry.number), \(entry.uuid)")
    if let sha256 = report.sha256 { lines.append("SHA-256: \(sha256)") }
    return lines.joined(separator: "\n")
  }

  /// Lines of a list; those of one alone have no sign before them.
  static func list(_ lines: [String]) -> String {
    lines.count == 1 ? lines[0] : lines.map { "• \($0)" }.joined(separator: "\n")
  }

  static func date(_ date: Date) -> String {
    let parts = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func two(_ value: Int?) -> String { (value ?? 0) < 10 ? "0\(value ?? 0)" : "\(value ?? 0)" }
    return "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute))"
  }
}
