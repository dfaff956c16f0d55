import Application
import Foundation
import ScanModel
import SystemPackage
import Testing

/// The country files of the repository.
struct CountryFilesTests {
  private static let folder = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().appending("Sources/RiskData/Countries")
  private static let help = LocalHelp(folder: folder)
  private static let codes = [
    "AT", "AU", "BE", "BR", "CA", "CH", "DE", "ES", "FR", "GB", "IE", "IT", "NL", "NZ", "PT", "US",
  ]

  private func steps(_ code: String, _ category: RiskCategory = .unknown, _ language: String = "en") throws -> HelpSteps
  {
    try Self.help.steps(category: category, country: CountryCode(rawValue: code), language: language)
  }

  @Test func `there is a file for each of sixteen countries`() {
    #expect(Self.help.countries.map(\.rawValue) == Self.codes)
  }

  @Test(arguments: codes) func `every name, number and address has an official page and the day it was read`(
    code: String
  ) throws {
    let country = try #require(CountryCode(rawValue: code))
    let help = try #require(try CountryHelp.load(country, from: Self.folder))
    #expect(!help.contacts.isEmpty)
    for contact in help.contacts {
      #expect(contact.source.url.hasPrefix("http") && !contact.source.publisher.isEmpty, "\(contact.name)")
      #expect(contact.source.read >= "2026-11-22", "\(contact.name)")
      #expect((contact.source.dated ?? "") <= contact.source.read, "\(contact.name)")
    }
    // Anything that could be dialled, written to or opened is the value of a key that is read, in a contact or its
    // source.
    let text = try String(contentsOfFile: Self.folder.appending("\(code).yaml").string, encoding: .utf8)
    let keys = [
      "url:", "dated:", "read:", "via:", "publisher:", "call:", "text:", "whatsapp:", "mail:", "web:", "hours:",
    ]
    for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      guard !line.hasPrefix("#"), line.contains(where: \.isNumber) || line.contains("@") || line.contains("www.") else {
        continue
      }
      #expect(keys.contains { line.hasPrefix($0) || line.hasPrefix("- " + $0) }, "\(code): \(line)")
    }
  }

  @Test(arguments: codes, RiskCategory.allCases)
  func `every kind of scam has somebody to turn to, the bank to call and things to save`(
    code: String, category: RiskCategory
  ) throws {
    let steps = try steps(code, category)
    #expect(!steps.contacts.isEmpty && steps.contacts.count <= 8)
    #expect((2...3).contains(steps.now.count) && steps.bankWords.count >= 3 && steps.save.count >= 4)
    #expect((2...3).contains(steps.brief.count))
    #expect(steps.heading.english.contains(try #require(steps.countryName)))
    for line in steps.brief.map(\.english) + steps.now + steps.bankWords {
      #expect(line.hasSuffix(".") || line.hasSuffix(".”"), "\(line)")
    }
    for line in steps.brief { #expect(line.english.count <= 150, "\(line)") }
  }

  @Test(arguments: codes, RiskCategory.allCases)
  func `the short steps name nobody who is for emergencies or, without saying so, for a part of the country`(
    code: String, category: RiskCategory
  ) throws {
    let steps = try steps(code, category)
    let line = try #require(steps.brief.map(\.english).first { $0.hasPrefix("Report it") })
    for contact in steps.contacts where !contact.ways.isEmpty {
      guard line.contains(contact.ways[0].value), line.contains(contact.name) else { continue }
      #expect(contact.restriction != .emergency, "\(line)")
      if contact.restriction == .region { #expect(contact.note.map { line.contains($0) } == true, "\(line)") }
      if let note = contact.note { #expect(line.contains(note), "\(line)") }
    }
    for number in ["999", "111", "112", "117"] { #expect(!line.contains(" \(number)")) }
    // A note that says when to use a contact is a restriction.
    for contact in steps.contacts
    where contact.note?.contains("danger") == true || contact.note?.contains("emergency") == true {
      #expect(contact.restriction == .emergency)
    }
  }

  @Test func `police comes first where somebody is threatened`() throws {
    #expect(try steps("NL", .extortion).contacts.first?.kind == .police)
    #expect(try steps("NL", .extortion).brief[1] == "Report it: Politie, 0900-8844.")
    #expect(try steps("NL", .delivery).brief[1].english.hasPrefix("Report it: Fraudehelpdesk, 088-7867372"))
    #expect(try steps("GB", .extortion).contacts.contains { $0.ways.map(\.value) == ["999"] })
    #expect(try !steps("GB", .delivery).contacts.contains { $0.ways.map(\.value) == ["999"] })
  }

  @Test(arguments: [("en", "suspicious"), ("fr", "suspect"), ("nl", "verdacht"), ("de", "suspicious")])
  func `an address for the user's language goes before the one for all`(language: String, name: String) throws {
    let forwards = try steps("BE", .delivery, language).contacts.filter { $0.kind == .forward }
    #expect(forwards.flatMap(\.ways).map(\.value) == ["\(name)@safeonweb.be"])
  }

  @Test func `nobody is named where the country is not known`() throws {
    for steps in [
      try Self.help.steps(category: .delivery, country: nil, language: "en"), try steps("ZZ", .delivery),
      HelpSteps(category: .delivery, help: nil, language: "en"),
    ] {
      #expect(steps.contacts.isEmpty && steps.country == nil && steps.sources.isEmpty)
      #expect(steps.heading == "If you have already paid or given details:")
      #expect(steps.brief == ["Call your bank now, on the number on your card.", "Report it to the police."])
    }
  }
}
