package import LocalHelp
internal import Pipeline
package import ScanModel
internal import Settings

// Whom to turn to: in the country of the settings, or else of the locale. Never asked of a network.
extension Program {
  package var localHelp: LocalHelp { LocalHelp(folder: (try? ProgramFiles())?.countries) }

  /// Where the user lives; nil if neither settings nor locale say it.
  package var country: CountryCode? { settings.country ?? CountryCode(localeIn: environment) }

  /// The steps where the user lives.
  /// - Returns: General ones where the country's file is missing or cannot be used: whoever was just deceived needs no
  ///   error. `ocr-scan advice` names it.
  package func helpSteps(_ category: RiskCategory) -> HelpSteps {
    let help = localHelp
    let language = CountryCode.language(localeIn: environment)
    if let steps = try? help.steps(category: category, country: country, language: language) { return steps }
    return help.generalSteps(category: category)
  }

  /// The same for a renderer; nil for many screenshots at once, where it would stand below each.
  package func help(forScreenshots count: Int) -> (@Sendable (RiskCategory) -> HelpSteps)? {
    guard count == 1 else { return nil }
    return { helpSteps($0) }
  }
}
