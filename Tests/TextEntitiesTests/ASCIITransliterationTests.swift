import Notifications
import ScanModel
import Testing
import TextEntities

struct ASCIITransliterationTests {
  @Test(arguments: [
    ("It asks you to pay.", "It asks you to pay."), ("Größe, naïve façade", "Grosse, naive facade"),
    ("“so” – it’s 5 € …", "\"so\" - it's 5 EUR ..."), ("Łódź Øre Æther œuvre ẞ", "Lodz Ore AEther oeuvre SS"),
    ("e\u{301}te\u{301}", "ete"), ("a\u{A0}b\nc\td", "a b c d"), ("soft\u{AD}hyphen\u{200B}", "softhyphen"), ("", ""),
  ])
  func `text keeps its meaning in plain letters`(text: String, plain: String) {
    #expect(ASCIITransliteration.ascii(text) == plain)
  }

  @Test(arguments: ["Деньги", "お金を払う", "pay 😀", "\u{1B}[2J", "a\u{202E}b"])
  func `what has no plain form is not half shown`(text: String) {
    #expect(ASCIITransliteration.ascii(text) == nil)
  }

  @Test func `the words of every alert have a plain form`() {
    for category in RiskCategory.allCases {
      #expect(ASCIITransliteration.ascii(NotificationText.body(category)) != nil)
    }
  }
}
