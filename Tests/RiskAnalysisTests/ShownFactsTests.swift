import ScanModel
import Testing
import TextEntities

@testable import RiskAnalysis

/// What people are shown of facts, which models see otherwise, with the shipped table of companies.
struct ShownFactsTests {
  private static func facts(_ text: String) throws -> PageFacts {
    PageFacts(Fixture.features(text, try Fixture.shipped.get()), shouldStop: { false })
  }

  private static func notes(_ text: String) throws -> [String] {
    try facts(text).notes(isClear: false).map(\.message.english)
  }

  private static func value(_ name: String, _ facts: PageFacts) throws -> Float {
    facts.values[try #require(PageFacts.names.firstIndex(of: name))]
  }

  @Test func `words that the table adds to a name are not shown`() throws {
    let brand = Brand(name: "Musterkraft [Energy]", kind: .telecom, domains: [], isCaseSensitive: false)
    #expect(brand.shownName == "Musterkraft")
    for brand in try Fixture.shipped.get().brands {
      #expect(!brand.shownName.isEmpty && !brand.shownName.contains("["), "\(brand.name)")
    }
  }

  @Test(arguments: [
    ("https://www.gov.uk/help", "GOV UK"), ("https://www.bbc.co.uk/news", "BBC"),
    ("https://www.stripe.com/a", "Stripe"),
  ])
  func `an address of several is that of the one whose name it has`(link: String, owner: String) throws {
    #expect(try Self.facts("Read more at \(link)").checked.links.map(\.owner) == [owner])
  }

  @Test(arguments: [
    (
      "Chronopost: votre colis attend, veuillez confirmer votre adresse sur https://garden-tools.example/a",
      "Chronopost itself uses chronopost.fr."
    ),
    // The main one is always named: without it, it would look false.
    ("HSBC: please pay \u{A3}12.50 at https://garden-tools.example/a", "HSBC itself uses hsbc.com and hsbc.co.uk."),
    (
      "PayPal : veuillez confirmer votre adresse sur https://garden-tools.example/a",
      "PayPal itself uses paypal.com, paypal.fr and paypal.ch."
    ),
    (
      "HM Revenue & Customs: claim your rebate at https://garden-tools.example/a",
      "HM Revenue & Customs itself uses www.gov.uk and hmrc.gov.uk."
    ),
    (
      "HSBC: please confirm that you have a new payee at https://garden-tools.example/a",
      "HSBC itself uses hsbc.com and hsbc.co.uk."
    ),
  ])
  func `a company's own address fits its name and the page`(text: String, note: String) throws {
    #expect(try Self.notes(text) == [note])
  }

  @Test func `a look-alike says of whom, and the address of that company helps`() throws {
    let text = "HSBC: a new payee was added. If it was not you, go to https://hsbc-secure-payee.example/a"
    let facts = try Self.facts(text)
    #expect(facts.checked.links.map(\.standing) == [.lookAlike])
    #expect(
      facts.notes(isClear: false).map(\.message).contains(
        "hsbc-secure-payee.example is not among the addresses of HSBC that I know."))
    let usps = try Self.facts("USPS: your parcel waits at https://usps-redelivery.example/a")
    #expect(usps.checked.links.map(\.standing) == [.lookAlike])
    #expect(try Self.notes("Your account at https://paypai-login.example/a waits").contains { $0.contains("PayPal") })
  }

  @Test func `what models see of a link does not change with what is shown`() throws {
    let familiar = try Self.facts("The source is at https://github.com/example/tools")
    #expect(familiar.checked.links.map(\.standing) == [.otherCompany])
    #expect(try Self.value("link_unclear", familiar) == 1 && Self.value("link_other_company", familiar) == 0)
    let bucket = try Self.facts("Sign in at https://storage.googleapis.com/muster/index.html")
    #expect(bucket.checked.links.map(\.standing) == [.freeHost])
    #expect(try Self.value("link_free_host", bucket) == 0)
    let italian = try Self.facts("Call +39 06 5550 1234 or +49 30 5550101 today")
    #expect(italian.checked.numbers.map(\.country) == ["IT", "DE"])
    #expect(try Self.value("number_abroad", italian) == 0)
  }

  @Test(arguments: ["github.com", "notion.so", "x.com", "reddit.com"])
  func `where anybody can put up a page, a known site comforts only on a clear page`(site: String) throws {
    let facts = try Self.facts("Musterbank: sign in at https://\(site)/muster/a to keep your account")
    #expect(facts.shown(isClear: true) == facts.checked && facts.checked.links[0].standing != .freeHost)
    #expect(facts.shown(isClear: false).links.map(\.standing) == [.freeHost])
    let news = try Self.facts("Read it at https://www.nytimes.com/a")
    #expect(news.shown(isClear: false) == news.checked)
  }

