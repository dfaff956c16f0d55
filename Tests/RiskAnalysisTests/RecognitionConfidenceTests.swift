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
    #expect(confidence.firstPart(of: 6..<23) == nil)
  }

  @Test func `a link put together from two lines is accused only if its first part is bad as well`() throws {
    let analyzer = try Fixture.analyzer()
    let whole = page(["sign in at https://paypal.com", ".secure-desk.top/x today"], joined: [".secure-desk.top/x"])
    #expect(whole.text.contains("https://paypal.com.secure-desk.top/x"))
    let rules = analyzer.analyzeInDetail(whole).rules
    let single = analyzer.analyzeInDetail(page(["sign in at https://paypal.com.secure-desk.top/x today"])).rules
    #expect(Set(rules).isStrictSubset(of: single))
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
