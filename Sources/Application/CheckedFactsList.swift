internal import Localization
package import ScanModel

/// *What was checked*: whose links, senders and numbers a screenshot shows; what speaks against the sender comes first.
package enum CheckedFactsList {
  /// More would not be read.
  private static let maximum = 6

  package static func sentences(_ report: ScanReport) -> [String] {
    guard let facts = report.facts else { return [] }
    func known(_ rules: String...) -> [String] {
      // What the explanation says is not told twice.
      report.evidence.filter { rules.contains($0.rule) && $0.message != report.explanation }.map {
        TerminalEscaping.escaped("\($0.message)")
      }
    }
    let links = unique(facts.links.map { LinkSentence($0, in: report) }, by: \.address)
    let senders = unique(facts.senders) { "\($0.name ?? "") \($0.domain)" }
    let differing = senders.filter { $0.agreement == .differs || $0.agreement == .freeMail }.compactMap(sentence)
    let fitting = senders.filter { $0.agreement == .agrees || $0.agreement == .unclear }.compactMap(sentence)
    let numbers = unique(facts.numbers) { NumberCountry.name(of: $0.text, code: $0.country) ?? "" }
      .compactMap(sentence)
    let all =
      known(ScanReport.Item.payeeDoubtRule) + differing + links.filter { !$0.isFitting }.map(\.text)
      + known(
        ScanReport.Item.speakerRule, ScanReport.Item.accountRule, ScanReport.Item.payeeRule,
        ScanReport.Item.contactRule) + numbers + fitting
      + links.filter(\.isFitting).map(\.text)
    return Array(all.prefix(maximum))
  }

  private static func unique<Fact>(_ facts: [Fact], by key: (Fact) -> String) -> [Fact] {
    var seen = Set<String>()
    return facts.filter { seen.insert(key($0)).inserted }
  }

  private static func sentence(_ sender: ReportedFacts.Sender) -> String? {
    guard let shown = sender.name else { return nil }
    let (name, domain) = (TerminalEscaping.escaped(shown), TerminalEscaping.escaped(sender.domain))
    return switch sender.agreement {
    case .agrees: localized("The sender says “%1$@” and writes from %2$@, which fits.", name, domain)
    case .differs: localized("The sender says “%1$@”, but the message came from %2$@.", name, domain)
    case .freeMail:
      localized("The sender says “%1$@” and writes from %2$@, where anybody gets an address.", name, domain)
    // Which may be misread.
    case .unclear:
      localized("The sender says “%1$@”, and the address reads like %2$@; look whether that fits.", name, domain)
    }
  }

  private static func sentence(_ number: ReportedFacts.Number) -> String? {
    guard let country = NumberCountry.name(of: number.text, code: number.country) else { return nil }
    return NamedThing.isHidden(number.text)
      ? localized("Country of the telephone number: %1$@.", country)
      : localized("Country of the number %1$@: %2$@.", NamedThing.shown(number.text), country)
  }
}

private enum NamedThing {
  /// Unicode scalars; longer ones are not read to the end.
  private static let maximumLength = 60

  /// Whether the history keeps only a label in its place, such as "[phone number]".
  static func isHidden(_ text: String) -> Bool { text.hasPrefix("[") }

  static func shown(_ text: String) -> String {
    let words = TerminalEscaping.escaped(text.inOneLine)
    return words.unicodeScalars.count <= maximumLength ? words : String(words.prefix(maximumLength)) + "…"
  }
}

/// What to do about a code that pays something else than the page says.
enum PaymentStep {
  static func steps(_ report: ScanReport) -> [String] {
    report.evidence.contains { $0.rule == ScanReport.Item.payeeDoubtRule }
      ? [sentence] : []
  }

  static var sentence: String { localized("Do not pay with this code. Compare name and account with an earlier bill.") }
}

/// What to do now about a screenshot with an alarm: first the very things not to use, then the advice for its kind.
package enum WhatToDo {
  /// Full sentences.
  package static func steps(_ report: ScanReport) -> [String] {
    guard report.riskLevel.isAlarming, let facts = report.facts else {
      return report.advice.isEmpty ? [] : ["\(report.advice)"]
    }
    let heard = Set((report.cues ?? []).map(\.cue))
    var steps = PaymentStep.steps(report)
    if let link = facts.links.map({ LinkSentence($0, in: report) }).first(where: \.isDoubtful) {
      let address = NamedThing.shown(link.address)
      steps.append(
        link.isOfPage
          ? localized("Do not enter anything on the page at %1$@.", address)
          : localized("Do not use the link to %1$@.", address))
    }
    if let number = facts.numbers.first {
      steps.append(
        NamedThing.isHidden(number.text)
          ? localized("Do not call or write to the number shown.")
          : localized("Do not call or write to the number %1$@.", NamedThing.shown(number.text)))
    } else if steps.isEmpty, let sender = facts.senders.first(where: { $0.agreement != .agrees }) {
      steps.append(localized("Do not reply to the sender at %1$@.", NamedThing.shown(sender.domain)))
    }
    if report.evidence.contains(where: { $0.rule == ScanReport.Item.accountRule }) {
      steps.append(localized("Do not transfer anything to that account."))
    }
    if heard.contains(.asksCode) {
      steps.append(localized("Do not pass the code on to anybody."))
    } else if heard.contains(.asksCredentials) {
      steps.append(localized("Do not enter any private details there."))
    }
    return steps + ["\(report.advice)"]
  }
}
