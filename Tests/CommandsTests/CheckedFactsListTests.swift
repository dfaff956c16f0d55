import Application
import Foundation
import Testing

@testable import ScanModel

/// *What was checked*, and how to find out.
struct CheckedFactsListTests {
  private static func report(
    links: [ReportedFacts.Link] = [], senders: [ReportedFacts.Sender] = [], numbers: [ReportedFacts.Number] = [],
    evidence: [ScanReport.Item] = []
  ) -> ScanReport {
    var report = ScanReport(
      id: "x", path: nil, sha256: nil, source: .manual, capturedAt: nil, scannedAt: Date(), image: nil,
      riskLevel: .low, confidence: 0.9, scamProbability: 0.1, category: .none, explanation: "", advice: "",
      evidence: evidence, text: "", ocr: nil, requiresReview: false, timings: .init(), error: nil)
    report.facts = ReportedFacts(links: links, senders: senders, numbers: numbers)
    return report
  }

  private static let place = ReportedPlace(boxes: [], range: nil)

  private static func link(
    _ domain: String?, _ standing: CheckedLink.Standing, owner: String? = nil
  ) -> ReportedFacts.Link {
    ReportedFacts.Link(
      text: "some.link/x", host: domain, domain: domain, owner: owner, standing: standing, place: place)
  }

  private static func sender(_ agreement: CheckedSender.Agreement, name: String? = "DPD") -> ReportedFacts.Sender {
    ReportedFacts.Sender(
      name: name, address: "a@muster-mode.example", domain: "muster-mode.example", agreement: agreement, place: place)
  }

  @Test(arguments: CheckedLink.Standing.allCases)
  func `every standing of a link is a sentence with its domain`(standing: CheckedLink.Standing) throws {
    let sentences = CheckedFactsList.sentences(Self.report(links: [Self.link("parcel.example", standing)]))
    #expect(sentences.count == 1)
    #expect(sentences[0].contains("parcel.example") && sentences[0].hasSuffix("."))
  }

