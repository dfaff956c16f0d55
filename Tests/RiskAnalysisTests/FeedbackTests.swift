import ScanModel
import Testing

@testable import RiskAnalysis

/// The user's verdict on one message, applied to others.
struct FeedbackTests {
  static let scam = """
    Your account has been suspended because of unusual activity. Verify your details at \
    https://secure-check.example.top/login within 24 hours or it will be closed.
    """
  static let innocent = "Lunch on Tuesday? The menu is on https://secure-check.example.top/menu as always."

  private static func indicators(_ text: String) throws -> [Indicator] { try Fixture.assess(text).indicators }

  private static func list(_ text: String, _ verdict: UserVerdict) throws -> FeedbackList {
    FeedbackList(
      Indicator.lessons(of: try indicators(text), verdict).enumerated().map { index, indicator in
        FeedbackItem(
          id: Int64(index), indicator: indicator, verdict: verdict, recordedAt: 1_795_000_000_000, entry: "e")
      })
  }

  private static func assess(_ text: String, _ feedback: FeedbackList) throws -> RiskAssessment {
    try Fixture.analyzer().analyze(TextPage(plainText: text), feedback: feedback)
  }

  @Test func `a link that was called a scam raises other messages that carry it, and says why`() throws {
    #expect(try Fixture.assess(Self.innocent).level == .low)
    let raised = try Self.assess(Self.innocent, Self.list(Self.scam, .scam))
    #expect(raised.level == .high)
    #expect(raised.explanation == "You marked messages with this link as a scam on 2026-11-18.")
    #expect(raised.evidence.first?.rule == "learnt.scam")
    #expect(raised.evidence.first?.excerpt == "https://secure-check.example.top/menu")
    // Only the domain counts, not the labels before it.
    let other = Self.innocent.replacing("secure-check.example", with: "www.example")
    #expect(try Self.assess(other, Self.list(Self.scam, .scam)).level == .high)
  }

  /// More than the encoder reads of a page, and by its words worse than what the tests put after it.
  private static let longPage = (1...40).map {
    "Rule \($0): our bank never asks for your PIN, password or a transfer fee."
  }
  .joined(separator: "\n\n")

  @Test func `a verdict counts wherever it is on a long page`() throws {
    let page = Self.longPage + "\n\n" + Self.innocent
    #expect(try Fixture.assess(page).level == .low)
    #expect(try Self.assess(page, Self.list(Self.scam, .scam)).level == .high)
    let scam = Self.longPage + "\n\n" + Self.scam
    let before = try #require(try Fixture.assess(scam).scamProbability)
    let after = try #require(try Self.assess(scam, Self.list(Self.scam, .notScam)).scamProbability)
    #expect(after < before * 0.5)
  }

  @Test func `a link that was called harmless speaks for other messages that carry it`() throws {
    let text = "Verify your details at https://members.garden-club.example/renew before your membership expires."
    let feedback = try Self.list(text, .notScam)
    let before = try Fixture.assess(text)
    let after = try Self.assess(text, feedback)
    #expect(try #require(after.scamProbability) < #require(before.scamProbability) * 0.5)
    #expect(after.evidence.last?.message == "You marked messages with this link as harmless on 2026-11-18.")
    #expect(after.level == .low)
  }

  @Test func `harmless holds only while there is no other way to answer`() throws {
    let text = "Verify your details at https://members.garden-club.example/renew before your membership expires."
    let feedback = try Self.list(text, .notScam)
    for addition in ["https://members.garden-club.example.top/x", "Call +44 7700 900123.", "See bit.ly/3xYzAb"] {
      let rules = try Self.assess(text + " " + addition, feedback).evidence.map(\.rule)
      #expect(!rules.contains("learnt.harmless"), "\(addition)")
    }
    // Another host of the same domain may belong to someone else.
    let neighbor = text.replacing("members.garden", with: "evil.members.garden")
    #expect(try !Self.assess(neighbor, feedback).evidence.contains { $0.rule == "learnt.harmless" })
  }

  @Test(arguments: [
    "bit.ly/3xYzAb", "https://t.me/helper_desk", "https://my-bank-login.web.app/", "http://192.0.2.7/pay",
    "https://xn--pypal-4ve.example/", "https://amazon.com@example.top/", "https://anything.com.xq/",
  ])
  func `what anyone can use is never called harmless`(link: String) throws {
    let message = "Please verify your account details at \(link) today, or it will be closed."
    #expect(Indicator.lessons(of: try Self.indicators(message), .notScam).allSatisfy { $0.kind == .wording })
    // The same message is harmless; another one with the same link, or with the same words and another link, is not.
    let feedback = try Self.list(message, .notScam)
    #expect(try Self.assess(message, feedback).level == .low)
    for other in [
      "Your parcel waits for a fee of 1.99, pay it within one day at \(link) or it goes back.",
      message.replacing(link, with: "https://elsewhere.example.top/"),
    ] {
      #expect(try !Self.assess(other, feedback).evidence.contains { $0.rule == "learnt.harmless" }, "\(other)")
    }
  }

