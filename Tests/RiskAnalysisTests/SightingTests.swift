import ScanModel
import Testing

@testable import RiskAnalysis

/// Contacts seen in earlier high-risk screenshots, applied to others.
struct SightingTests {
  /// 12 November 2026, noon.
  private static let day: Int64 = 1_794_484_800_000

  private static func sightings(_ text: String) throws -> [FeedbackItem] {
    try Fixture.assess(text).indicators.filter { $0.mayAccuse && $0.kind != .wording }.map {
      FeedbackItem(
        id: 1, indicator: $0, verdict: .scam, recordedAt: day, entry: "e", origin: .earlierScreenshot)
    }
  }

  private static func assess(
    _ text: String, after earlier: String, _ feedback: [FeedbackItem] = []
  ) throws -> RiskAssessment {
    try Fixture.analyzer().analyze(
      TextPage(plainText: text), feedback: FeedbackList(feedback, sightings: try sightings(earlier)))
  }

  @Test(arguments: [
    (FeedbackTests.scam, FeedbackTests.innocent, "link"),
    (
      "Hi mum, my phone broke, this is my new number +44 7700 900123. Please send 480 today, it is urgent.",
      "Did you manage to do it? Ring 07700 900 123 when you are home.", "phone number"
    ),
    (
      "You have won a prize. Pay the fee of 50 to GB29 NWBK 6016 1331 9268 19 today to receive it.",
      "The account for the club dues is GB29NWBK60161331926819, thank you.", "account number"
    ),
    (
      "Double your bitcoin within one day: send coins to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT.",
      "The wallet 1BoatSLRHtKNngkdXEeobR76b53LETtpyT is the one that I mean.", "wallet"
    ),
    (
      "From: claims@prize.example You have won 1,000,000. Reply with your bank details to claim it.",
      "Reply to Claims@Prize.example about the meeting on Tuesday.", "e-mail address"
    ),
  ])
  func `a harmless text with a contact of an earlier scam is of medium risk, never high, and names the day`(
    earlier: String, text: String, thing: String
  ) throws {
    #expect(try Fixture.assess(text).level == .low)
    let raised = try Self.assess(text, after: earlier)
    #expect(raised.level == .medium)
    #expect(raised.explanation == "The same \(thing) was in a screenshot of 2026-11-12 that looked like a scam.")
    #expect(raised.evidence.first?.rule == "seen.scam" && raised.evidence.first?.message == raised.explanation)
    #expect(raised.evidence.first?.excerpt.isEmpty == false)
  }

  @Test func `a text that is a high risk by itself keeps its own explanation and gets one more reason`() throws {
    let own = try Fixture.assess(FeedbackTests.scam)
    let raised = try Self.assess(FeedbackTests.scam, after: FeedbackTests.scam)
    #expect(own.level == .high && raised.level == .high && raised.explanation == own.explanation)
    #expect(raised.evidence.count == own.evidence.count + 1)
    #expect(try #require(raised.scamProbability) >= #require(own.scamProbability))
  }

  @Test func `another picture of the same message is not held against it, and another message is`() throws {
    let wordings = try Fixture.assess(FeedbackTests.scam).indicators.filter { $0.kind == .wording }.map(\.key)
    #expect(!wordings.isEmpty)
    let sightings = try Self.sightings(FeedbackTests.scam).map { item in
      var item = item
      item.wordings = wordings
      return item
    }
    func evidence(_ text: String) throws -> [String] {
      try Fixture.analyzer().analyze(TextPage(plainText: text), feedback: FeedbackList([], sightings: sightings))
        .evidence.map(\.rule)
    }
    #expect(try evidence(FeedbackTests.scam) == Fixture.assess(FeedbackTests.scam).evidence.map(\.rule))
    #expect(try evidence(FeedbackTests.innocent).contains("seen.scam"))
  }

  @Test func `a sighted passage never hides a worse one`() throws {
    // With both on one page the scam decides: earlier sightings alone stay below high risk.
    let page = "\(FeedbackTests.innocent)\n\n\(FeedbackTests.scam.replacing("example.top", with: "example.click"))"
    #expect(try Fixture.assess(page).level == .high)
    #expect(try Self.assess(page, after: FeedbackTests.scam).level == .high)
  }

  @Test func `what the user said of a contact counts more than where it was seen`() throws {
    let indicators = try Fixture.assess(FeedbackTests.innocent).indicators
    let said = { (verdict: UserVerdict) in
      Indicator.lessons(of: indicators, verdict).enumerated().map { index, indicator in
        FeedbackItem(id: Int64(index), indicator: indicator, verdict: verdict, recordedAt: Self.day, entry: "f")
      }
    }
    let cleared = try Self.assess(FeedbackTests.innocent, after: FeedbackTests.scam, said(.notScam))
    #expect(cleared.level == .low && cleared.evidence.last?.rule == "learnt.harmless")
    let accused = try Self.assess(FeedbackTests.innocent, after: FeedbackTests.scam, said(.scam))
    #expect(accused.level == .high && accused.evidence.first?.rule == "learnt.scam")
  }

  @Test(arguments: ["https://www.paypal.com/signin", "https://docs.google.com/forms/x", "https://t.me"])
  func `addresses that everybody uses connect no messages`(link: String) throws {
    let earlier =
      "Your account has been suspended. Verify your details at \(link) within 24 hours or it will be closed."
    #expect(try Self.sightings(earlier).allSatisfy { $0.indicator.kind != .domain && $0.indicator.kind != .host })
    let raised = try Self.assess("Lunch on Tuesday? The menu is on \(link) as always.", after: earlier)
    #expect(raised.level == .low && !raised.evidence.contains { $0.rule == "seen.scam" })
  }
}
