internal import Localization
package import ScanModel

/// The reasons for a verdict, each with the words it is about.
package enum ReasonList {
  /// Entries of earlier versions have more.
  private static let maximum = 3

  /// None if nothing was found: what alone is not a sign of a scam is no reason.
  package static func reasons(of report: ScanReport) -> [ScanReport.Item] {
    report.answer == .clear ? [] : Array(report.evidence.filter { $0.weight > 0 }.prefix(maximum))
  }

  /// What speaks against a scam, where nobody is sure.
  package static func doubts(about report: ScanReport) -> [String] {
    guard report.answer == .unsure else { return [] }
    return report.evidence.filter { $0.weight < 0 }.prefix(maximum).map(\.message.description)
  }

  /// What each code does.
  package static func effects(of report: ScanReport) -> [String] {
    report.evidence.filter { $0.codeAction != nil }.map(\.message.description)
  }

  /// What was not looked at; explanations say it, too.
  package static func notes(of report: ScanReport) -> [Message] {
    report.evidence.filter { $0.weight == 0 && $0.rule.hasPrefix("picture.") }.map(\.message)
  }

  package static func lines(of report: ScanReport, withExcerpts: Bool) -> [String] {
    reasons(of: report).map { reason in
      ["• \(reason.message)", withExcerpts ? reason.quote : nil].compactMap(\.self).joined(separator: " ")
    }
  }
}

extension ScanReport.Item {
  /// The words it is about, in one line; nil if there are none.
  package var quote: String? {
    let words = excerpt.inOneLine
    return words.isEmpty ? nil : localized("“%1$@”", TerminalEscaping.escaped(words))
  }
}

extension String {
  var inOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
