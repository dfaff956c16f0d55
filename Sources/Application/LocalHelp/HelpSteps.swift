package import ScanModel

/// What to do now, in order. Texts are in English; names are the country's own.
package struct HelpSteps: Sendable, Hashable {
  package var category: RiskCategory
  package var country: CountryCode?
  package var countryName: String?
  /// What to do at once, in whole sentences.
  package var now: [String]
  /// What to say to the bank, in whole sentences.
  package var bankWords: [String]
  /// What to keep for the bank and the police, as noun phrases.
  package var save: [String]
  /// Contacts for this category and language: the bank first, except for the police if the user is being threatened.
  package var contacts: [HelpContact]

  /// Without `help` there is what applies everywhere, and no contacts.
  package init(category: RiskCategory, help: CountryHelp?, language: String) {
    self.category = category
    country = help?.code
    countryName = help?.name
    now = HelpTexts.now(category)
    bankWords = HelpTexts.bankWords(category)
    save = HelpTexts.save(category)
    contacts = Self.chosen(help?.contacts ?? [], category, language)
  }

  package var sources: [HelpSource] {
    contacts.map(\.source).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  package var heading: Message {
    let place: Message = countryName.map { " (\(Message(whole: $0)))" } ?? ""
    return "If you have already paid or given details\(place):"
  }

  /// Two or three of the steps, one line each: the bank, where to report it, where to forward the message.
  package var brief: [Message] {
    let forward = contacts.first { $0.kind == .forward && !$0.ways.isEmpty }
    return [
      HelpTexts.briefBank(contacts.first { $0.kind == .bank }), HelpTexts.briefReport(reporting),
      forward.map(HelpTexts.briefForward),
    ].compactMap(\.self)
  }

  /// A contact open to everyone, or else for a part of the country, with its note; never an emergency number.
  private var reporting: HelpContact? {
    let kinds: [HelpContact.Kind] = category == .extortion ? [.police, .report, .advice] : [.report, .police, .advice]
    func first(_ kinds: [HelpContact.Kind], _ restriction: HelpContact.Restriction?) -> HelpContact? {
      kinds.lazy.compactMap { kind in contacts.first { $0.kind == kind && $0.restriction == restriction } }.first
    }
    return first(kinds, nil) ?? first([.report, .police, .advice], .region)
  }

  private static func chosen(_ all: [HelpContact], _ category: RiskCategory, _ language: String) -> [HelpContact] {
    let fitting = all.filter { $0.categories?.contains(category) ?? true }.filter { contact in
      if let languages = contact.languages { return languages.contains(language) }
      return !all.contains {
        $0.kind == contact.kind && $0.name == contact.name && $0.languages?.contains(language) == true
      }
    }
    let order = category == .extortion ? [.police, .bank, .report, .advice, .forward] : HelpContact.Kind.allCases
    // Keeps the order of the file within a kind.
    return order.flatMap { kind in fitting.filter { $0.kind == kind } }
  }
}
