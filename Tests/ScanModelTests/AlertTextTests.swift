import ScanModel
import Testing

struct AlertTextTests {
  @Test func `titles are exactly those that users know`() {
    #expect(AlertText.title(.medium) == "⚠ Possible Scam - Be Cautious")
    #expect(AlertText.title(.high) == "⚠ Likely Scam Detected - Stay Alert")
    #expect(AlertText.title(.low) == nil)
    #expect(AlertText.title(.unknown) == nil)
  }

  @Test(arguments: RiskCategory.allCases)
  func `a body is two short calm sentences without numbers or links`(category: RiskCategory) {
    let body = AlertText.body(category)
    #expect(body.count <= 200)
    #expect(body.components(endedBy: ".") == 2, "\(body)")
    #expect(!body.contains { $0.isNumber })
    #expect(!body.contains("!"))
    for forbidden in ["://", "www.", ".com", ".org", "@", "<", ">", "&", "\n"] {
      #expect(!body.contains(forbidden), "\(body)")
    }
    #expect(!body.split(separator: " ").contains { $0.count > 1 && $0 == $0.uppercased() }, "shouting: \(body)")
  }

  @Test func `every kind of scam has words of its own`() {
    let bodies = RiskCategory.allCases.filter { $0 != .none }.map(AlertText.body)
    #expect(Set(bodies).count == bodies.count)
  }

  @Test func `answers to clicks are as calm, and say nothing of the screenshot`() {
    for text in [
      AlertText.marked.title, AlertText.marked.body, AlertText.unmarked.title, AlertText.unmarked.body,
      AlertText.detailsTitle, AlertText.chooseTitle, AlertText.chooseBody, AlertText.settingsTitle,
      AlertText.settingsBody, AlertText.severalKinds,
    ] {
      #expect(text.count <= 200 && !text.contains("!") && !text.contains { $0.isNumber }, "\(text)")
    }
    for body in [AlertText.marked.body, AlertText.unmarked.body] { #expect(body.components(endedBy: ".") == 1) }
  }
}

extension String {
  /// The number of parts that end with `mark`, or -1 if something follows the last mark.
  fileprivate func components(endedBy mark: Character) -> Int {
    last == mark ? filter { $0 == mark }.count : -1
  }
}
