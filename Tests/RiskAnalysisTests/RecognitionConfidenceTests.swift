import ScanModel
import Testing

@testable import RiskAnalysis

/// Screenshots with words that were read badly.
struct RecognitionConfidenceTests {
  /// One block, one line per string; words in `badly` have the confidence 0.3.
  private func page(
    _ lines: [String], badly: Set<String> = [], raw: [String: String] = [:], joined: Set<String> = []
  ) -> TextPage {
    let read = lines.enumerated().map { index, text in
      RecognizedLine(text, index: index, y: index * 30) { word in
        word.rawText = raw[word.text]
        if badly.contains(word.text) { word.confidence = 0.3 }
        word.joinsPrevious = joined.contains(word.text)
      }
    }
    return TextPage(lines: read)
  }

  @Test func `a reason on words that were badly read weighs less, in proportion`() throws {
    let analyzer = RiskAnalyzer(pack: try Fixture.pack(phrases: ["send the code"]), classifier: nil)
    let sure = analyzer.analyzeInDetail(page(["please send the code today"]))
    let unsure = analyzer.analyzeInDetail(page(["please send the code today"], badly: ["send", "the", "code"]))
    #expect(sure.shares == [RuleScoring.withoutClaim] || sure.shares == [1])
    let ratio = try #require(unsure.shares.first) / (try #require(sure.shares.first))
    #expect(abs(ratio - 0.3 / RecognizedWord.certainty) < 0.001)
    #expect(unsure.sum < sure.sum)
    let evidence = try #require(unsure.assessment.evidence.first)
    #expect(evidence.weight < (try #require(sure.assessment.evidence.first)).weight)
  }

  @Test func `of two places the one that was read better counts`() throws {
    let analyzer = RiskAnalyzer(pack: try Fixture.pack(phrases: ["send it", "give it"]), classifier: nil)
    let sure = analyzer.analyzeInDetail(page(["Now give it please", "or do not"]))
    let both = analyzer.analyzeInDetail(page(["send it please.", "Now give it please"], badly: ["send"]))
    #expect(both.shares == sure.shares)
    #expect(both.assessment.evidence.first?.excerpt == "Now give it please")
  }

  @Test func `plain text is certain`() {
    let confidence = RecognitionConfidence(TextPage(plainText: "send the code"))
    #expect(confidence.certainty(of: 0..<4) == 1)
    #expect(confidence.engineReading(of: 0..<4) == nil)
  }

  @Test func `the engine's reading of a place is known`() {
    let page = page(["go to https://a.example now"], raw: ["https://a.example": "https:/a.example"])
    let confidence = RecognitionConfidence(page)
    #expect(confidence.engineReading(of: 6..<23) == "https:/a.example")
    #expect(confidence.engineReading(of: 0..<5) == nil)
    #expect(confidence.lines(of: 6..<23).isEmpty)
  }

  @Test func `a link put together from two lines is accused only of what its parts have as well`() throws {
    let analyzer = try Fixture.analyzer()
    let whole = page(["sign in at https://paypal.com", ".secure-desk.top/x today"], joined: [".secure-desk.top/x"])
    #expect(whole.text.contains("https://paypal.com.secure-desk.top/x"))
    let rules = analyzer.analyzeInDetail(whole).rules
    let single = analyzer.analyzeInDetail(page(["sign in at https://paypal.com.secure-desk.top/x today"])).rules
    #expect(Set(rules).isStrictSubset(of: single))
  }

