internal import Localization
internal import RiskAnalysis
package import ScanModel

/// How to find out, for those who asked and got no clear answer: by whom it may come from, and by what could be used by
/// mistake.
package enum FindingOut {
  private enum Sender {
    case relative, stranger, employer, seller, organization, unclear
  }

  private static let maximum = 3

  package static func steps(_ report: ScanReport) -> [String] {
    let facts = report.facts ?? .none
    let actions = Set((report.codes ?? []).map(\.action))
    let heard = Set((report.cues ?? []).map(\.cue))
    let hasNumber = !facts.numbers.isEmpty
    let links = facts.links.map { LinkSentence($0, in: report) }
    let hasLink = links.contains { !$0.isOfPage } || actions.contains(.openLink)
    let sender = sender(of: report, heard)
    var warnings = actions.contains(.pay) ? [PaymentStep.sentence] : PaymentStep.steps(report)
    if heard.contains(.asksCode) { warnings.append(localized("Do not pass the code on to anybody.")) }
    if hasLink {
      warnings.append(
        sender == .organization || sender == .unclear
          ? localized("Do not use the link. Open the app or the site yourself, the way you always do.")
          : localized("Do not use the link."))
    } else if links.contains(where: { !$0.isFitting }) {
      warnings.append(
        localized("Do not enter anything on this page. Open the app or the site yourself, the way you always do."))
    }
    // The last place is for how to find out: what not to do leaves the question open.
    let said = warnings.prefix(maximum - 1)
    // Beside a link or the address of a page it is said already how else to get there, unless that was cut.
    let needsAWay = said.count < warnings.count || warnings.isEmpty || links.isEmpty && !hasLink
    var steps: [String] = []
    switch sender {
    case .relative: steps.append(localized("Call the real person, on the number you had for them before."))
    case .stranger:
      steps.append(
        hasNumber
          ? localized("If you do not know this number, do not answer; ask somebody you trust.")
          : localized("If you do not know who writes, do not answer; ask somebody you trust."))
      steps.append(localized("Send nothing to somebody whom you have never met."))
    case .employer: steps.append(localized("Look the company up yourself and ask there whether it wrote to you."))
    case .seller: steps.append(localized("See the thing before you pay; pay nothing in advance."))
    case .organization where hasNumber:
      steps.append(
        localized("Do not call the number shown. Use the one on your card, your contract or the company's site."))
    case .organization where needsAWay:
      steps.append(
        localized("Do not reply. Open the app or the site yourself, or call the number on your card or your contract."))
    case .organization, .unclear:
      if needsAWay || hasNumber || !facts.senders.isEmpty { steps.append(askingYourself(heard)) }
    }
    if sender != .stranger {
      steps.append(localized("If it is about money, codes or secrecy, show it to somebody you trust first."))
    }
    return Array((said + steps).prefix(maximum))
  }

  private static func askingYourself(_ heard: Set<RiskCue>) -> String {
    heard.contains(.asksMoney)
      ? localized("Do not pay yet. Ask the sender yourself, on a number or at an address that you already had.")
      : localized("Do not reply. Ask the sender yourself, on a number or at an address that you already had.")
  }

  private static func sender(of report: ScanReport, _ heard: Set<RiskCue>) -> Sender {
    if heard.contains(.posesRelative) || heard.contains(.newNumber) { return .relative }
    switch likely(report) {
    case .familyEmergency, .giftCard: return .relative
    case .romance, .investment, .crypto, .prize, .extortion: return .stranger
    case .jobScam: return .employer
    case .rental: return .seller
    case .otpPhishing, .credentialPhishing, .impersonation, .delivery, .techSupport, .refund, .charity:
      return .organization
    case .none, .unknown, .paymentScam, .malwareLure: break
    }
    if heard.contains(.posesCompany) || heard.contains(.posesAuthority) { return .organization }
    return likely(report) == .paymentScam ? .stranger : .unclear
  }

  /// The kind of scam that it would be. Reports of low risk name none, so it is told by the first reason with a kind.
  private static func likely(_ report: ScanReport) -> RiskCategory {
    if report.category != .none, report.category != .unknown { return report.category }
    return report.evidence.lazy.filter { $0.weight > 0 }.compactMap { kind($0) }.first ?? .unknown
  }

  private static func kind(_ reason: ScanReport.Item) -> RiskCategory? {
    if let kind = kinds[String(reason.rule.prefix { $0 != "." })] { return kind }
    guard reason.rule == "cue.likeness" else { return nil }
    return RiskCategory.allCases.first { category in
      let sentence: Message = "It \(Message(whole: CueWording.likeness(category)))."
      // In English, or as a report in the user's language has it.
      return reason.message == sentence || reason.message.english == localized(sentence)
    }
  }

  /// Kinds by the groups of the built-in rules.
  private static let kinds: [String: RiskCategory] = [
    "account": .credentialPhishing, "crypto": .crypto, "delivery": .delivery, "family": .familyEmergency,
    "impersonation": .impersonation, "investment": .investment, "job": .jobScam,
    "payment": .paymentScam, "prize": .prize, "refund": .refund, "tech": .techSupport,
  ]
}