  @Test func `a link to a known site that may be misread stays unclear`() throws {
    #expect(try Self.facts("See https://rnuster.example/a").checked.links.map(\.standing) != [.otherCompany])
  }

  @Test(arguments: [
    ("From: Laine & Co. <hello@laine-co.example>", "Laine & Co."),
    ("From: Mus\u{E9}e d'Art <a@musee.example>", "Mus\u{E9}e d'Art"),
    ("From: Muster.de Service <a@muster.example>", "Muster.de Service"),
  ])
  func `a sender's name is quoted as it stands`(line: String, name: String) throws {
    #expect(try Self.facts(line + "\n\nGood morning").checked.senders.map(\.name) == [name])
  }

  @Test(arguments: [("paypal.cm", true), ("paypal.co", true), ("paypal.com", false)])
  func `a sender with a company's name under another country code is not said to fit`(
    domain: String, isUnclear: Bool
  ) throws {
    let facts = try Self.facts("From: PayPal <service@\(domain)>\n\nGood morning")
    #expect(facts.checked.senders.map(\.agreement) == [isUnclear ? .unclear : .agrees])
    #expect(try Self.value("sender_agrees", facts) == 1 && Self.value("sender_unclear", facts) == 0)
  }

  @Test func `an address to write to is told, that of a recipient is not`() throws {
    let free = try Self.notes("You are accused. Write to the commissioner at brigade.muster@gmail.com within 72 hours.")
    #expect(free == ["You are to write to an address at gmail.com, where anybody gets one."])
    #expect(try Self.notes("To: Anna Example <anna@gmail.com>").isEmpty)
    #expect(try Self.facts("Write to brigade.muster@gmail.com today").notes(isClear: true).isEmpty)
    let many = (1...9).map { "Write to a\($0)@muster\($0).example today, they say." }.joined(separator: "\n")
    #expect(try Self.notes(many).count == 2)
  }

  @Test(arguments: [
    "We sent a verification code to anna@gmail.com", "Your email address: anna@gmail.com", "Contact: anna@gmail.com",
    "You are signed in to your account at anna@gmail.com", "Wir haben einen Code an anna@gmail.com gesendet",
    "Signed in as anna@gmail.com", "Invitation to anna@gmail.com",
    "This is an automated message, please do not reply. noreply@gmail.com",
    "Bitte antworten Sie nicht auf diese Nachricht: noreply@gmail.com",
  ])
  func `the reader's own address is none to write to`(text: String) throws {
    #expect(try Self.notes(text).isEmpty)
  }

  @Test(arguments: [
    "Schreiben Sie an brigade.muster@gmail.com", "\u{C9}crivez \u{E0} brigade.muster@gmail.com",
    "Escriba a brigade.muster@gmail.com", "Scriva a brigade.muster@gmail.com", "Schrijf naar brigade.muster@gmail.com",
    "Escreva para brigade.muster@gmail.com", "Please reply to brigade.muster@gmail.com",
  ])
  func `a verb of writing tells of an address to write to`(text: String) throws {
    #expect(try Self.notes(text).count == 1)
  }

  @Test(arguments: [
    ("+447700900123", "+44 7700 900123"), ("+12025550143", "+1 2025 550143"), ("+390655501234", "+39 0655 501234"),
  ])
  func `a number is written with the code of its country apart`(number: String, spaced: String) {
    #expect(CallingCodes.spaced(number) == spaced)
  }

  @Test func `a sender's address that may be misread is not called false`() throws {
    func facts(confidence: Double) throws -> PageFacts {
      let page = TextPage(lines: [
        RecognizedLine("DHL Paket <post@chl.example>", index: 0, y: 40) { $0.confidence = confidence },
        RecognizedLine("Ihre Sendung kommt heute", index: 1, block: 1, y: 120),
      ])
      let features = PageFeatures(of: page, pack: try Fixture.shipped.get(), shouldStop: { false })
      return PageFacts(features, shouldStop: { false })
    }
    #expect(try facts(confidence: 0.95).checked.senders.map(\.agreement) == [.differs])
    let misread = try facts(confidence: 0.4)
    #expect(misread.checked.senders.map(\.agreement) == [.unclear])
    #expect(try Self.value("sender_differs", misread) == 1)
  }

