import Application
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// What a country file may contain, and how others are refused.
struct CountryHelpReaderTests {
  private let folder = TemporaryFolder()

  private static let sources = """
    country: GB
    name: United Kingdom
    sources:
      page: {url: https://www.example.org/help, publisher: Somebody, dated: unknown, read: 2026-11-22}

    """

  private func load(_ text: String) throws -> CountryHelp? {
    Files.write(folder("GB.yaml"), Array(text.utf8))
    return try CountryHelp.load(#require(CountryCode(rawValue: "GB")), from: folder.path)
  }

  private func problems(_ text: String) throws -> [String] {
    do {
      _ = try load(text)
      return []
    } catch let failure as CountryHelpFailure {
      return failure.problems
    }
  }

  @Test func `a contact has ways, hours and a source`() throws {
    let help = try #require(
      try load(
        Self.sources + """
          contacts:
            - {kind: report, name: The Office, call: 0300 000 000, web: www.example.org/report, hours: "8:00", source: page}
          """))
    let contact = try #require(help.contacts.first)
    #expect(help.name == "United Kingdom" && contact.name == "The Office" && contact.kind == .report)
    #expect(contact.ways.map(\.value) == ["0300 000 000", "www.example.org/report"])
    #expect(contact.hours == "8:00" && contact.note == nil)
    #expect(contact.source.dated == nil && contact.source.read == "2026-11-22")
  }

  @Test(arguments: [
    ("- {kind: bank, name: A}", "GB.yaml:6: \"source\" is missing"),
    ("- {kind: bank, name: A, source: other}", "GB.yaml:6: a contact needs a source that is listed under \"sources\""),
    (
      "- {kind: shop, name: A, source: page}",
      "GB.yaml:6: \"kind\" must be one of bank, report, police, advice, forward"
    ),
    ("- {kind: bank, name: Call 0300 000 000, source: page}", "\"name\" must not hold numbers or addresses"),
    ("- {kind: bank, name: A, note: see www.example.org, source: page}", "\"note\" must not hold numbers or addresses"),
    ("- {kind: bank, name: A, call: none, source: page}", "\"call\" does not look like one"),
    ("- {kind: bank, name: A, mail: a@b, source: page}", "\"mail\" does not look like one"),
    ("- {kind: bank, name: A, web: \"javascript:x\", source: page}", "\"web\" does not look like one"),
    ("- {kind: bank, name: A, fax: \"1\", source: page}", "unknown key \"fax\""),
    ("- {kind: bank, name: A, for: [weather], source: page}", "\"for\" must list categories of reports"),
    ("[]", "there must be a list of contacts"),
  ])
  func `what cannot be right is refused with its line`(contact: String, problem: String) throws {
    let found = try problems(Self.sources + "contacts:\n  \(contact)\n")
    #expect(found.contains { $0.contains(problem) }, "\(found)")
  }

  @Test func `a source without publisher or day is refused, and so is one that nobody names`() throws {
    let text = """
      country: GB
      name: United Kingdom
      sources:
        page: {url: www.example.org, dated: yesterday, read: 2026-13-40}
        spare: {url: https://www.example.org, publisher: A, dated: unknown, read: 2026-11-22}
      contacts:
        - {kind: bank, name: A, source: page}
      """
    let found = try problems(text)
    for problem in [
      "\"publisher\" is missing", "\"url\" must be a web address", "\"dated\" must be YYYY-MM-DD, or unknown",
      "\"read\" must be the day", "no contact names the source \"spare\"",
    ] {
      #expect(found.contains { $0.contains(problem) }, "\(problem): \(found)")
    }
  }

  @Test(arguments: ["", "a: [", "- 1", "country: FR\nname: France", String(repeating: "# much\n", count: 20_000)])
  func `any other file is refused`(text: String) throws {
    #expect(try !problems(text).isEmpty)
  }

  @Test func `a file belongs to the country that it is named after`() throws {
    let text =
      Self.sources.replacing("country: GB", with: "country: IE")
      + "contacts:\n  - {kind: bank, name: A, source: page}\n"
    #expect(try problems(text) == ["GB.yaml:1: is named after another country than IE"])
  }

  @Test func `a country without a file is no failure`() throws {
    let country = try #require(CountryCode(rawValue: "ZZ"))
    #expect(try CountryHelp.load(country, from: folder.path) == nil)
  }
}