  @Test(arguments: [
    (["https://evil-login.com.", "paypal.com/signin"], CheckedLink.Standing.unclear, false),
    (["https://evil.top", ".paypal.com/signin"], .unclear, false),
    (["https://www.paypal.com/", "evil.top/signin"], .unclear, false),
    (["https://paypal.com.", "evil-login.com/a"], .unfamiliar, true),
    (["https://www.paypal.com.", "evil.top/signin"], .unfamiliar, true),
    (["https://secure-", "paypal.com/signin"], .lookAlike, true),
    (["https://www.", "paypal.com/signin"], .own, false), (["https://www.post.", "at/a/b"], .own, false),
    (["https://www.paypal.com/a-", "b/c?d=1"], .own, false), (["https://www.amazon.com.", "be/a"], .own, false),
  ])
  func `an address of two lines is whose both readings say`(
    lines: [String], standing: CheckedLink.Standing, isSuspicious: Bool
  ) throws {
    let joined: Set = lines[1].hasPrefix(".") ? [] : [lines[1]]
    let page = page(["See the details of your payment in your account: " + lines[0], lines[1]], joined: joined)
    let features = PageFeatures(of: page, pack: try Fixture.shipped.get(), shouldStop: { false })
    let links = PageFacts(features, shouldStop: { false }).checked.links
    #expect(links.map(\.standing) == [standing])
    #expect(standing != .unclear || links.allSatisfy { $0.host == nil && $0.owner == nil })
    #expect(features.hits.contains { $0.signal == BuiltInSignal.linkSuspicious.index } == isSuspicious)
  }

  @Test(arguments: [
    (["https://www.pay", "pal.com/signin"], [CheckedLink.Standing.unclear, .unclear]),
    (["https://pay", "pal.com/signin"], [.unclear]), (["https://www.paypa", "l.com/signin"], [.unclear, .unclear]),
    // Another company's ending, and a Colombian domain that anybody may have.
    (["https://www.x", "ing.com/signin"], [.unclear, .unclear]),
    (["https://www.paypal.co", "m/signin"], [.lookAlike]), (["pay", "pal.com/signin"], [.unfamiliar]),
    (["https://www.pay", "hal.com/signin"], [.unfamiliar, .unfamiliar]),
  ])
  func `a company's address that was cut within a word accuses nobody and is nobody's`(
    lines: [String], standings: [CheckedLink.Standing]
  ) throws {
    let page = page(["See your account at " + lines[0], lines[1] + " today"])
    let features = PageFeatures(of: page, pack: try Fixture.shipped.get(), shouldStop: { false })
    #expect(PageFacts(features, shouldStop: { false }).checked.links.map(\.standing) == standings)
    let isSuspected = features.hits.contains { $0.signal == BuiltInSignal.linkUnfamiliar.index }
    #expect(isSuspected == !standings.contains(.unclear))
  }

  @Test(arguments: [
    ["of your payment in your account:", "https://www.paypal.com/signin"], ["Visit", "https://www.paypal.com/signin"],
    ["Sign in at", "www.paypal.com/signin"], ["https://www.paypal.com/signin", "Thank you"],
    ["Visit,", "https://www.paypal.com"], ["Link:", "https://www.paypal.com/a", "www.paypal.com/b"],
  ])
  func `a company's address on a line of its own is its own`(lines: [String]) throws {
    let features = PageFeatures(of: page(lines), pack: try Fixture.shipped.get(), shouldStop: { false })
    let links = PageFacts(features, shouldStop: { false }).checked.links
    #expect(!links.isEmpty && links.allSatisfy { $0.standing == .own })
  }

  @Test func `a link that goes on behind a line's end has no other reading`() throws {
    let analyzer = try Fixture.analyzer()
    let address = ["https://www.google.com/url?", "q=https%3A%2F%2Flarkspur-desk.top%2Fverify"]
    let message = "Your bank account is locked. Sign in at "
    let wrapped = analyzer.analyzeInDetail(page([message + address[0], address[1]]))
    let single = analyzer.analyzeInDetail(page([message + address[0] + address[1]]))
    #expect(wrapped.rules == single.rules && single.rules.contains("link.unfamiliar"))
    #expect(wrapped.assessment.facts.links.map(\.host) == ["larkspur-desk.top"])
  }
}