  @Test(arguments: [
    ("Muster fibra\nLlame al 910 602 118 para confirmar", "910 602 118"),
    ("Bien cordialement\nCabinet Muster, Lyon\n04 78 60 11 42", "04 78 60 11 42"),
    ("Message me on WhatsApp 07700\n900461 it is easier", "07700 900461"),
  ])
  func `a number that tells no country is told, unless the page is clear`(text: String, number: String) throws {
    let facts = try Self.facts(text)
    #expect(facts.checked.numbers.map(\.text) == [number])
    #expect(
      facts.notes(isClear: false).map(\.message) == [
        "The message gives the number \(number). I do not know whose number that is."
      ])
    #expect(facts.notes(isClear: true).isEmpty)
  }

  @Test func `what models see of numbers does not change with those in two lines and in accounts`() throws {
    #expect(try Self.value("numbers", Self.facts("Message me on WhatsApp 07700\n900461 it is easier")) == 0)
    let account = try Self.facts("IBAN LT12 3250 0123 4567 8901")
    #expect(account.checked.numbers.isEmpty)
    #expect(try Self.value("numbers", account) == 1)
  }

  @Test(arguments: [
    ("IBAN LT12 3250 0123 4567 8901 au\nnom de K. Petrauskas\n\n14:21", "LT", "K. Petrauskas"),
    ("IBAN LT35 3250 0123 4567 8901 au nom de K. Petrauskas", "LT", "K. Petrauskas"),
    ("Titulaire : Cabinet Muster Gestion\nIBAN : FR76 3000 6000 0112 3456 7890 189", "FR", "Cabinet Muster Gestion"),
    ("Empf\u{E4}nger: Anna von der Muster\nIBAN: DE89 3704 0044 0532 0130 00", "DE", "Anna von der Muster"),
    ("Pay to GB29 NWBK 6016 1331 9268 19, account holder R. Larkspur", "GB", "R. Larkspur"),
    ("Beneficiary IBAN: DE89 3704 0044 0532 0130 00 today", "DE", nil),
    ("Betaal op NL91 ABNA 0417 1643 00 vandaag", "NL", nil),
  ])
  func `an account is told with its country and holder, unless the page is clear`(
    text: String, country: String, holder: String?
  ) throws {
    let facts = try Self.facts(text)
    let notes = facts.notes(isClear: false).filter { $0.rule == ScanReport.Item.accountRule }
    #expect(notes.map(\.message) == [RiskWording.account(in: country, holder: holder)])
    #expect(facts.notes(isClear: true).isEmpty)
  }

  @Test func `the sentence of an account names the country`() {
    #expect(
      RiskWording.account(in: "LT", holder: "K. Muster").english
        == "Country of the account: Lithuania; it is in the name of K. Muster.")
  }

  @Test(arguments: [
    ("Orange : connexion\n\nhttps://orange-compte-client.example/a\n\nOrange\nMot de passe", "Orange"),
    ("14:21\nPayPal\nhttps://paypalkonto.example/a\nPasswort", "PayPal"),
    ("https://www.dhl-zollamt.example/a\n\nDHL\nKartennummer und CVV", "DHL"),
    ("Sparkasse\nhttps://sparkasse-login.example/a\nSparkasse Login\nPIN", "Sparkasse"),
  ])
  func `a page that names a company at an address with its name poses as it`(text: String, name: String) throws {
    let facts = try Self.facts(text)
    #expect(facts.isPosing && facts.checked.links.map(\.standing) == [.lookAlike])
    let domain = try #require(facts.checked.links[0].domain)
    #expect(
      facts.notes(isClear: true).map(\.message).contains(
        "\(domain) is not among the addresses of \(name) that I know."))
  }

  @Test(arguments: [
    "Orange : connexion\n\nhttps://login.orange.fr/\n\nOrange\nMot de passe",
    "Orange : connexion\n\nhttps://www.orange.pl/\n\nOrange\nMot de passe",
    "Sparkasse Musterstadt\nhttps://www.sparkasse-musterstadt.example/a\nIhre Sparkasse\nPIN",
    "Target Larkspur Club\nhttps://targetlarkspur.example/a\nTarget Larkspur\nPassword",
    "Outlook\nhttps://outlook.muster.example/owa\nPassword",
    "Muster Mode\nhttps://muster-mode.example/kasse\nPayPal\nPasswort",
    // A link on the page.
    "Muster Hilfe\nGuten Tag\nPayPal fragt nie danach\nLesen Sie mehr\nhttps://paypal-hilfe.example/a",
    "PayPal hilft: https://paypal-hilfe.example/a",
  ])
  func `a page at an address of its own poses as nobody`(text: String) throws {
    #expect(try !Self.facts(text).isPosing)
  }
}