  @Test(arguments: [
    "https://www.paypal.com/signin", "https://docs.google.com/forms/x", "https://bit.ly", "https://t.me",
  ])
  func `what everybody uses is never called a scam`(link: String) throws {
    let indicators = try Self.indicators("Please verify your account details at \(link) today, or it will be closed.")
    #expect(!indicators.contains { ($0.kind == .domain || $0.kind == .host) && $0.mayAccuse })
  }

  @Test func `numbers and addresses are recognized however they are written, and kept as fingerprints`() throws {
    let texts = [
      ("Call us at +44 7700 900123 about your parcel.", "Ring 07700 900 123 about your parcel today."),
      ("From: claims@prize.example You have won.", "Reply to Claims@Prize.example for your winnings."),
      ("Pay to GB29 NWBK 6016 1331 9268 19 now.", "The account is GB29NWBK60161331926819."),
      (
        "Send coins to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT today.",
        "The wallet 1BoatSLRHtKNngkdXEeobR76b53LETtpyT is mine."
      ),
    ]
    for (first, second) in texts {
      let indicators = try Self.indicators(first).filter { $0.kind != .wording }
      #expect(indicators.count == 1)
      #expect(try Self.indicators(second).contains { $0.key == indicators.first?.key }, "\(second)")
      let indicator = try #require(indicators.first)
      #expect(indicator.key.count == 64)
      for word in ["7700", "900123", "claims", "NWBK", "1331", "Boat"] {
        #expect(!indicator.label.english.contains(word))
      }
      #expect(try Self.assess(second, Self.list(first, .scam)).level != .low, "\(second)")
    }
  }

  @Test func `the recipient of a mail is not its sender`() throws {
    #expect(
      try Self.indicators("To: me@home.example Dear customer, your account has a problem.").allSatisfy {
        $0.kind == .wording
      })
  }

  @Test func `a message without a link is recognized by its words, also when one is misread`() throws {
    let text =
      "Hi mum, my phone fell into the toilet and this is my new number, please save it. "
      + "Can you send me some money for the rent today, I will pay you back tomorrow."
    let feedback = try Self.list(text, .notScam)
    let misread = text.replacing("toilet", with: "tcilet")
    #expect(try Self.assess(misread, feedback).evidence.last?.rule == "learnt.harmless")
    let other =
      "Hi dad, I lost my phone at the station and use the one of a friend now, so write to me here. "
      + "I need to pay a bill before noon and cannot get into my bank, could you transfer it for me?"
    #expect(try !Self.assess(other, feedback).evidence.contains { $0.rule == "learnt.harmless" })
    // A copy with a phone number to call is another message.
    #expect(try !Self.assess(text + " Call 07700 900123", feedback).evidence.contains { $0.rule == "learnt.harmless" })
  }

  @Test func `a part of a harmless message is harmless in it, and not by itself`() throws {
    let request =
      "Your account has been suspended because of unusual activity. Verify your password and card details within "
      + "24 hours or it will be closed for good."
    let contact = "Please continue at https://t.me/helper_desk as soon as you have read this."
    let feedback = try Self.list("\(request) \(contact)", .notScam)
    #expect(try Self.assess("\(request)\n\n\(contact)", feedback).level == .low)
    #expect(try Self.assess(request, feedback).level == .high)
    #expect(try Self.assess("\(request)\n\nSee you on Tuesday.", feedback).level == .high)
  }

  @Test func `the later word holds`() throws {
    let indicator = try #require(try Self.indicators(Self.scam).first { $0.kind == .domain })
    var feedback = FeedbackItem(id: 1, indicator: indicator, verdict: .scam, recordedAt: 0, entry: "")
    feedback.indicator.mayClear = true
    var later = feedback
    later.id = 2
    later.verdict = .notScam
    #expect(FeedbackList([later, feedback]).about(feedback.indicator)?.verdict == .notScam)
    // A list cannot clear an indicator that counts as shared.
    #expect(FeedbackList([later, feedback]).about(indicator) == nil)
  }
}
