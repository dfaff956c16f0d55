import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan history report ID`, for a screenshot with private data of every kind.
@Suite(.serialized) struct HistoryReportTests {
  let home = UserHome()
  private var page: FilePath { home.folder("ocr-scan-1.html") }
  private var screenshot: FilePath { home.folder("secrets.png") }

  /// Scans the screenshot, which becomes entry 1.
  private func scanned(adding extra: [String: String] = [:]) async throws {
    Files.write(screenshot, Files.contents(PrivateTextTests.picture))
    _ = try await home.scan(screenshot.string, adding: extra)
  }

  private func report(_ options: String = "") async throws -> ProgramRun.Ended {
    try await home.shell("\"$SCAN\" history report 1 \(options)")
  }

  /// Writes the picture in a page to a file.
  private func picture(in page: FilePath) throws -> FilePath {
    let text = home.read(page)
    let start = try #require(text.firstRange(of: "data:image/png;base64,")).upperBound
    let end = try #require(text[start...].firstIndex(of: "\""))
    let file = home.folder("embedded.png")
    Files.write(file, Array(try #require(Data(base64Encoded: String(text[start..<end])))))
    return file
  }

  /// The text recognized in a picture.
  private func text(of picture: FilePath) async throws -> String {
    let run = try await home.scan("--no-history", "--json", picture.string)
    return try #require(run.reports.first?.text)
  }

  @Test func `the page has verdict, reasons, times and the checksum, and no private parts in text or picture`()
    async throws
  {
    try await scanned()
    let run = try await report()
    #expect(run.status == 0, "\(run.diagnostics)")
    #expect(run.diagnostics.contains("ocr-scan-1.html"))
    let html = home.read(page)
    let sum = try await home.shell("sha256sum '\(screenshot)'").output.prefix(64)
    #expect(html.contains(sum) && html.contains("<h2>Reasons</h2>") && html.contains("<h2>What to do</h2>"))
    #expect(html.contains("secrets.png") && !html.contains(home.folder.path.string))
    for secret in PrivateTextTests.secrets { #expect(!html.contains(secret), "\(secret)") }
    let words = try await text(of: try picture(in: page))
    for secret in PrivateTextTests.secrets { #expect(!words.contains(secret), "\(secret) in the picture") }
    // It is still the same screenshot, and of a link stays what tells whose it is.
    #expect(words.contains("Zanzibar"))
    #expect(html.contains("https://bank.example.com/reset?token=[hidden]"))
    #expect(html.contains("https://shop.example.com/bills/[hidden]"))
  }

  @Test func `who asks for it gets the private parts`() async throws {
    try await scanned(adding: ["OCR_SCAN_STORE_TEXT": "full"])
    #expect(try await report("--with-private-parts --output all.html").status == 0)
    let all = home.folder("all.html")
    #expect(home.read(all).contains("4111 1111 1111 1111"))
    #expect(try await text(of: try picture(in: all)).contains("4111 1111 1111 1111"))
    // Without the option, private data is removed even if the history stores it in full.
    #expect(try await report().status == 0)
    #expect(!home.read(page).contains("4111 1111 1111 1111"))
  }

  @Test(arguments: ["own-2fa", "cafe-wifi"]) func `codes that hold secrets are blacked out`(name: String) async throws {
    Files.write(screenshot, Files.contents(TestData.folder.appending("codes/images/\(name).png")))
    _ = try await home.scan(screenshot.string)
    #expect(try await report().status == 0)
    #expect(try await codes(in: try picture(in: page)).isEmpty)
    #expect(home.read(page).contains(">This code "))
    // Shown with its private parts, the code can be read.
    #expect(try await report("--with-private-parts --force").status == 0)
    #expect(try await codes(in: try picture(in: page)).count == 1)
  }

  private func codes(in picture: FilePath) async throws -> [ReportedCode] {
    try #require(try await home.scan("--no-history", "--json", picture.string).reports.first?.codes)
  }

  @Test func `a file that is there stays unless force says otherwise`() async throws {
    try await scanned()
    Files.write(page, Array("mine".utf8))
    let refused = try await report()
    #expect(refused.status == 73)
    #expect(refused.diagnostics.contains("Couldn't Write The File: ocr-scan-1.html could not be written"))
    #expect(refused.diagnostics.contains("→ Replace it with --force, or name another file with --output."))
    #expect(home.read(page) == "mine")
    #expect(try await report("--force").status == 0)
    #expect(home.read(page).hasPrefix("<!DOCTYPE html>"))
    let itself = try await report("--force --output secrets.png")
    #expect(itself.status == 73)
    #expect(itself.diagnostics.contains("it is the screenshot itself"))
    let german = try await home.shell(
      "LANGUAGE=de LC_ALL=C.UTF-8 \"$SCAN\" history report 1 --force --output secrets.png")
    #expect(german.diagnostics.contains("es ist das Bildschirmfoto selbst"), "\(german.diagnostics)")
    #expect(Files.contents(screenshot) == Files.contents(PrivateTextTests.picture))
    #expect(try await report("--output /nonexistent/page.html").status == 73)
    #expect(try await home.shell("\"$SCAN\" history report 77").status == 66)
    #expect(try await report("--output ''").status == 64)
  }

  /// What file systems lack: files without a name, second names (FAT), renaming that replaces nothing (NFS).
  @Test(arguments: [
    "", "-e inject=linkat:error=EPERM", "-e inject=linkat:error=EPERM -e inject=renameat2:error=EINVAL",
  ])
  func `a new file is made on every file system, and none is replaced`(lacking: String) async throws {
    try await scanned()
    let strace = """
      mkdir -p out
      strace -f -qq -o trace -P "$PWD/out" -e trace=openat,linkat,renameat2 \
        -e inject=openat:error=EOPNOTSUPP:when=1 \(lacking) "$SCAN" history report 1 --output out/page.html
      status=$?
      ls -A out
      exit $status
      """
    let made = try await home.shell(strace)
    #expect(made.status == 0 && made.output.hasSuffix("page.html\n"), "\(made.output) \(made.diagnostics)")
    #expect(home.read(home.folder("out/page.html")).hasPrefix("<!DOCTYPE html>"))
    Files.write(home.folder("out/page.html"), Array("mine".utf8))
    #expect(try await home.shell(strace).status == 73)
    #expect(home.read(home.folder("out/page.html")) == "mine")
  }

  @Test func `a file that somebody makes meanwhile stays as well`() async throws {
    try await scanned()
    let run = try home.start("ocr-scan", ["history", "report", "1"])
    // The name was free when the worker was started, and the picture is not read yet.
    try await eventually { !run.children.isEmpty }
    for child in run.children { kill(child, SIGSTOP) }
    Files.write(page, Array("theirs".utf8))
    for child in run.children { kill(child, SIGCONT) }
    let refused = try await run.ended()
    #expect(refused.status == 73)
    #expect(refused.diagnostics.contains("→ Replace it with --force, or name another file with --output."))
    #expect(home.read(page) == "theirs")
    #expect(try await home.shell("ls -A").lines.filter { $0.hasPrefix(".ocr-scan") }.isEmpty)
  }

  @Test func `without the screenshot, or with another one in its place, there is no picture`() async throws {
    try await scanned()
    Files.write(screenshot, Files.contents(TestData.clean))
    #expect(try await report().status == 0)
    #expect(home.read(page).contains("There is another picture in its place now"))
    #expect(!home.read(page).contains("data:image"))
    #expect(try await home.shell("rm '\(screenshot)'").status == 0)
    #expect(try await report("--force").status == 0)
    #expect(home.read(page).contains("The picture is not there any more."))
  }

  @Test func `a picture that cannot be read to its end is left out`() async throws {
    try await scanned()
    let run = try await home.shell("OCR_SCAN_SCAN_TIMEOUT=500ms OMP_THREAD_LIMIT=1 \"$SCAN\" history report 1")
    #expect(run.status == 0)
    let html = home.read(page)
    // A fast machine needs less than half a second; then the picture must show nothing private.
    if html.contains("data:image") {
      let words = try await text(of: try picture(in: page))
      for secret in PrivateTextTests.secrets { #expect(!words.contains(secret), "\(secret) in the picture") }
    } else {
      #expect(html.contains("private parts in it could not be found"))
    }
  }

  @Test func `a browser shows it without complaint and prints it`() async throws {
    try await scanned()
    #expect(try await report().status == 0)
    let html = home.read(page)
    // The page loads nothing and runs nothing.
    #expect(html.contains("default-src 'none'"))
    for part in ["<script", "<link", "<a ", "href", "src=\"http", "src=\"/", "url(", "@import"] {
      #expect(!html.contains(part), "\(part)")
    }
    let browser =
      "chromium --headless=new --no-sandbox --disable-gpu --user-data-dir=\"$PWD/profile\" --enable-logging=stderr"
    let printing = try await home.shell("\(browser) --print-to-pdf=page.pdf \"file://$PWD/ocr-scan-1.html\" 2>&1")
    // The console reports what the content security policy refuses ("Refused to ...").
    #expect(!printing.output.contains("Refused"), "\(printing.output)")
    let text = try await home.shell("pdftotext -layout page.pdf - && pdfimages -list page.pdf").output
    #expect(text.contains("What to do") && text.contains("Recognized text") && text.contains("SHA-256"))
    #expect(text.contains("image"))
  }
}
