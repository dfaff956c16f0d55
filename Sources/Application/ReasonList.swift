internal import Localization
internal import Redaction
package import ScanModel

package enum ReasonList {
  private static let maximum = 3

  /// None if nothing was found: what alone is not a sign of a scam is no reason.
  package static func reasons(of report: ScanReport) -> [ScanReport.Item] {
    report.answer == .clear ? [] : Array(report.evidence.filter { $0.weight > 0 }.prefix(maximum))
  }

  /// What is said above the reasons: the explanation, but none that would tell what they tell; nil if nothing is left.
  package static func introduction(to report: ScanReport) -> String? {
    let reasons = reasons(of: report)
    // What codes do or the user taught explains a verdict alone, whatever else there is.
    let isSaid =
      report.evidence.contains { $0.message == report.explanation }
      ? reasons.contains { $0.message == report.explanation } : !reasons.isEmpty
    guard isSaid else { return RiskWords.explanation(report).nonEmpty }
    return report.answer == .unsure
      ? localized("I am not sure. Scams do this, and honest senders sometimes do, too:")
      : RiskWords.doubt(about: report).map { localized($0) }
  }

  /// What speaks against a scam, where nobody is sure and something speaks for one.
  package static func doubts(about report: ScanReport) -> [String] {
    guard report.answer == .unsure, !reasons(of: report).isEmpty else { return [] }
    return report.evidence.filter { $0.weight < 0 }.prefix(maximum).map(\.message.description)
  }

  /// What each code does. Two things in which a payment differs from the page say it already.
  package static func effects(of report: ScanReport) -> [String] {
    let effects = report.evidence.filter { $0.codeAction != nil }
    let differences = report.evidence.count { $0.rule == ScanReport.Item.payeeDoubtRule }
    let isSaid = differences > 1 && effects.count { $0.codeAction == .pay } == 1
    return effects.filter { !isSaid || $0.codeAction != .pay }.map(\.message.description.withLocalLabels)
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
    return words.isEmpty ? nil : localized("“%1$@”", TerminalEscaping.escaped(words.withLocalLabels))
  }
}

extension String {
  var inOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  fileprivate var nonEmpty: String? { isEmpty ? nil : self }

  /// A text of the history with the labels for private parts, such as "[phone number]", in the user's language.
  package var withLocalLabels: String {
    guard contains("[") else { return self }
    return TextRedactor.englishLabels.reduce(self) { $0.replacing($1, with: localized($1)) }
  }
}
