internal import FoundationEssentials
package import ScanModel

/// The wording of reasons from the user's feedback: what was marked and when, without any text from the screenshot.
package enum FeedbackWording {
  /// The identifier of such a reason in reports, in place of a rule's.
  package static func rule(_ verdict: UserVerdict) -> String { verdict == .scam ? "learnt.scam" : "learnt.harmless" }

  /// The same, also for sightings.
  static func rule(_ item: FeedbackItem) -> String { item.origin == .user ? rule(item.verdict) : "seen.scam" }

  /// Such as "You marked messages with this link as harmless on 2026-11-21."
  package static func message(_ item: FeedbackItem) -> Message {
    let day = Message(day: day(item))
    if item.origin == .earlierScreenshot { return seen(item.indicator.kind, on: day) }
    return "You marked \(subject(item.indicator.kind)) as \(effect(item.verdict)) on \(day)."
  }

  package static func effect(_ verdict: UserVerdict) -> Message { verdict == .scam ? "a scam" : "harmless" }

  /// The day of the verdict, "YYYY-MM-DD" (UTC, like all times of reports).
  package static func day(_ item: FeedbackItem) -> String {
    String(ReportTime.string(from: Date(timeIntervalSince1970: Double(item.recordedAt) / 1000)).prefix(10))
  }

  // Whole sentences, because in other languages the words around change as well.
  private static func seen(_ kind: Indicator.Kind, on day: Message) -> Message {
    switch kind {
    case .domain, .host: "The same link was in a screenshot of \(day) that looked like a scam."
    case .email: "The same e-mail address was in a screenshot of \(day) that looked like a scam."
    case .phone: "The same phone number was in a screenshot of \(day) that looked like a scam."
    case .account: "The same account number was in a screenshot of \(day) that looked like a scam."
    case .wallet: "The same wallet was in a screenshot of \(day) that looked like a scam."
    case .picture, .wording: "Almost the same content was in a screenshot of \(day) that looked like a scam."
    }
  }

  private static func subject(_ kind: Indicator.Kind) -> Message {
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
