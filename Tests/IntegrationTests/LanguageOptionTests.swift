import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `--lang` and the setting `languages`, from outside.
@Suite(.serialized) struct LanguageOptionTests {
  let home = UserHome()

  @Test(arguments: [("xyz", "xyz"), ("eng+xyz", "xyz"), ("eng+chi_xyz", "chi-xyz")])
  func `a language that is not installed ends with 69 and names its package`(
    languages: String, package: String
  ) async throws {
    let run = try await home.scan("--lang", languages, TestData.clean.string)
    #expect(run.status == 69)
    #expect(run.diagnostics.contains("sudo apt install tesseract-ocr-\(package)"))
    let report = try await home.scan("--json", "--lang", languages, TestData.clean.string).reports.first
    #expect(report?.error?.code == .unsupportedLanguage)
    #expect(report?.riskLevel == .unknown)
  }

  @Test(arguments: [
    "", "+", "eng++deu", "eng,deu", "../eng", "eng/deu", "e", "ENG;rm", String(repeating: "a", count: 200),
  ])
  func `what cannot be a language is told before anything is read`(languages: String) async throws {
    let run = try await home.scan("--lang", languages, TestData.clean.string)
    #expect([64, 69, 78].contains(run.status), "\(languages): \(run.status)")
    #expect(run.output == "")
    #expect(run.diagnostics.contains("joined by \"+\"."), "\(run.diagnostics)")
  }

  @Test func `a language named twice is refused, as in the settings`() async throws {
    let rule = "one to 8 names of Tesseract languages, such as eng or deu, each once"
    let option = try await home.scan("--lang", "eng+eng", TestData.clean.string)
    #expect(option.status == 64 && option.output == "")
    #expect(option.diagnostics.contains("\"--lang\" must be \(rule)"), "\(option.diagnostics)")
    home.configure("languages: [eng, eng]\n")
    let setting = try await home.scan(TestData.clean.string)
    #expect(setting.status == 78 && setting.output == "")
    #expect(setting.diagnostics.contains("\"languages\" must be \(rule)"), "\(setting.diagnostics)")
  }

  @Test func `each line is read in the language it is written in`() async throws {
    let picture = TestData.folder.appending("images/clean/clinic-sms-russian.png")
    let run = try await home.scan("--json", "--lang", "eng+rus", picture.string)
    let report = try #require(try run.reports.first)
    #expect(report.ocr?.languages == ["eng", "rus"])
    let text = try #require(report.text)
    #expect(text.unicodeScalars.contains { ("а"..."я").contains($0) })
  }

  @Test func `the watcher says which language is missing, and goes on`() async throws {
    let daemon = try await DaemonRun.ready(home, adding: ["OCR_SCAN_LANGUAGES": "eng:xyz"])
    #expect(daemon.process.diagnostics.contains("tesseract-ocr-xyz"))
    home.add(TestData.scam, as: "scam.png")
    let report = try #require(try await daemon.reports(1).first)
    #expect(report.riskLevel == .high && report.ocr?.languages == ["eng"])
    try await daemon.stop()
  }
}
