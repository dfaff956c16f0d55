package import ScanModel

/// What to do now, in the order in which it should be done. Texts are in English; names are the country's own.
package struct HelpSteps: Sendable, Hashable {
  package var category: RiskCategory
  /// The country that the contacts are of; nil if none is known.
  package var country: CountryCode?
  package var countryName: String?
  /// What to do at once, whole sentences.
  package var now: [String]
  /// What to say to the bank, whole sentences.
  package var bankWords: [String]
  /// What to keep for bank and police, noun phrases.
  package var save: [String]
  /// Those for this category and language: bank first, but the police before it where somebody is threatened.
  package var contacts: [HelpContact]

  init(category: RiskCategory, help: CountryHelp?, language: String) {
    self.category = category
    country = help?.code
    countryName = help?.name
    now = HelpTexts.now(category)
    bankWords = HelpTexts.bankWords(category)
    save = HelpTexts.save(category)
    contacts = Self.chosen(help?.contacts ?? [], category, language)
  }

  /// The pages that the contacts are from, each once.
  package var sources: [HelpSource] {
    contacts.map(\.source).reduce(into: []) { list, source in
      if !list.contains(source) { list.append(source) }
    }
  }

  /// The heading above the steps.
  package var heading: String {
    let place = countryName.map { " (\($0))" } ?? ""
    return "If you have already paid or given details\(place):"
  }

  /// Two or three of the steps, each a line: the bank, whom to report it to, where to pass the message on.
  package var brief: [String] {
    func first(_ kinds: HelpContact.Kind...) -> HelpContact? {
      kinds.lazy.compactMap { kind in contacts.first { $0.kind == kind } }.first
    }
    var lines = [HelpTexts.briefBank(first(.bank))]
    lines.append(HelpTexts.briefReport(reporting))
    if let forward = contacts.first(where: { $0.kind == .forward && !$0.ways.isEmpty }) {
      lines.append(HelpTexts.briefForward(forward))
    }
    return lines
  }

  /// Whom to report it to: somebody for everybody, or else, with its note, the first for a part of the country; never an
  /// emergency number.
  private var reporting: HelpContact? {
    let kinds: [HelpContact.Kind] = category == .extortion ? [.police, .report, .advice] : [.report, .police, .advice]
    func first(_ kinds: [HelpContact.Kind], _ restriction: HelpContact.Restriction?) -> HelpContact? {
      kinds.lazy.compactMap { kind in contacts.first { $0.kind == kind && $0.restriction == restriction } }.first
    }
    return first(kinds, nil) ?? first([.report, .police, .advice], .region)
  }

  private static func chosen(
    _ all: [HelpContact], _ category: RiskCategory, _ language: String
  ) -> [HelpContact] {
    let fitting = all.filter { $0.categories?.contains(category) ?? true }.filter { contact in
      if let languages = contact.languages { return languages.contains(language) }
      return !all.contains {
        $0.kind == contact.kind && $0.name == contact.name && $0.languages?.contains(language) == true
      }
    }
    // To keep the order of the file within a kind.
    return order(category).flatMap { kind in fitting.filter { $0.kind == kind } }
  }

  private static func order(_ category: RiskCategory) -> [HelpContact.Kind] {
    category == .extortion ? [.police, .bank, .report, .advice, .forward] : HelpContact.Kind.allCases
  }
}
