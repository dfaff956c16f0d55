import ScanModel
import Testing

@testable import RiskAnalysis

struct OcclusionAttributionTests {
  @Test func `parts end where lines and sentences end, and none is tiny`() {
    #expect(OcclusionAttribution.split(0..<30, at: [10, 20]) == [0..<10, 10..<20, 20..<30])
    #expect(OcclusionAttribution.split(5..<20, at: [6, 12, 19]) == [5..<12, 12..<20])
    #expect(OcclusionAttribution.split(0..<6, at: []) == [0..<6])
  }

  @Test(arguments: [1, 7, 40, 80])
  func `the parts are the passage, in order, at most as many as are tried`(count: Int) {
    let parts = OcclusionAttribution.split(0..<count, at: Array(1..<count))
    #expect(parts.flatMap { Array($0) } == Array(0..<count))
    #expect(parts.count <= OcclusionAttribution.maximumParts)
  }

  @Test func `a reason points at the words that say it`() throws {
    let text = """
      Hi mum, my phone broke, this is my new number, please save it.
      Can you transfer 950 euros to this account for me today, I will pay you back tomorrow?
      The weather here is fine this week and the roads are dry again.
      """
    let assessment = try Fixture.assess(text)
    let cue = try #require(assessment.cues.first { $0.cue == .asksMoney })
    #expect(TextPage(plainText: text).excerpt(cue.range).contains("transfer 950 euros"))
    #expect(assessment.evidence.contains { $0.rule == "cue.asks_money" && $0.range == cue.range })
  }

  @Test func `an alarm of the encoder names what it heard, never only that it heard something`() throws {
    for message in try Fixture.messages("scams.jsonl") {
      let assessment = try Fixture.assess(message.text)
      guard assessment.level != .low else { continue }
      #expect(assessment.evidence.contains { $0.weight > 0 }, "\(message.text)")
      for cue in assessment.cues { #expect((0...1).contains(cue.confidence) && !cue.range.isEmpty) }
      #expect(assessment.cues.map(\.confidence) == assessment.cues.map(\.confidence).sorted(by: >))
    }
  }
}
