import ScanModel
import Testing

@testable import TextRecognition

/// With real engines and pictures; the first language is the one the user set first.
struct LanguageChoiceTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    var path: String
    var languages: [String]
    var language: String
    var words: String
    var testDescription: String { "\(path) with \(languages.joined(separator: "+"))" }
  }

  @Test(arguments: [
    Case(
      path: "images/clean/clinic-sms-russian.png", languages: ["eng", "deu", "rus"], language: "rus",
      words: "вы записаны на"),
    Case(
      path: "images/clean/dinner-chat-chinese.png", languages: ["eng", "chi_sim"], language: "chi_sim",
      words: "今天晚上回家吃饭吗"),
    Case(
      path: "images/scam/paket-sms-deutsch.png", languages: ["eng", "spa", "deu"], language: "deu",
      words: "zugestellt werden, da Zollgebühren"),
    Case(
      path: "images/scam/multa-sms-espanol.png", languages: ["eng", "deu", "spa"], language: "spa",
      words: "multa de tráfico"),
    Case(
      path: "images/clean/rendez-vous-francais.png", languages: ["eng", "fra"], language: "fra",
      words: "rendez-vous"),
    Case(
      path: "images/scam/delivery-sms-phone.png", languages: ["eng", "deu", "fra", "spa"], language: "eng",
      words: "parcel"),
  ])
  private func `a page is read in the language it is written in`(sample: Case) throws {
    let rgb = try FixtureReading.rgb(sample.path)
    let text = try FixtureReading.read(rgb, languages: sample.languages).text
    let line = text.lines.first { $0.text.contains(sample.words) }
    #expect(line?.language == sample.language, "\(text.lines.map(\.text))")
  }

  @Test func `each share chooses by what it reads itself`() throws {
    let rgb = try FixtureReading.rgb("images/scam/paket-sms-deutsch.png")
    let text = try FixtureReading.read(rgb, shares: 2, languages: ["eng", "deu"]).text
    #expect(text.lines.contains { $0.text.contains("Zollgebühren") && $0.language == "deu" })
    #expect(text.lines.contains { $0.text.contains("Höhe von 2,99") && $0.language == "deu" })
  }
}
