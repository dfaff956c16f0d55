internal import Localization
internal import RiskAnalysis
internal import ScanModel

/// What is said of one link, or of the address that a browser shows above a page.
struct LinkSentence {
  let link: ReportedFacts.Link
  private let report: ScanReport

  init(_ link: ReportedFacts.Link, in report: ScanReport) {
    self.link = link
    self.report = report
  }

  /// The address to name: the domain, or the host where others have pages below the same domain.
  var address: String {
    let shown = link.standing == .freeHost ? link.host ?? link.domain : link.domain ?? link.host
    guard let shown else { return link.text }
    return shown.hasPrefix("www.") ? String(shown.dropFirst("www.".count)) : shown
  }

  /// Whether it leads to where the mail says it comes from, and the name of the sender fits. Says nothing where there
  /// is an alarm: who has a domain for a scam also writes from it, under its name.
  var isOfSender: Bool {
    guard !report.riskLevel.isAlarming, link.standing == .unfamiliar, let domain = link.domain else { return false }
    return (report.facts?.senders ?? []).contains {
      $0.agreement == .agrees && ($0.domain == domain || $0.domain.hasSuffix("." + domain))
    }
  }

  var isFitting: Bool { link.standing == .own || isOfSender }

  var isDoubtful: Bool { !isFitting && link.standing != .otherCompany }

  /// Whether it is the address of the page, not a link on it.
  var isOfPage: Bool {
    report.screen?.kind.isInBrowser == true && CheckedLink.isAddressOfPage(link.text, in: report.text ?? "")
  }

  var text: String {
    let place = TerminalEscaping.escaped(address)
    let known = report.evidence.first {
      $0.rule == ScanReport.Item.lookAlikeRule && "\($0.message)".contains(link.domain ?? link.text)
    }
    if link.standing == .lookAlike, let known { return TerminalEscaping.escaped("\(known.message)") }
    if let chat { return chat }
    if isOfPage { return page(place) }
    return switch (link.standing, link.owner) {
    case (.own, let owner?):
      localized("The link leads to %1$@, an address of the company or authority %2$@.", place, owner)
    case (.otherCompany, let owner?):
      localized(
        "The link leads to %1$@, an address of the company or authority %2$@ and not of the company that speaks.",
        place, owner)
    case (.own, nil), (.otherCompany, nil): localized("The link leads to %1$@, a well-known address.", place)
    case (.lookAlike, _):
      localized("The link leads to %1$@, which only looks like the address of a known company.", place)
    case (.short, _): localized("The link %1$@ is a short one, which hides where it leads.", place)
    case (.freeHost, _): localized("The link leads to %1$@, where anybody can put up a page.", place)
    case (.number, _): localized("The link leads to %1$@, a number where a name should be.", place)
    case (.unfamiliar, _) where isOfSender:
      localized("The link leads to %1$@, the address that the sender writes from, too.", place)
    case (.unfamiliar, _): localized("The link leads to %1$@. I do not know whose address that is.", place)
    case (.unclear, _): localized("The link reads like %1$@, but may be misread; look at it yourself.", place)
    }
  }

  private func page(_ place: String) -> String {
    switch (link.standing, link.owner) {
    // Known only from pixels, which a page can draw: no sentence vouches for it.
    case (.own, let owner?), (.otherCompany, let owner?):
      localized(
        "The address at the top reads %1$@, which belongs to %2$@; a page can draw such a line itself.", place, owner)
    case (.own, nil), (.otherCompany, nil):
      localized("The address at the top reads %1$@, a well-known one; a page can draw such a line itself.", place)
    case (.lookAlike, _):
      localized("The page is at %1$@, which only looks like the address of a known company.", place)
    case (.freeHost, _): localized("The page is at %1$@, where anybody can put up a page.", place)
    case (.number, _): localized("The page is at %1$@, a number where a name should be.", place)
    case (.short, _), (.unfamiliar, _): localized("The page is at %1$@. I do not know whose address that is.", place)
    case (.unclear, _):
      localized("The page's address reads like %1$@, but may be misread; look at it yourself.", place)
    }
  }

  /// What is said of a link that opens a chat; nil for any other, and for one that may be misread.
  private var chat: String? {
    guard link.standing != .unclear else { return nil }
    switch link.host {
    case "wa.me", "api.whatsapp.com":
      guard let number = Self.number(in: link.text) else { return localized("The link opens a WhatsApp chat.") }
      let country = NumberCountry.name(of: number)
      return country.map { localized("The link opens a WhatsApp chat with %1$@ (%2$@).", number, $0) }
        ?? localized("The link opens a WhatsApp chat with %1$@.", number)
    case "chat.whatsapp.com": return localized("The link opens a WhatsApp chat.")
    case "t.me", "telegram.me": return localized("The link opens a Telegram chat.")
    default: return nil
    }
  }

  /// The number in "wa.me/447700900123" or "api.whatsapp.com/send?phone=447700900123", with its country's code apart.
  private static func number(in address: String) -> String? {
    let address = address.lowercased()
    guard let start = ["wa.me/", "phone="].lazy.compactMap({ address.firstRange(of: $0) }).first else { return nil }
    var rest = address[start.upperBound...]
    for plus in ["+", "%2b"] where rest.hasPrefix(plus) { rest = rest.dropFirst(plus.count) }
    let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
    let end = rest[digits.endIndex...].first
    guard (8...15).contains(digits.count), end.map({ "/?&#".contains($0) }) ?? true else { return nil }
    return CallingCodes.spaced("+\(digits)")
  }
}

enum NumberCountry {
  static func name(of number: String, code: String? = nil) -> String? {
    if let code = code ?? CallingCodes.country(number) ?? CallingCodes.mainCountry(number) {
      return localized(CountryName.of(code))
    }
    if number.hasPrefix("+1") { return localized("the United States, Canada or the Caribbean") }
    if number.hasPrefix("+7") { return localized("Russia or Kazakhstan") }
    return nil
  }
}
