import Notifications
import ScanModel
import Testing

struct NotificationTextTests {
  @Test func `titles are exactly those that users know`() {
    #expect(NotificationText.title(.medium) == "⚠ Possible Scam - Be Cautious")
    #expect(NotificationText.title(.high) == "⚠ Likely Scam Detected - Stay Alert")
    #expect(NotificationText.title(.low) == nil)
    #expect(NotificationText.title(.unknown) == nil)
  }

  @Test(arguments: RiskCategory.allCases)
  func `a body is two short calm sentences without numbers or links`(category: RiskCategory) {
    let body = NotificationText.body(category)
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
    let bodies = RiskCategory.allCases.filter { $0 != .none }.map(NotificationText.body)
    #expect(Set(bodies).count == bodies.count)
  }

  @Test func `answers to clicks are as calm, and say nothing of the screenshot`() {
    for text in [
      NotificationText.marked.title, NotificationText.marked.body, NotificationText.unmarked.title,
      NotificationText.unmarked.body,
      NotificationText.detailsTitle, NotificationText.chooseTitle, NotificationText.chooseBody,
      NotificationText.settingsTitle,
      NotificationText.settingsBody, NotificationText.severalKinds,
    ] {
      #expect(text.count <= 200 && !text.contains("!") && !text.contains { $0.isNumber }, "\(text)")
    }
    for body in [NotificationText.marked.body, NotificationText.unmarked.body] {
      #expect(body.components(endedBy: ".") == 1)
    }
  }
}

extension String {
  /// Number of parts that end with `mark`, or -1 if text follows the last one.
  fileprivate func components(endedBy mark: Character) -> Int {
    last == mark ? filter { $0 == mark }.count : -1
  }
}
