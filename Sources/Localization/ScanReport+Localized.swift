package import ScanModel

extension FailureDescription {
  /// The same failure in the user's language; codes stay.
  package var localized: FailureDescription {
    guard Localization.isActive else { return self }
    var description = self
    description.title = translated(title)
    description.message = translated(message)
    description.recoverySuggestion = translated(recoverySuggestion)
    return description
  }
}

extension ScanReport {
  /// The same report with its sentences in the user's language; keys, codes and what was read stay.
  package var localized: ScanReport {
    guard Localization.isActive else { return self }
    var report = self
    report.explanation = translated(explanation)
    report.advice = translated(advice)
    for index in report.evidence.indices { report.evidence[index].message = translated(evidence[index].message) }
    report.error = error?.localized
    return report
  }
}
