internal import CodeContents
internal import ScanModel

/// What the codes of a page would do, as reasons without weight, and a verdict on each code.
struct CodeEvidence {
  let codes: [PageCode]
  /// Nil if the page has no words.
  let features: PageFeatures?
  let page: TextPage

  /// A code gets the level of the page if a reason for the verdict is about the code; otherwise it is not suspicious.
  func add(to assessment: inout RiskAssessment) {
    let level = assessment.level
    assessment.codes = codes.indices.map { !level.isAlarming || isAccused($0, by: assessment.evidence) ? level : .low }
    for (number, code) in codes.enumerated() {
      let range = place(of: number)
      assessment.evidence.append(
        Evidence(
          rule: "code.\(code.content.action.rawValue)", weight: 0, message: code.content.effect,
          excerpt: code.content.words.isEmpty ? "" : page.excerpt(range), range: range, codes: [number]))
    }
    addPayee(to: &assessment)
  }

  /// Says whether the page fits what its codes pay. One that does not leaves nothing clear.
  private func addPayee(to assessment: inout RiskAssessment) {
    guard let features, assessment.level != .unknown, codes.contains(where: { $0.content.action == .pay }) else {
      return
    }
    let check = PaymentCheck(features, codes: codes)
    let found = codes.map { check.facts(of: $0.content) }
    let doubts = found.flatMap(\.doubts)
    assessment.evidence += doubts.map { Evidence(rule: ScanReport.Item.payeeDoubtRule, message: $0) }
    // What a scam says alike on page and code must not look like a proof.
    guard assessment.level == .low else { return }
    guard let first = doubts.first else {
      guard !assessment.isUnsure else { return }
      let agreements = found.compactMap(\.agreement)
      assessment.evidence += agreements.map { Evidence(rule: ScanReport.Item.payeeRule, message: $0) }
      return
    }
    // An alarm keeps the advice for its own kind of scam.
    assessment.advice = RiskWording.advice(level: .medium, category: .paymentScam, pack: features.pack)
    assessment.isUnsure = true
    assessment.explanation = first
  }

  /// The words that a code adds to the page, or the nearest one.
  private func place(of number: Int) -> Range<Int> {
    guard let features, features.codes.indices.contains(number) else { return 0..<0 }
    return features.scalars(of: features.codes[number].tokens)
  }

  private func isAccused(_ number: Int, by evidence: [Evidence]) -> Bool {
    let own = codes[number].content.words.isEmpty ? nil : place(of: number)
    return evidence.contains { reason in
      reason.weight > 0 && (reason.codes.contains(number) || own?.contains(reason.range) == true)
    }
  }
}
