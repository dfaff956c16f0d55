import Foundation
import Testing

@testable import Application
@testable import ScanModel

/// How to find out fits who may have written, and what is there.
struct FindingOutTests {
  private static let place = ReportedPlace(boxes: [], range: nil)

  private static func report(
    _ rule: String = "cue.presses", _ message: Message = "It presses you to act quickly.", cues: [RiskCue] = [],
    number: String? = nil, link: String? = nil, code: CodeAction? = nil
  ) -> ScanReport {
    var report = ScanReport(id: "x")
    report.riskLevel = .low
    report.isUnsure = true
    report.category = .none
    report.advice = "Ask the sender."
    report.evidence = [
      .init(rule: rule, weight: 2, message: message, excerpt: "the very words", boxes: [], range: nil),
      .init(rule: "context.chat", weight: -1, message: "It is everyday chat.", excerpt: "", boxes: [], range: nil),
    ]
    report.cues = cues.map { .init(cue: $0, confidence: 0.8, boxes: [], range: nil) }
    let links = link.map {
      ReportedFacts.Link(text: $0, host: $0, domain: $0, owner: nil, standing: .unfamiliar, place: place)
    }
    report.facts = ReportedFacts(
      links: links.map { [$0] } ?? [], senders: [],
      numbers: number.map { [.init(text: $0, country: "HK", place: place)] } ?? [])
    report.codes = code.map { [ReportedCode(kind: .qr, action: $0, payload: nil, boxes: [], verdict: .low)] }
    return report
  }

  private static func likeness(_ words: String) -> Message { "It \(Message(whole: words))." }

  @Test func `a stranger on a number from abroad has no card and no contract`() {
    let steps = FindingOut.steps(
      Self.report(
        "cue.likeness", Self.likeness("reads like talk that builds trust to ask for money later"),
        number: "+852 5555 0142"))
    #expect(steps.first == "If you do not know this number, do not answer; ask somebody you trust.")
    #expect(steps.count == 2 && !steps.joined().contains("card"))
  }

  @Test(arguments: [
    ([RiskCue.posesRelative, .asksMoney], "cue.poses_relative", "Call the real person, on the number"),
    ([.newNumber], "generic.greeting", "Call the real person, on the number"),
    ([.posesCompany], "job.cold_offer", "Look the company up yourself"),
    ([.posesCompany], "cue.poses_company", "Do not call the number shown. Use the one on your card"),
    ([], "account.locked", "Do not call the number shown. Use the one on your card"),
    ([.asksMoney], "cue.asks_money", "Do not pay yet. Ask the sender yourself"),
    ([], "cue.presses", "Do not reply. Ask the sender yourself"),
    ([], "prize.won", "If you do not know this number"),
    ([], "payment.invoice", "If you do not know this number"),
    ([.posesCompany], "payment.invoice", "Do not call the number shown. Use the one on your card"),
  ])
  func `who may have written decides whom to ask`(cues: [RiskCue], rule: String, beginning: String) throws {
    let steps = FindingOut.steps(Self.report(rule, cues: cues, number: "+1 202 555 0142"))
    #expect(try #require(steps.first).hasPrefix(beginning))
  }

