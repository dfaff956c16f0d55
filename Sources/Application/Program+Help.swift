package import LocalHelp
internal import Pipeline
package import ScanModel
internal import Settings

// Where to get help: in the country of the settings, or else of the locale. Never determined over a network.
extension Program {
  package var localHelp: LocalHelp { LocalHelp(folder: (try? ProgramFiles())?.countries) }

  /// Where the user lives; nil if neither settings nor locale tell.
  package var country: CountryCode? { settings.country ?? CountryCode(localeIn: environment) }

  /// Returns the steps for where the user lives.
  /// - Returns: General ones if the country's file is missing or cannot be used: someone who was just deceived does not
  ///   need an error. `ocr-scan advice` reports it.
  package func helpSteps(_ category: RiskCategory) -> HelpSteps {
    let help = localHelp
    let language = CountryCode.language(localeIn: environment)
    if let steps = try? help.steps(category: category, country: country, language: language) { return steps }
    return help.generalSteps(category: category)
  }

  /// The same for a renderer; nil for several screenshots at once, where it would appear below each.
  package func help(forScreenshots count: Int) -> (@Sendable (RiskCategory) -> HelpSteps)? {
    guard count == 1 else { return nil }
    return { helpSteps($0) }
  }
}
