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
    assessment.codes = codes.indices.map { number in
      switch assessment.level {
      case .unknown: .unknown
      case .low: .low
      case .medium, .high: isAccused(number, by: assessment.evidence) ? assessment.level : .low
      }
    }
    for (number, code) in codes.enumerated() {
      let range = place(of: number)
      assessment.evidence.append(
        Evidence(
          rule: "code.\(code.content.action.rawValue)", weight: 0, message: code.content.effect,
          excerpt: code.content.words.isEmpty ? "" : page.excerpt(range), range: range, codes: [number]))
    }
    addPayee(to: &assessment)
  }

  /// Words of a payee's name with fewer letters, such as "GmbH", "Ltd" or "de", tell nothing.
  private static let shortestName = 5

  /// An ordinary bill names whom its code pays; a code that was put over another, or a forged bill, pays somebody else.
  private func addPayee(to assessment: inout RiskAssessment) {
    let names = codes.compactMap(\.content.payee).map { Self.words($0).filter { $0.count >= Self.shortestName } }
    let checked = names.filter { !$0.isEmpty }
    guard !checked.isEmpty, features != nil, assessment.level != .unknown else { return }
    let shown = Set(Self.words(page.text))
    let isNamed = checked.allSatisfy { !shown.isDisjoint(with: $0) }
    assessment.evidence.append(
      Evidence(
        rule: ScanReport.Item.payeeRule, weight: 0,
        message: RiskWording.sentence(isNamed ? CueWording.namesPayee : CueWording.hidesPayee), excerpt: "",
        range: 0..<0))
    guard !isNamed, assessment.level == .low, !assessment.isUnsure else { return }
    assessment.isUnsure = true
    assessment.explanation = RiskWording.unsureExplanation([Message(whole: CueWording.hidesPayee)])
  }

  private static func words(_ text: String) -> [String] { text.lowercased().split { !$0.isLetter }.map(String.init) }

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
