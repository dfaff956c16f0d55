import ScanModel
import Testing

@testable import RiskAnalysis

struct RiskWordingTests {
  @Test func `every explanation and advice is one calm sentence`() throws {
    let messages = try Fixture.messages("scams.jsonl") + Fixture.messages("look_alikes.jsonl")
    for message in messages {
      let assessment = try Fixture.assess(message.text)
      for sentence in [assessment.explanation.english, assessment.advice.english] {
        #expect(RiskWording.problem(in: sentence) == nil, "\(sentence)")
        #expect(sentence.hasSuffix("."))
        #expect(sentence.dropLast().contains(". ") == false, "\(sentence)")
      }
    }
  }

  @Test func `any two messages fit into one explanation`() throws {
    let longest = try Fixture.shipped.get().rules.map(\.message).sorted { $0.count > $1.count }.prefix(2)
    #expect(longest.reduce(0) { $0 + $1.count } + "It , and it .".count <= RiskWording.maximumLength)
  }

  @Test(arguments: ["Act now!", "DANGER ahead", "This is phishing", "", String(repeating: "word ", count: 50)])
  func `shouting, jargon and length are refused`(text: String) {
    #expect(RiskWording.problem(in: text) != nil)
  }

  @Test func `nothing of the screenshot is in the explanation, the advice or a message`() throws {
    let text = "Zyxomat Bank: your account is suspended. Verify at zyxomat-verify.top or pay $123.45 within 24 hours."
    let assessment = try Fixture.assess(text)
    #expect(assessment.level == .high)
    let words = "\(assessment.explanation) \(assessment.advice) \(assessment.evidence.map(\.message))"
    #expect(!words.contains("yxomat"))
    #expect(!words.contains("123"))
  }

  @Test func `without a reason that can be shown it is told what it looks like`() {
    #expect(
      RiskWording.unsureExplanation([], category: .impersonation)
        == """
        I am not sure: it reads like messages that only claim to be from a bank, a company or an office, \
        but honest senders write like that, too.
        """
    )
    #expect(
      RiskWording.explanation(level: .medium, category: .techSupport, evidence: [])
        == "It reads like false warnings about a computer.")
    for category in RiskCategory.allCases {
      #expect(RiskWording.problem(in: RiskWording.unsureExplanation([], category: category).english) == nil)
    }
  }

  @Test func `advice names only what is there in every case`() throws {
    let advice = try Fixture.shipped.get().advice
    for (category, thing) in [
      ("impersonation", "link"), ("impersonation", "number"), ("credential_phishing", "link"), ("delivery", "parcel"),
      ("tech_support", "number"), ("rental", "landlord"),
    ] {
      let sentence = try #require(advice[category])
      #expect(!sentence.contains(thing), "\(sentence)")
    }
  }

  @Test func `the two named reasons are about different things if there are any`() {
    let messages: [Message] = ["links to an odd address", "links to a bare number", "presses you to act at once"]
    #expect(RiskWording.twoReasons(of: messages) == [messages[0], messages[2]])
    #expect(RiskWording.twoReasons(of: Array(messages.prefix(2))) == Array(messages.prefix(2)))
    #expect(RiskWording.twoReasons(of: [messages[0], messages[0]]) == [messages[0]])
    #expect(RiskWording.twoReasons(of: []) == [])
  }
}
