import ScanModel
import SystemPackage
import TestSupport
import Testing

/// The sets of small pictures, each read by the real worker.
@Suite(.serialized) struct PictureSetTests {
  struct Formats: Decodable {
    var text: String
    var files: [String]
  }

  let home = UserHome()

  @Test(arguments: [
    ("unsupported_format", Int32(65)), ("truncated", 65), ("corrupt_image", 65), ("image_too_large", 65),
    ("no_text_found", 0),
    ("ok", 0),
  ])
  func `each outcome of a hostile file has its exit status`(expected: String, status: Int32) async throws {
    let files = try TestData.decode([HostilePicture].self, expected: "hostile.yaml").filter { $0.expected == expected }
    try #require(!files.isEmpty)
    let paths = files.map { TestData.folder.appending($0.file).string }
    let run = try await home.start("ocr-scan", ["--no-history"] + paths).ended()
    #expect(run.status == status)
    if status == 0 {
      #expect(run.lines.count == files.count)
      #expect(run.diagnostics == "")
    }
  }

  @Test func `the sentence is read from every color type, bit depth and interlacing`() async throws {
    let formats = try TestData.decode(Formats.self, expected: "formats.yaml")
    #expect(formats.files.count > 50)
    let process = try home.start(
      "ocr-scan", ["--json", "--no-history"] + formats.files.map { TestData.folder.appending($0).string })
    let run = try await process.ended()
    #expect(run.status == 0)
    let reports = try run.reports
    try #require(reports.count == formats.files.count)
    for (file, report) in zip(formats.files, reports) { #expect(report.text == formats.text, "\(file)") }
    try await eventually { process.children.isEmpty }
  }
}
