internal import Redaction
package import ScanModel
package import Settings

extension ScanReport {
  /// The report as the history may keep it. Recognized text is private, so by default card numbers, codes, passwords,
  /// addresses, parts of links and the like are replaced by a word for what they are.
  package func stored(as retention: Settings.StoredText) -> ScanReport {
    var report = self
    switch retention {
    case .full: break
    case .redacted: report = redacted()
    case .none:
      report.text = nil
      report.indicators = []
      report.ocr?.uncertain = []
      report.ocr?.repairs = []
      for index in report.evidence.indices {
        report.evidence[index].excerpt = ""
        if let action = evidence[index].codeAction { report.evidence[index].message = action.sentence }
      }
      report.codes = codes?.map { $0.with(payload: nil) }
      report.facts = nil
    }
    return report
  }
}
