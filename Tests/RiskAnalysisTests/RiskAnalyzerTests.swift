import RiskAnalysis
import ScanModel
import Testing

struct RiskAnalyzerTests {
  /// The model has not seen these messages, and rules are no longer derived from them: the bounds are what is reached.
  private static let leastFound = 0.93

  @Test func `most written scams are of medium or high risk, in nearly every category`() throws {
    let messages = try Fixture.messages("scams.jsonl")
    let missed = try messages.filter { try !Fixture.assess($0.text).level.isAlarming }
    let found = Double(messages.count - missed.count)
    #expect(found >= Self.leastFound * Double(messages.count), "\(missed.map(\.text))")
    let categories = Set(messages.compactMap(\.category))
    #expect(categories == Set(RiskCategory.allCases.map(\.rawValue)).subtracting(["none", "unknown"]))
    let lost = categories.filter { category in
      missed.count { $0.category == category } == messages.count { $0.category == category }
    }
    #expect(lost.count <= 1, "\(lost)")
  }

  @Test func `look-alikes stay low, genuine codes above all`() throws {
    let analyzer = try Fixture.analyzer()
    for message in try Fixture.messages("look_alikes.jsonl") {
      let assessment = analyzer.analyze(TextPage(plainText: message.text))
      #expect(assessment.level == .low, "\(message.text) \(assessment.evidence.map(\.rule))")
      #expect(assessment.category == .none)
    }
  }

  @Test func `the category of what is found is mostly right`() throws {
    let judged = try Fixture.messages("scams.jsonl").map { ($0, try Fixture.assess($0.text)) }
    let found = judged.filter { $1.level.isAlarming }
    let right = found.count { $1.category.rawValue == $0.category }
    #expect(Double(right) >= 0.8 * Double(found.count), "\(right) of \(found.count)")
  }

  @Test(arguments: ["", "   \n\n ", "12 34 56", "--- === ***"])
  func `a page without letters is unknown, not low`(text: String) throws {
    let assessment = try Fixture.assess(text)
    #expect(assessment.level == .unknown)
    #expect(assessment.category == .unknown)
    #expect(assessment.scamProbability == nil)
    #expect(assessment.confidence == nil)
  }

  @Test(arguments: ["urgent", "You won", "gift card", "Account suspended"])
  func `a fragment of a few words is low`(text: String) throws {
    #expect(try Fixture.assess(text).level == .low)
  }

  @Test func `one bad message on a page of innocent text is found, with its place`() throws {
    let innocent = "The committee met on Thursday and talked about the garden, the roof and the summer party.\n\n"
    let scam = "USPS: your package is on hold. Pay the fee of $1.99 within 24 hours: usps-parcel-fee.top/pay"
    let text = String(repeating: innocent, count: 12) + scam + "\n\n" + String(repeating: innocent, count: 12)
    let assessment = try Fixture.assess(text)
    #expect(assessment.level == .high)
    #expect(assessment.category == .delivery)
    let start = 12 * innocent.unicodeScalars.count
    let reasons = assessment.evidence.filter { $0.weight > 0 }
    #expect(reasons.allSatisfy { (start..<(start + scam.unicodeScalars.count)).contains($0.range.lowerBound) })
    #expect(assessment.evidence.allSatisfy { TextPage(plainText: text).excerpt($0.range) == $0.excerpt })
  }

  @Test func `an article about scams is low even where it quotes one`() throws {
    let article = """
      How to spot a delivery scam

      Scammers often send messages such as "Your parcel is on hold, pay the fee of $1.99 within 24 hours".

      Report phishing messages to your bank, and never share your codes.
      """
    #expect(try Fixture.assess(article).level == .low)
  }

  @Test func `a link to the company's own address is not held against it`() throws {
    let own = try Fixture.assess(
      "Your PayPal receipt is ready. See it at https://www.paypal.com/activity when you like.")
    let foreign = try Fixture.assess(
      "Your PayPal receipt is ready. See it at https://paypal-activity.top when you like.")
    let ownProbability = try #require(own.scamProbability)
    #expect(ownProbability < (try #require(foreign.scamProbability)))
    #expect(own.level == .low)
  }

  @Test func `the order of sentences and the time of day do not change the verdict`() throws {
    let text = "Your account is suspended. Verify your identity at account-verify.top within 24 hours."
    let first = try Fixture.assess(text)
    #expect(try Fixture.assess(text) == first)
    #expect(first.level == .high)
  }

  private static let spent = JudgingBudget(deadline: .now - .seconds(1))
  private static let harmless = "Nothing to see in this harmless sentence. "
  private static let scam =
    "\n\nYour account is suspended. Verify your identity at account-verify.top within 24 hours or it will be deleted."

