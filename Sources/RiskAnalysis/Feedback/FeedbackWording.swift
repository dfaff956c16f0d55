package import ScanModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The words for what was learnt from the user: they name what it was, when it was, and nothing of the screenshot.
package enum FeedbackWording {
  /// How reasons of this kind are called in reports; they are no rules of the pack.
  package static func rule(_ verdict: UserVerdict) -> String { verdict == .scam ? "learnt.scam" : "learnt.harmless" }

  /// "You marked messages with this link as harmless on 2026-11-21."
  package static func message(_ learnt: FeedbackItem) -> String {
    "You marked \(subject(learnt.mark.kind)) as \(effect(learnt.verdict)) on \(day(learnt))."
  }

  /// The word for a verdict, as lists show it.
  package static func effect(_ verdict: UserVerdict) -> String { verdict == .scam ? "a scam" : "harmless" }

  /// The day on which it was learnt, "YYYY-MM-DD" (UTC, as all times of reports).
  package static func day(_ learnt: FeedbackItem) -> String {
    String(ReportTime.string(from: Date(timeIntervalSince1970: Double(learnt.learntAt) / 1000)).prefix(10))
  }

  private static func subject(_ kind: Indicator.Kind) -> String {
    switch kind {
    case .picture: "this picture"
    case .domain, .host: "messages with this link"
    case .email: "messages with this e-mail address"
    case .phone: "messages with this phone number"
    case .account: "messages with this account number"
    case .wallet: "messages with this wallet"
    case .wording: "messages worded like this"
    }
  }
}
