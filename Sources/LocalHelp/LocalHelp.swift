package import ScanModel
package import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What to do after a scam, and where to get help. Works offline: everything is in files that come with the program.
package struct LocalHelp: Sendable {
  /// The folder of the countries' files; nil if none is installed.
  private let folder: FilePath?

  /// - Parameter folder: Holds a file such as `GB.yaml` for each country; nil for general steps only.
  package init(folder: FilePath?) { self.folder = folder }

  /// The countries for which there is help, sorted by code.
  package var countries: [CountryCode] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder.string) else { return [] }
    return names.filter { $0.hasSuffix(".yaml") }.compactMap { CountryCode(rawValue: String($0.dropLast(5))) }
      .sorted { $0.rawValue < $1.rawValue }
  }

  /// Returns the steps for someone who fears that a message was a scam.
  /// - Parameters:
  ///   - category: What kind of scam it looks like.
  ///   - country: Where the user lives; nil if that is not known.
  ///   - language: The user's language, two or three small letters: some contacts differ by language.
  /// - Returns: The steps; only general ones if there is no file for the country.
  /// - Throws: `CountryHelpFailure` if the country's file cannot be used.
  package func steps(
    category: RiskCategory, country: CountryCode?, language: String
  ) throws(CountryHelpFailure) -> HelpSteps {
    var help: CountryHelp?
    if let country, let folder { help = try CountryHelp.load(country, from: folder) }
    return HelpSteps(category: category, help: help, language: language)
  }

  /// The steps that apply everywhere, without contacts.
  package func generalSteps(category: RiskCategory) -> HelpSteps {
    HelpSteps(category: category, help: nil, language: "en")
  }
}
