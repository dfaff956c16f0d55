package import ScanModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The wording of reasons that come from the user's feedback: what was marked and when, and no text of the screenshot.
package enum FeedbackWording {
  /// The identifier of such a reason in reports, in place of a rule's.
  package static func rule(_ verdict: UserVerdict) -> String { verdict == .scam ? "learnt.scam" : "learnt.harmless" }

  /// The same for what was seen before.
  package static let sightingRule = "seen.scam"

  package static func rule(_ item: FeedbackItem) -> String {
    item.origin == .user ? rule(item.verdict) : sightingRule
  }

  /// "You marked messages with this link as harmless on 2026-11-21." or "The same link was in a screenshot of 2026-11-12
  /// that looked like a scam."
  package static func message(_ item: FeedbackItem) -> String {
    if item.origin == .earlierScreenshot {
      return "The same \(thing(item.indicator.kind)) was in a screenshot of \(day(item)) that looked like a scam."
    }
    return "You marked \(subject(item.indicator.kind)) as \(effect(item.verdict)) on \(day(item))."
  }

  /// The verdict as lists show it.
  package static func effect(_ verdict: UserVerdict) -> String { verdict == .scam ? "a scam" : "harmless" }

  /// The day of the verdict, "YYYY-MM-DD" (UTC, like all times of reports).
  package static func day(_ item: FeedbackItem) -> String {
    String(ReportTime.string(from: Date(timeIntervalSince1970: Double(item.recordedAt) / 1000)).prefix(10))
  }

  private static func thing(_ kind: Indicator.Kind) -> String {
    switch kind {
    case .domain, .host: "link"
    case .email: "e-mail address"
    case .phone: "phone number"
    case .account: "account number"
    case .wallet: "wallet"
    case .picture: "picture"
    case .wording: "wording"
    }
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
