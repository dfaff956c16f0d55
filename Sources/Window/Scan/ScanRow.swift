internal import Application
internal import Localization
internal import ScanModel
internal import SystemPackage

/// A scan that is waiting, in progress or finished.
@MainActor final class ScanRow {
  enum Subject: Sendable {
    case file(FilePath)
    case bytes([UInt8])
    case newest
  }

  let subject: Subject
  let root: Object
  private(set) var entry: Int64?
  private(set) var hasEnded = false
  private let layout: Layout

  init(_ subject: Subject) {
    self.subject = subject
    layout = Layout(PackageResources.scan_row_ui)
    root = layout["root"]
    layout["name"].set("label", name)
    say(localized("Waiting"))
  }

  /// Also to screen readers, for which a row has no other name.
  private func say(_ words: String) {
    layout["message"].set("label", words)
    root.describe(localized("%1$@: %2$@", name, words))
  }

  private var name: String {
    switch subject {
    case .file(let path): path.displayFileName
    case .bytes: localized("Pasted picture")
    case .newest: localized("Newest screenshot")
    }
  }

  func begin() { say(localized("Reading the text…")) }

  func show(_ report: ScanReport, entry: Int64?, retry: @escaping @MainActor () -> Void) {
    self.entry = entry
    end()
    // The path of a report is safe to show as it is.
    if case .newest = subject, let name = report.fileName { layout["name"].set("label", name) }
    layout["level"].show(true)
    RiskLabel.show(report.answer, on: layout["level"])
    layout["arrow"].show(entry != nil)
    if let error = report.error, report.riskLevel == .unknown {
      layout["message"].set("label", "\(error.message) \(error.recoverySuggestion)")
      RecoveryButtons.fill(layout["actions"], for: error, retry: retry)
    } else {
      let isUnsure = report.answer == .unsure
      let words =
        [RiskWords.explanation(report) + (isUnsure ? "" : " \(report.advice)")] + ReasonList.effects(of: report)
        + (isUnsure ? FindingOut.steps(report) : [])
      layout["message"].set("label", words.joined(separator: "\n"))
    }
    root.describe(
      localized("%1$@: %2$@", layout["name"].string("label"), RiskWords.answer(report.answer)),
      RiskWords.explanation(report))
  }

  func show(_ failure: FailureDescription, retry: @escaping @MainActor () -> Void) {
    end()
    layout["message"].set("label", "\(failure.message) \(failure.recoverySuggestion)")
    RecoveryButtons.fill(layout["actions"], for: failure, retry: retry)
    root.describe(localized("%1$@: %2$@", layout["name"].string("label"), failure.title), "\(failure.message)")
  }

  private func end() {
    hasEnded = true
    layout["spinner"].set("spinning", false)
    layout["spinner"].show(false)
  }
}
