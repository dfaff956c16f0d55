package import ScanModel

extension ScanReport {
  /// The report without private parts: each is replaced by a word for what it is.
  /// - Parameter parts: What counts as private.
  /// - Returns: The report for others.
  package func redacted(_ parts: TextRedactor.Parts = .all) -> ScanReport {
    func redact(_ text: String) -> String { TextRedactor.redaction(of: text, parts).text }
    var report = self
    if let text {
      let redacted = TextRedactor.redaction(of: text, parts)
      report.text = redacted.text
      report.ocr?.uncertain = (ocr?.uncertain ?? []).compactMap(redacted.moved)
      report.ocr?.repairs = (ocr?.repairs ?? []).compactMap { repair in
        redacted.moved(repair.range).map { Repair(read: redact(repair.read), range: $0) }
      }
    }
    for index in report.evidence.indices {
      report.evidence[index].excerpt = redact(report.evidence[index].excerpt)
      if evidence[index].codeAction != nil { report.evidence[index].message = redact(evidence[index].message) }
    }
    report.codes = codes?.map { $0.with(payload: $0.payload.map(redact)) }
    report.facts = facts?.redacted(redact)
    return report
  }
}

extension ReportedFacts {
  /// Without the parts of addresses and numbers that are private. Hosts and domains stay: they are what was checked.
  fileprivate func redacted(_ redact: (String) -> String) -> ReportedFacts {
    var facts = self
    for index in links.indices { facts.links[index].text = redact(links[index].text) }
    for index in senders.indices { facts.senders[index].address = redact(senders[index].address) }
    for index in numbers.indices { facts.numbers[index].text = redact(numbers[index].text) }
    return facts
  }
}
