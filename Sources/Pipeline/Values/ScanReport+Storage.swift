internal import Redaction
package import ScanModel
package import Settings

extension ScanReport {
  /// The report as the history may keep it. Recognized text is private, so by default card numbers, codes, passwords,
  /// addresses and the like are replaced by a word for what they are.
  package func stored(as retention: Settings.StoredText) -> ScanReport {
    var report = self
    switch retention {
    case .full: break
    case .redacted:
      if let text {
        let redacted = TextRedactor.redaction(of: text)
        report.text = redacted.text
        report.ocr?.uncertain = (ocr?.uncertain ?? []).compactMap(redacted.moved)
        report.ocr?.repairs = (ocr?.repairs ?? []).compactMap { repair in
          redacted.moved(repair.range).map { ScanReport.Repair(read: TextRedactor.redact(repair.read), range: $0) }
        }
      }
      for index in report.evidence.indices {
        report.evidence[index].excerpt = TextRedactor.redact(report.evidence[index].excerpt)
        if evidence[index].codeAction != nil {
          report.evidence[index].message = TextRedactor.redact(evidence[index].message)
        }
      }
      report.codes = codes?.map { $0.with(payload: $0.payload.map(TextRedactor.redact)) }
      report.facts = facts?.redacted
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

extension ReportedFacts {
  /// Without the parts of addresses and numbers that are private. Hosts and domains stay: they are what was checked.
  fileprivate var redacted: ReportedFacts {
    var facts = self
    for index in links.indices { facts.links[index].text = TextRedactor.redact(links[index].text) }
    for index in senders.indices { facts.senders[index].address = TextRedactor.redact(senders[index].address) }
    for index in numbers.indices { facts.numbers[index].text = TextRedactor.redact(numbers[index].text) }
    return facts
  }
}