  @Test func `what speaks against it comes first, then the company's own address`() {
    let own = ScanReport.Item(
      rule: ScanReport.Item.speakerRule, weight: 0, message: "USPS itself uses usps.com.", excerpt: "", boxes: [],
      range: nil)
    let report = Self.report(
      links: [Self.link("usps.com", .own, owner: "USPS"), Self.link("usps-redelivery.example", .lookAlike)],
      senders: [Self.sender(.differs)], numbers: [.init(text: "+63 917", country: "PH", place: Self.place)],
      evidence: [own])
    let sentences = CheckedFactsList.sentences(report)
    #expect(
      sentences.map { String($0.prefix(29)) } == [
        "The sender says “DPD”, but th", "The link leads to usps-redeli", "USPS itself uses usps.com.",
        "Country of the number +63 917", "The link leads to usps.com, a",
      ])
  }

  @Test func `the same domain is told once, and a misread one is not called false`() {
    let sentences = CheckedFactsList.sentences(
      Self.report(links: [Self.link("rnicrosoft.example", .unclear), Self.link("rnicrosoft.example", .unclear)]))
    #expect(sentences == ["The link reads like rnicrosoft.example, but may be misread; look at it yourself."])
  }

  @Test func `a sender without a name and a number without a country say nothing`() {
    let report = Self.report(
      senders: [Self.sender(.unclear, name: nil)], numbers: [.init(text: "12345", country: nil, place: Self.place)])
    #expect(CheckedFactsList.sentences(report).isEmpty)
  }

  @Test func `what a screenshot says cannot reach the terminal as it is`() {
    let sentences = CheckedFactsList.sentences(Self.report(links: [Self.link("a\u{1B}[2Jb.example", .unfamiliar)]))
    #expect(!sentences[0].contains("\u{1B}"))
  }

  @Test func `finding out fits what is shown`() {
    #expect(FindingOut.steps(Self.report(links: [Self.link("a.example", .unfamiliar)]))[0].contains("the link"))
    #expect(
      FindingOut.steps(Self.report(numbers: [.init(text: "1", country: nil, place: Self.place)]))[0].contains("number"))
    #expect(FindingOut.steps(Self.report())[0].contains("Do not reply"))
    for report in [Self.report(), Self.report(links: [Self.link("a.example", .own)], senders: [Self.sender(.agrees)])] {
      #expect((2...3).contains(FindingOut.steps(report).count))
    }
  }

  @Test func `what to do names the very link and number, then gives the advice for its kind`() {
    var report = Self.report(
      links: [Self.link("usps.com", .own), Self.link("usps-redelivery.example", .lookAlike)],
      numbers: [.init(text: "+63 917 555 0101", country: "PH", place: Self.place)])
    report.riskLevel = .high
    report.advice = "Look up the parcel yourself."
    #expect(
      WhatToDo.steps(report) == [
        "Do not use the link to usps-redelivery.example.", "Do not call or write to the number +63 917 555 0101.",
        "Look up the parcel yourself.",
      ])
    // As the history keeps it.
    report.facts?.links = []
    report.facts?.numbers[0].text = "[phone number]"
    #expect(
      WhatToDo.steps(report) == ["Do not call or write to the number shown.", "Look up the parcel yourself."])
    #expect(CheckedFactsList.sentences(report) == ["Country of the telephone number: Philippines."])
  }

  @Test func `an account is told, and with an alarm one is to transfer nothing to it`() {
    let account = ScanReport.Item(
      rule: ScanReport.Item.accountRule, weight: 0, message: "Country of the account: Lithuania.", excerpt: "",
      boxes: [], range: nil)
    var report = Self.report(evidence: [account])
    #expect(CheckedFactsList.sentences(report) == [account.message.english])
    report.riskLevel = .high
    report.advice = "Call the person."
    #expect(WhatToDo.steps(report) == ["Do not transfer anything to that account.", "Call the person."])
  }

  @Test func `of a sender whose address may be misread nothing is stated`() {
    #expect(
      CheckedFactsList.sentences(Self.report(senders: [Self.sender(.unclear)])) == [
        "The sender says “DPD”, and the address reads like muster-mode.example; look whether that fits."
      ])
  }

  @Test func `without an alarm only the advice is given`() {
    var report = Self.report(links: [Self.link("a.example", .unfamiliar)])
    report.advice = "Ask somebody."
    #expect(WhatToDo.steps(report) == ["Ask somebody."])
  }

  private static func page(_ link: ReportedFacts.Link, kind: ScreenKind = .webPage) -> ScanReport {
    var report = Self.report(links: [link])
    report.screen = JudgedScreen(kind: kind, confidence: 0.9)
    report.text = "\n< some.link/x\nPlease sign in"
    return report
  }

  @Test func `the address of a page is not called a link`() {
    let sentences = CheckedFactsList.sentences(Self.page(Self.link("parcel.example", .unfamiliar)))
    #expect(sentences == ["The page is at parcel.example. I do not know whose address that is."])
    // Below the title of a tab, or the time of day.
    for head in ["Parcel: sign in\n\n", "14:21\n\nLTE 78%\n"] {
      var below = Self.page(Self.link("parcel.example", .unfamiliar))
      below.text = head + "some.link/x\nPlease sign in"
      #expect(CheckedFactsList.sentences(below) == sentences)
      below.text = head + "Good morning,\nyour parcel is here:\nsome.link/x"
      #expect(CheckedFactsList.sentences(below)[0].hasPrefix("The link leads to"))
    }
    let mail = CheckedFactsList.sentences(Self.page(Self.link("parcel.example", .unfamiliar), kind: .mail))
    #expect(mail[0].hasPrefix("The link leads to"))
    var notification = Self.page(Self.link("parcel.example", .unfamiliar), kind: .popup)
    notification.text = "Muster Browser some.link/x\nYour computer is at risk"
    #expect(CheckedFactsList.sentences(notification)[0].hasPrefix("The link leads to"))
  }

  @Test(arguments: [CheckedLink.Standing.own, .otherCompany])
  func `a known address above a page is not vouched for, because a page can draw it`(standing: CheckedLink.Standing) {
    #expect(
      CheckedFactsList.sentences(Self.page(Self.link("usps.com", standing, owner: "USPS"))) == [
        "The address at the top reads usps.com, which belongs to USPS; a page can draw such a line itself."
      ])
    #expect(
      CheckedFactsList.sentences(Self.page(Self.link("usps.com", standing))) == [
        "The address at the top reads usps.com, a well-known one; a page can draw such a line itself."
      ])
  }

  @Test func `a host for pages of others is named itself`() {
    let form = ReportedFacts.Link(
      text: "docs.google.com/forms/d/x", host: "docs.google.com", domain: "google.com", owner: nil, standing: .freeHost,
      place: Self.place)
    var report = Self.report(links: [form])
    #expect(
      CheckedFactsList.sentences(report) == ["The link leads to docs.google.com, where anybody can put up a page."])
    report.riskLevel = .high
    #expect(WhatToDo.steps(report).first == "Do not use the link to docs.google.com.")
  }

  @Test func `a link to where the sender writes from fits only without an alarm`() {
    var report = Self.report(
      links: [Self.link("muster-mode.example", .unfamiliar)], senders: [Self.sender(.agrees, name: "Muster Mode")])
    #expect(
      CheckedFactsList.sentences(report).last
        == "The link leads to muster-mode.example, the address that the sender writes from, too.")
    // A scam writes from its own domain, too.
    for level in [RiskLevel.medium, .high] {
      report.riskLevel = level
      #expect(WhatToDo.steps(report).first == "Do not use the link to muster-mode.example.")
      #expect(
        CheckedFactsList.sentences(report).contains(
          "The link leads to muster-mode.example. I do not know whose address that is."))
    }
  }

  @Test func `a look-alike is told with the company whose name it has`() {
    let known = ScanReport.Item(
      rule: ScanReport.Item.lookAlikeRule, weight: 0,
      message: "usps-post.example has the name USPS in it, but is no address of that company.", excerpt: "", boxes: [],
      range: nil)
    let report = Self.report(links: [Self.link("usps-post.example", .lookAlike)], evidence: [known])
    #expect(CheckedFactsList.sentences(report) == [known.message.english])
  }

  @Test(arguments: [
    ("wa.me/447700900123", "wa.me", "The link opens a WhatsApp chat with +44 7700 900123 (United Kingdom)."),
    (
      "https://api.whatsapp.com/send?phone=%2B447700900123&text=1", "api.whatsapp.com",
      "The link opens a WhatsApp chat with +44 7700 900123 (United Kingdom)."
    ),
    ("wa.me/[number]", "wa.me", "The link opens a WhatsApp chat."),
    ("wa.me/message/447700900123", "wa.me", "The link opens a WhatsApp chat."),
    ("wa.me/?text=447700900123", "wa.me", "The link opens a WhatsApp chat."),
    ("wa.me/4477009001Z3", "wa.me", "The link opens a WhatsApp chat."),
    ("t.me/muster", "t.me", "The link opens a Telegram chat."),
  ])
  func `a link to a chat says so`(text: String, host: String, sentence: String) {
    let link = ReportedFacts.Link(
      text: text, host: host, domain: host, owner: nil, standing: .otherCompany, place: Self.place)
    #expect(CheckedFactsList.sentences(Self.report(links: [link])) == [sentence])
    // Of what may be misread no number is told.
    var misread = link
    misread.standing = .unclear
    #expect(
      CheckedFactsList.sentences(Self.report(links: [misread])) == [
        "The link reads like \(host), but may be misread; look at it yourself."
      ])
  }

  @Test(arguments: [
    ("+1 808 555 0101", "the United States, Canada or the Caribbean"), ("+7 495 555 0101", "Russia or Kazakhstan"),
    ("+39 06 555 0101", "Italy"),
  ])
  func `a prefix of several countries tells all of them`(number: String, place: String) {
    let report = Self.report(numbers: [.init(text: number, country: nil, place: Self.place)])
    #expect(CheckedFactsList.sentences(report) == ["Country of the number \(number): \(place)."])
  }

  @Test func `the same site with and without www is told once`() {
    let links = [Self.link("www.gov.example", .unfamiliar), Self.link("gov.example", .unfamiliar)]
    #expect(CheckedFactsList.sentences(Self.report(links: links)).count == 1)
  }

  @Test func `a code that pays something else comes first, with what to do`() {
    let doubt = ScanReport.Item(
      rule: ScanReport.Item.payeeDoubtRule, weight: 0, message: "The code pays 842 EUR; the page says 84.20 EUR.",
      excerpt: "", boxes: [], range: nil)
    let report = Self.report(links: [Self.link("a.example", .unfamiliar)], evidence: [doubt])
    #expect(CheckedFactsList.sentences(report).first == doubt.message.english)
    #expect(
      FindingOut.steps(report).first
        == "Do not pay with this code. Compare name and account with an earlier bill.")
  }
}