  @Test(arguments: [20, 500]) func `a text that was judged in part is never called safe`(count: Int) throws {
    let text = String(repeating: Self.harmless + "\n\n", count: count)
    let part = try Fixture.analyzer().analyze(TextPage(plainText: text), budget: Self.spent)
    #expect(part.level == .unknown && part.scamProbability == nil && part.category == .unknown)
    #expect(!part.isComplete)
    #expect(part.explanation.english.hasPrefix("Only a part of the text could be judged."))
    let whole = try Fixture.analyzer().analyze(TextPage(plainText: text))
    #expect(whole.level == .low && whole.isComplete)
  }

  @Test func `when time runs out, what the rules find most like a scam has been judged`() throws {
    let text = String(repeating: Self.harmless + "\n\n", count: 15) + Self.scam
    let assessment = try Fixture.analyzer().analyze(TextPage(plainText: text), budget: Self.spent)
    #expect(assessment.level == .high)
  }

  @Test func `what is beyond the longest text is not called safe`() throws {
    let filling = String(repeating: Self.harmless, count: RiskAnalyzer.maximumLength / Self.harmless.count + 1)
    let assessment = try Fixture.rulesAlone().analyze(TextPage(plainText: filling + Self.scam))
    #expect(assessment.level == .unknown && !assessment.isComplete)
  }

  @Test func `what is beyond the last passage is not called safe`() throws {
    let columns = (0..<600).map { number in
      RecognizedLine(
        "a b c d e f g", index: number, block: number, x: number % 2 * 2_000, y: number * 200, letterWidth: 20)
    }
    let assessment = try Fixture.rulesAlone().analyze(TextPage(lines: columns))
    #expect(assessment.level == .unknown && !assessment.isComplete)
  }

  /// Typical recognition errors: similar letters, lines that wrap anywhere.
  private func misread(_ text: String) -> String {
    var output = ""
    for (index, character) in text.enumerated() {
      switch (character, index % 3) {
      case ("l", 0): output += "1"
      case ("I", 0): output += "l"
      case ("o", 0): output += "0"
      case ("m", 0): output += "rn"
      case (" ", 0): output += "\n"
      default: output.append(character)
      }
    }
    return output
  }

  @Test func `most scams that are found stay found where every third letter that can be misread is`() throws {
    let found = try Fixture.messages("scams.jsonl").filter { try Fixture.assess($0.text).level.isAlarming }
    let still = try found.count { try Fixture.assess(misread($0.text)).level.isAlarming }
    #expect(Double(still) >= 0.85 * Double(found.count), "\(still) of \(found.count)")
  }

  @Test func `harmless blocks do not add up to a scam`() throws {
    let messages = try Fixture.messages("look_alikes.jsonl").filter { $0.kind != "awareness" }
    for start in stride(from: 0, to: messages.count - 6, by: 6) {
      let page = messages[start..<(start + 6)].map(\.text).joined(separator: "\n\n")
      #expect(try Fixture.assess(page).level != .high, "\(page)")
    }
  }
}

/// The words around a code.
struct CodedPageTests {
  @Test func `a short line beside a bad code does not make it harmless`() throws {
    let words = "Votez pour ma nièce, il suffit de scanner avec l'application !"
    let assessment = try CodeExample(payload: "tg://login?token=abcdef", text: "\(words)\nÉcrire un message").assess()
    #expect(assessment.level == .high && assessment.category == .credentialPhishing)
  }

  @Test func `the account in a code is not one that the text names`() throws {
    let text = "Padaria Bom Dia\nAceitamos PIX\nObrigado e volte sempre"
    let open = CodeExample(payload: "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT", text: text)
    let plain = CodeExample(payload: "tel:", text: text)
    #expect(try open.assess().scamProbability == plain.assess().scamProbability)
  }

  @Test func `money that is promised and taken is a payment scam, whatever else is named`() throws {
    let text = "Refund department\nScan this code and enter your PIN to receive your refund of 12000"
    let assessment = try CodeExample(payload: "upi://pay?pa=a@examplebank&am=12000", text: text).assess()
    #expect(assessment.level == .high && assessment.category == .paymentScam)
  }

  private static func signIn(at address: String, of name: String) throws -> RiskAssessment {
    let lines = [
      "\(name) : connexion", address, name, "Connectez-vous", "Pour consulter vos factures et votre consommation",
      "Adresse e-mail", "Mot de passe", "Mot de passe oubli\u{E9} ?", "Se connecter",
    ]
    let page = TextPage(
      lines: lines.enumerated().map { RecognizedLine($1, index: $0, block: $0, x: 80, y: 20 + 50 * $0) })
    return try Fixture.analyzer().analyze(page)
  }

  @Test func `a sign-in at an address that only has the company's name is not clear`() throws {
    let posing = try Self.signIn(at: "https://orange-espace-compte.example/login", of: "Orange")
    #expect(posing.level.isAlarming || posing.isUnsure)
    for (address, name) in [
      ("https://login.orange.fr/", "Orange"), ("https://konto.muster-mode.example/", "Muster Mode"),
    ] {
      let own = try Self.signIn(at: address, of: name)
      #expect(own.level == .low && !own.isUnsure, "\(address)")
    }
  }
}
