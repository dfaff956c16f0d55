import CodeContents
import ScanModel
import Testing

@testable import RiskAnalysis

/// Whether a page names whom its code pays.
struct PayeeTests {
  private static func bill(to payee: String) -> String {
    "BCD\n002\n1\nSCT\n\n\(payee)\nDE89370400440532013000\nEUR486.20\n\n\nInvoice 1184"
  }

  private static let page = """
    Haberkorn Joinery
    Invoice 1184 of 12 November
    Worktop of oak and fitting 486.20 EUR
    Please pay within two weeks, or scan this code with your banking app
    Thank you for your order
    """

  @Test func `an ordinary bill names whom its code pays, and is clear`() throws {
    let assessment = try CodeExample(payload: Self.bill(to: "Haberkorn Joinery Ltd"), text: Self.page).assess()
    #expect(assessment.level == .low && !assessment.isUnsure)
    let fact = try #require(assessment.evidence.first { $0.rule == ScanReport.Item.payeeRule })
    #expect(
      fact.message == "The code gives the name “Haberkorn Joinery Ltd” and 486.20 EUR, as the page does."
        && fact.weight == 0)
  }

  private static func agreements(_ payload: String, _ page: String = page) throws -> [Message] {
    let example = CodeExample(payload: payload, text: page)
    let features = PageFeatures(
      of: example.page, codes: example.codes, pack: try Fixture.shipped.get(), shouldStop: { false })
    let check = PaymentCheck(features, codes: example.codes)
    return example.codes.compactMap { check.facts(of: $0.content).agreement }
  }

  @Test func `an account is compared before it is said to be that of the page`() throws {
    let bill = Self.bill(to: "Haberkorn Joinery Ltd")
    #expect(
      try Self.agreements(bill, Self.page + "\nIBAN DE89 3704 0044 0532 0130 00") == [
        "The code gives the name “Haberkorn Joinery Ltd”, 486.20 EUR and the account, as the page does."
      ])
    // No IBAN, and one of a country whose form is not known.
    for (account, other) in [
      ("acct-4711", "GB29 NWBK 6016 1331 9268 19"), ("GI75NWBK000000007099453", "DE89 3704 0044 0532 0130 00"),
    ] {
      let payload = bill.replacing("DE89370400440532013000", with: account)
      #expect(try Self.agreements(payload, Self.page + "\nIBAN \(other)").isEmpty)
    }
  }

  @Test(arguments: ["EUR48620", "EUR1184", "EUR20.26", "EUR12"])
  func `a number of the page that is no amount agrees with nothing`(amount: String) throws {
    let payload = Self.bill(to: "Haberkorn Joinery Ltd").replacing("EUR486.20", with: amount)
    #expect(try Self.agreements(payload, Self.page + " of 2026").isEmpty)
  }

  @Test(arguments: ["Haberkorn Lenzing", "Please Order"])
  func `a name agrees only with all its words, and not with ordinary ones`(name: String) throws {
    #expect(try Self.agreements(Self.bill(to: name)).isEmpty)
  }

  @Test func `a name without long words tells nothing`() throws {
    let names = WrittenNames(
      Array("Thank you".unicodeScalars), Fixture.features("Thank you", try Fixture.shipped.get()))
    #expect(names.has(anyOf: "Marko Lenzing") == false && names.has(anyOf: "Li") == nil)
  }

  @Test(arguments: [
    ("Schreinerei M\u{FC}ller", "SCHREINEREI MUELLER"), ("Caf\u{E9} Rosalie", "Cafe Rosalie"),
    ("Stra\u{DF}enbau", "Strassenbau"), ("Haberkorn", "Haber-\nkorn"), ("Haberkorn", "Haber korn"),
  ])
  func `another spelling is no other name`(page: String, name: String) throws {
    for (page, name) in [(page, name), (name, page)] {
      let features = Fixture.features(page, try Fixture.shipped.get())
      #expect(WrittenNames(features.scalars, features).has(anyOf: name) == true)
    }
  }

  @Test func `numbers are read in every notation`() {
    let values = WrittenNumbers(Array("1.250,00 1 250 000\n3 20.26 486.2 12'345.67".unicodeScalars)).values
    #expect(values.isSuperset(of: [125_000, 125_000_000, 2_026, 48_620, 1_234_567]) && !values.contains(325_000))
  }

  @Test func `an amount behind a group of digits has two readings, neither of which agrees`() throws {
    for amount in ["EUR250", "EUR1250"] {
      let payload = Self.bill(to: "Haberkorn Joinery Ltd").replacing("EUR486.20", with: amount)
      #expect(try Self.agreements(payload, Self.page.replacing("486.20", with: "1 250,00")).isEmpty)
    }
  }

  @Test func `a code that pays somebody else leaves a bill unclear, and says why`() throws {
    let assessment = try CodeExample(payload: Self.bill(to: "Marko Lenzing"), text: Self.page).assess()
    #expect(assessment.level != .low || assessment.isUnsure)
    let fact = try #require(assessment.evidence.first { $0.rule == ScanReport.Item.payeeDoubtRule })
    #expect(fact.message == "The code pays 486.20 EUR to Marko Lenzing, who is named nowhere on the page.")
    #expect(assessment.level != .low || assessment.explanation == fact.message)
    #expect(assessment.advice.english.hasPrefix("Do not pay before you have checked the demand"))
  }

  @Test func `a code without a name says nothing`() throws {
    let assessment = try CodeExample(payload: Self.bill(to: ""), text: Self.page).assess()
    #expect(!assessment.evidence.contains { $0.rule.hasPrefix("fact.payee") })
  }

  private static func doubts(_ payload: String, _ page: String) throws -> [Message] {
    let assessment = try CodeExample(payload: payload, text: page).assess()
    let doubts = assessment.evidence.filter { $0.rule == ScanReport.Item.payeeDoubtRule }.map(\.message)
    if !doubts.isEmpty { #expect(assessment.level != .low || assessment.isUnsure) }
    return doubts
  }

  @Test(arguments: [
    ("EUR842", "84.20 EUR", "The code pays 842 EUR; the page says 84.20 EUR."),
    ("EUR900", "EUR 1 250,00", "The code pays 900 EUR, an amount that is nowhere on the page."),
    ("EUR900", "EUR 1\u{2019}250.00", "The code pays 900 EUR, an amount that is nowhere on the page."),
    ("EUR1250", "1\u{2019}250.00 EUR", ""), ("EUR1250", "EUR 1 250,00", ""),
    ("EUR1250", "1 250,00 \u{20AC}", ""), ("EUR1250.00", "1.250,00 \u{20AC}", ""), ("EUR84.20", "EUR 84,20", ""),
  ])
  func `the amount of a code is compared with the page`(amount: String, written: String, doubt: String) throws {
    let page = Self.page.replacing("486.20 EUR", with: written)
    let payload = Self.bill(to: "Haberkorn Joinery Ltd").replacing("EUR486.20", with: amount)
    #expect(try Self.doubts(payload, page).map(\.english) == (doubt.isEmpty ? [] : [doubt]))
  }

  @Test func `one of several amounts is not named as the one that the page says`() throws {
    let payload = Self.bill(to: "Haberkorn Joinery Ltd").replacing("EUR486.20", with: "EUR900")
    let doubts = try Self.doubts(payload, Self.page + "\nA reminder costs 12.50 EUR")
    #expect(doubts == ["The code pays 900 EUR, an amount that is nowhere on the page."])
  }

  @Test func `the account of a code is compared with the page`() throws {
    let bill = Self.bill(to: "Haberkorn Joinery Ltd")
    #expect(try Self.doubts(bill, Self.page + "\nIBAN DE89 3704 0044 0532 0130 00").isEmpty)
    #expect(
      try Self.doubts(bill, Self.page + "\nIBAN GB29 NWBK 6016 1331 9268 19") == [
        "The code pays another account than the one on the page (it ends in 3000)."
      ])
  }

  @Test func `the account in a code is not told as one of the page`() throws {
    let example = CodeExample(payload: Self.bill(to: "Haberkorn Joinery Ltd"), text: Self.page)
    let features = PageFeatures(
      of: example.page, codes: example.codes, pack: try Fixture.shipped.get(), shouldStop: { false })
    let notes = PageFacts(features, shouldStop: { false }).notes(isClear: false)
    #expect(!notes.contains { $0.rule == ScanReport.Item.accountRule })
  }
}
