import RiskAnalysis
import ScanModel
import Testing

struct PhraseMatchingTests {
  @Test(arguments: [
    ("your account", "Is this your account?"),
    ("your (account|card)", "YOUR CARD has expired"),
    ("your [bank] account", "your bank account and more"),
    ("your [bank] account", "your account and more"),
    ("account ... blocked", "the account has just been blocked"),
    ("verif* now", "please verify now"),
    ("call <phone>", "please call +44 20 7946 0123 today"),
    ("pay <amount>", "you must pay $ 12.50 now"),
    ("within <number> hours", "reply within 24 hours please"),
    ("sign in", "please sign-in here"),
    ("dont share", "we say: don't share it"),
    ("uberprufen sie", "Bitte überprüfen Sie das"),
    ("(one|two (three|four)) five", "two four five times"),
  ])
  func `a phrase is found`(phrase: String, text: String) throws {
    #expect(try Fixture.finds([phrase], in: text))
  }

  @Test(arguments: [
    ("your account", "your old account"),
    ("account ...2 blocked", "the account has by now been blocked"),
    ("verif* now", "veri now"),
    ("call <phone>", "call me on the 12th"),
    ("very very good", "very good"),
    ("your account", "your.\n\naccount"),
    ("one two", "two one"),
  ])
  func `a near miss is not found`(phrase: String, text: String) throws {
    #expect(try !Fixture.finds([phrase], in: text + " and some more words"))
  }

  @Test(arguments: [
    "your account has been suspended",
    "your\naccount has been\nsuspended",
    "your ac-\ncount has been suspended",
    "y\u{200B}our acc\u{AD}ount has been suspended",
    "yоur аccount has been suspеnded",
    "ｙｏｕｒ ａｃｃｏｕｎｔ has been suspended",
    "𝐲𝐨𝐮𝐫 𝐚𝐜𝐜𝐨𝐮𝐧𝐭 has been suspended",
    "your acc0unt has been 5uspended",
    "your accoount has been susppended",
    "YOUR ACCOUNT HAS BEEN SUSPENDED",
  ])
  func `line wraps, disguises and recognition errors do not hide a phrase`(text: String) throws {
    #expect(try Fixture.finds(["your account has been suspended"], in: text))
  }

  @Test(arguments: ["ciick the iink in the modem browser", "cl1ck the l1nk in the modern browser"])
  func `letters that look alike are equal`(text: String) throws {
    #expect(try Fixture.finds(["click the link in the modern browser"], in: text))
  }

  @Test func `an exclusion cancels only the words it overlaps`() throws {
    let never = ["never send the code"]
    #expect(try !Fixture.finds(["send the code"], unless: never, in: "You should never send the code to us"))
    #expect(try Fixture.finds(["send the code"], unless: never, in: "never send the code. Now send the code"))
  }

  @Test func `the evidence holds the words and where they stand`() throws {
    let text = "Hallo.\n\nBitte prüfen Sie your ACCOUNT now"
    let analyzer = RiskAnalyzer(pack: try Fixture.pack(phrases: ["your account"]), classifier: nil)
    let evidence = try #require(analyzer.analyze(TextPage(plainText: text)).evidence.first)
    #expect(evidence.excerpt == "Bitte prüfen Sie your ACCOUNT now")
    #expect(evidence.range == 8..<text.unicodeScalars.count)
  }
}
