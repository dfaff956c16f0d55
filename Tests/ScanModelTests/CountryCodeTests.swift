import ScanModel
import Testing

struct CountryCodeTests {
  @Test(arguments: [("GB", "GB"), ("de", "DE"), ("uk", "GB"), ("Uk", "GB")])
  func `two letters are a country`(text: String, code: String) {
    #expect(CountryCode(rawValue: text)?.rawValue == code)
  }

  @Test(arguments: ["", "G", "GBR", "G1", "ÄÖ", "..", "/a", "auto"])
  func `anything else is none`(text: String) {
    #expect(CountryCode(rawValue: text) == nil)
  }

  private static let locales: [(variables: String, country: String?, language: String)] = [
    ("LANG=de_AT.UTF-8", "AT", "de"), ("LANG=de_DE.UTF-8 LC_MESSAGES=fr_BE@euro", "BE", "fr"),
    ("LANG=de_DE.UTF-8 LC_MESSAGES=fr_BE LC_ALL=en_NZ.UTF-8", "NZ", "en"), ("LANG=pt_BR LC_ALL=", "BR", "pt"),
    ("LANG=C.UTF-8", nil, "en"), ("", nil, "en"), ("LANG=POSIX", nil, "en"), ("LC_ALL=C LANG=de_DE.UTF-8", nil, "en"),
    ("LANG=eo", nil, "eo"),
  ]

  @Test(arguments: locales) func `the locale for messages says it, never another one`(
    variables: String, country: String?, language: String
  ) {
    let pairs = variables.split(separator: " ").map { pair in
      (String(pair.prefix { $0 != "=" }), String(pair.drop { $0 != "=" }.dropFirst()))
    }
    let environment = Dictionary(uniqueKeysWithValues: pairs)
    #expect(CountryCode(localeIn: environment)?.rawValue == country)
    #expect(CountryCode.language(localeIn: environment) == language)
  }
}