  @Test func `what the reasons say is not told above them`() {
    var report = Self.report()
    report.explanation =
      "I am not sure: it presses you to act quickly, as scams do, and as honest senders sometimes do."
    #expect(
      ReasonList.introduction(to: report)
        == "I am not sure. Scams do this, and honest senders sometimes do, too:")
    #expect(ReasonList.doubts(about: report) == ["It is everyday chat."])
    report.riskLevel = .high
    report.confidence = 0.99
    #expect(ReasonList.introduction(to: report) == nil)
    report.confidence = 0.3
    #expect(ReasonList.introduction(to: report) == RiskWords.doubt(about: report)?.english)
  }

  @Test func `what no reason says is told, and nothing speaks against nothing`() {
    var report = Self.report()
    report.explanation = "I am not sure: it reads like blackmail, but honest senders write like that, too."
    report.evidence.removeFirst()
    #expect(ReasonList.introduction(to: report) == report.explanation.english)
    #expect(ReasonList.doubts(about: report).isEmpty)
    // What the user taught is no reason.
    report = Self.report()
    report.explanation = "You marked this picture as harmless."
    report.evidence.append(
      .init(rule: "x", weight: -9, message: report.explanation, excerpt: "", boxes: [], range: nil))
    #expect(ReasonList.introduction(to: report) == report.explanation.english)
  }

  @Test func `what a code pays is told once`() {
    func item(_ rule: String, _ message: Message) -> ScanReport.Item {
      .init(rule: rule, weight: 0, message: message, excerpt: "", boxes: [], range: nil)
    }
    let effect = item("code.pay", "This code pays 148.75 EUR to Marko Lenz (the account ending in 4931).")
    let account = item(
      ScanReport.Item.payeeDoubtRule, "The code pays another account than the one on the page (it ends in 4931).")
    let payee = item(
      ScanReport.Item.payeeDoubtRule, "The code pays 148.75 EUR to Marko Lenz, who is named nowhere on the page.")
    var report = Self.report()
    report.explanation = account.message
    report.evidence = [effect, account]
    #expect(ReasonList.effects(of: report) == [effect.message.english])
    #expect(CheckedFactsList.sentences(report).isEmpty)
    report.evidence = [effect, account, payee]
    #expect(ReasonList.effects(of: report).isEmpty)
    #expect(CheckedFactsList.sentences(report) == [payee.message.english])
    report.evidence = [effect, item("code.pay", "This code pays Ann what you enter."), account, payee]
    #expect(ReasonList.effects(of: report).count == 2)
  }

  @Test func `a landlord shows the place first`() {
    let steps = FindingOut.steps(
      Self.report(
        "cue.likeness", Self.likeness("reads like false offers of things to rent or buy"), link: "homes.example"))
    #expect(steps.prefix(2) == ["Do not use the link.", "See the thing before you pay; pay nothing in advance."])
  }

  @Test func `the address of a page is no link to use`() {
    var report = Self.report(cues: [.posesCompany], link: "post-fee.example")
    report.screen = JudgedScreen(kind: .webPage, confidence: 0.9)
    report.text = "post-fee.example\nYour parcel waits"
    let steps = FindingOut.steps(report)
    #expect(steps.first?.hasPrefix("Do not enter anything on this page.") == true && steps.count == 2)
  }

  @Test func `a code that pays is compared with an earlier bill`() {
    let steps = FindingOut.steps(Self.report(cues: [.posesCompany], code: .pay))
    #expect(steps.first == "Do not pay with this code. Compare name and account with an earlier bill.")
  }

  @Test(arguments: [
    ([RiskCue.asksCode, .posesRelative], "Call the real person, on the number you had for them before."),
    ([.asksCode], "Do not reply. Ask the sender yourself, on a number or at an address that you already had."),
  ])
  func `what not to do leaves room for whom to ask`(cues: [RiskCue], last: String) {
    var report = Self.report(cues: cues, link: "a.example", code: .pay)
    report.facts?.senders = [
      .init(name: "A", address: "a@b.example", domain: "b.example", agreement: .unclear, place: Self.place)
    ]
    let steps = FindingOut.steps(report)
    #expect(steps.count == 3 && steps.first?.hasPrefix("Do not pay with this code.") == true)
    #expect(steps.last == last)
  }

  @Test func `where the warning of a link has no place, it is said how else to get there`() {
    let steps = FindingOut.steps(Self.report(cues: [.asksCode, .posesCompany], link: "a.example", code: .pay))
    #expect(steps.count == 3)
    #expect(
      steps.last
        == "Do not reply. Open the app or the site yourself, or call the number on your card or your contract.")
  }

  @Test(arguments: [nil, "+1 202 555 0142"], [nil, "a.example"])
  func `there are two or three steps, each once`(number: String?, link: String?) {
    let cues: [[RiskCue]] = [[], [.posesCompany], [.posesRelative], [.asksCode, .posesCompany], [.asksMoney]]
    for cues in cues {
      for code in [nil, CodeAction.pay, .openLink] {
        let steps = FindingOut.steps(Self.report(cues: cues, number: number, link: link, code: code))
        #expect((2...3).contains(steps.count) && Set(steps).count == steps.count, "\(steps)")
      }
    }
  }

  @Test func `where nobody is sure, reasons and doubts are told, and the steps once`() {
    let report = Self.report()
    #expect(ReasonList.lines(of: report, withExcerpts: true) == ["• It presses you to act quickly. “the very words”"])
    #expect(ReasonList.doubts(about: report) == ["It is everyday chat."])
    let html = EntryDocument(
      report: report, number: 1, verified: nil, picture: .missing("gone"), isRedacted: false, writtenAt: Date()
    ).html()
    #expect(html.contains(">How to find out<") && !html.contains(">What to do<") && !html.contains("Ask the sender."))
    #expect(html.contains("What speaks against a scam") && html.contains("everyday chat"))
  }
}
