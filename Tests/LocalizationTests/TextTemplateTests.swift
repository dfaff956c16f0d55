import ScanModel
import Testing

@testable import Localization

@Suite struct TextTemplateTests {
  @Test func fillsPlacesInAnyOrder() {
    #expect(TextTemplate.filled("%2$@ then %1$@, %2$@", ["a", "b"]) == "b then a, b")
    #expect(TextTemplate.filled("over 99 %", ["a"]) == "over 99 %")
    #expect(TextTemplate.filled("%1$@ %3$@", ["50 %1$@"]) == "50 %1$@ ")
  }
}

@Suite struct LanguageChoiceTests {
  private func wanted(_ variables: [String: String]) -> [String] { Localization.wantedLanguages { variables[$0] } }

  @Test func followsTheEnvironmentAsGettextDoes() {
    #expect(wanted(["LANG": "de_AT.UTF-8"]) == ["de_AT", "de"])
    #expect(wanted(["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"]) == ["fr_FR", "fr"])
    #expect(wanted(["LANG": "de_DE.UTF-8", "LC_ALL": "nl_NL@euro"]) == ["nl_NL", "nl"])
    #expect(wanted(["LANG": "de_DE.UTF-8", "LANGUAGE": "pt_BR:es:de"]) == ["pt_BR", "pt", "es", "de"])
    #expect(wanted(["LANG": "pl_PL.UTF-8", "LANGUAGE": "pl:en:de"]) == ["pl"])
  }

  @Test func isEnglishWhereNothingElseIsWanted() {
    #expect(wanted([:]).isEmpty)
    #expect(wanted(["LANG": "en_GB.UTF-8"]).isEmpty)
    #expect(wanted(["LC_ALL": "C", "LANGUAGE": "de"]).isEmpty)
    #expect(wanted(["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"]).isEmpty)
    #expect(wanted(["LANG": "C.UTF-8", "LANGUAGE": "en_US:de"]).isEmpty)
    #expect(wanted(["LANG": "", "LC_ALL": ""]).isEmpty)
  }

  @Test func namesThatAreNoLanguagesAreLeftOut() {
    #expect(wanted(["LANG": "../../etc"]).isEmpty)
    #expect(wanted(["LANG": "de_DE.UTF-8", "LANGUAGE": "../x:/y:de"]) == ["de"])
  }
}

@Suite struct LocalNumberTests {
  @Test func staysAsItIsInEnglish() {
    #expect(LocalNumber.tenths(3) == "0.3")
    #expect(LocalNumber.tenths(123) == "12.3")
    #expect(LocalNumber.whole(123_456) == "123456")
    #expect(LocalNumber.day("2026-11-22") == "2026-11-22")
    #expect(LocalNumber.day("x-11-22") == "x-11-22")
  }

  @Test func formsOfANumberOfThings() {
    #expect(localized(count: 1, one: "%1$@ entry", other: "%1$@ entries") == "1 entry")
    #expect(localized(count: 0, one: "%1$@ entry of %2$@", other: "%1$@ entries of %2$@", "a") == "0 entries of a")
  }
}
