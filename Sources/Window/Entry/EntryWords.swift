internal import Application
internal import FoundationEssentials
internal import History
internal import Localization
internal import ScanModel

struct EntryWords {
  let title: String
  /// How likely a scam is, and how well the text was read.
  let certainty: String
  let verdict: String
  let about: String
  /// A summary to paste into a message, without any of the text.
  let result: String

  init(_ entry: HistoryEntry, _ report: ScanReport) {
    title = RiskWords.heading(report)
    var words = RiskWords.likelihood(report) ?? ""
    if let ocr = report.ocr {
      let read = localized("text read with %1$@", RiskWords.reading(ocr.confidenceLevel)) + ReadingStep.clause(ocr)
      words += (words.isEmpty ? "" : " · ") + (entry.isCorrected ? localized("text corrected by you") : read)
    }
    certainty = words
    switch entry.verified {
    case .scam: verdict = localized("You said: this is a scam. Messages like it are judged with that knowledge.")
    case .notScam: verdict = localized("You said: this is not a scam. Messages like it are judged with that knowledge.")
    case nil:
      verdict =
        report.requiresReview
        ? localized("Please check: what is it?")
        : localized("Is that right? Your word counts for messages like this one.")
    }
    about = Self.about(entry, report)
    let answer = RiskWords.answer(report.answer).capitalizedFirst
    let kind = RiskWords.kind(report.category, report.answer)
    result = [
      kind.map { localized("%1$@: %2$@", answer, $0) } ?? answer, RiskWords.explanation(report),
      report.answer == .unsure ? FindingOut.steps(report).joined(separator: "\n") : "\(report.advice)",
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The confirmation after the user has given a verdict. `teaches`: other messages get the same verdict.
  static func noted(_ verdict: UserVerdict?, teaches: Bool) -> String {
    switch verdict {
    case .scam:
      teaches
        ? localized("Noted. Messages with the same link, sender or account count as scams.")
        : localized("Noted: a scam.")
    case .notScam:
      teaches
        ? localized("Noted. Messages with the same link, sender or account count as harmless.")
        : localized("Noted: not a scam.")
    case nil: localized("Taken back. What was learnt from it is forgotten.")
    }
  }

  private static func about(_ entry: HistoryEntry, _ report: ScanReport) -> String {
    let way = report.source == .auto ? localized("automatically") : localized("by hand")
    let lines = [
      entry.path.map { localized("File: %1$@", $0.displayName) },
      localized("Scanned: %1$@, %2$@", date(report.scannedAt), way),
      report.capturedAt.map { localized("Taken: %1$@", date($0)) },
      report.image.map { localized("Size: %1$@ × %2$@ pixels", $0.width, $0.height) },
      report.ocr.map {
        localized(
          count: $0.words, one: "Read: %1$@ word, languages %2$@", other: "Read: %1$@ words, languages %2$@",
          $0.languages.joined(separator: ", "))
      },
      report.timings.total.map { localized("Time: %1$@", RelativeTime.duration(milliseconds: $0)) },
      localized("Entry %1$@, %2$@", entry.number, entry.uuid), report.sha256.map { "SHA-256: \($0)" },
    ]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  /// Lines of a list; a single one has no bullet.
  static func list(_ lines: [String]) -> String {
    lines.count == 1 ? lines[0] : lines.map { "• \($0)" }.joined(separator: "\n")
  }

  static func date(_ date: Date) -> String {
    let parts = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    let day = LocalNumber.day("\(parts.year ?? 0)-\(twoDigits(parts.month))-\(twoDigits(parts.day))")
    return "\(day) \(twoDigits(parts.hour)):\(twoDigits(parts.minute))"
  }

  static func twoDigits(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
}
