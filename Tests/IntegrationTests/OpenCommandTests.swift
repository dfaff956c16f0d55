import SystemPackage
import TestSupport
import Testing

/// Links to screenshots, and what desktops are told about them.
@Suite(.serialized) struct OpenCommandTests {
  let home = UserHome()
  private static let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()

  @Test func `the link scans the newest screenshot`() async throws {
    home.add(TestData.clean, as: "shot.png")
    let run = try await home.scan("open", "typesafe://scan?auto=true")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("○ Scanned shot.png"))
    #expect(try home.events().first?["trigger"] as? String == "open")
  }

  @Test(arguments: ["", "typesafe://scan?auto=TRUE", "typesafe://scan?auto=true&x", "file:///etc/passwd", "shot.png"])
  func `any other link is wrong usage, and nothing is done`(link: String) async throws {
    home.add(TestData.clean, as: "shot.png")
    let run = try await home.scan("open", link)
    #expect(run.status == 64)
    #expect(run.output == "" && run.diagnostics.contains("The link must be exactly typesafe://scan?auto=true"))
    #expect(Files.mode(home.stateFolder) == nil)
  }

  @Test func `desktop entries are valid, installed with whole paths, and taken away again`() async throws {
    let check = try await home.shell("'\(Self.root)/desktop/verify.sh' '\(BuiltProgram.folder)'")
    #expect(check.status == 0, "\(check.diagnostics)")
    let programs = BuiltProgram.folder.string
    let surroundings = "cd '\(Self.root)' && PREFIX=/opt/x DESTDIR='\(home.folder.path)' BIN='\(programs)'"
    #expect(try await home.shell("\(surroundings) scripts/install").status == 0)
    let entries = home.folder("opt").appending("x/share/applications")
    let link = home.read(entries.appending("ocr-scan-link.desktop"))
    #expect(link.contains("\nExec=/opt/x/bin/ocr-scan open --pause %u\nTryExec=/opt/x/bin/ocr-scan\n"))
    #expect(link.contains("\nMimeType=x-scheme-handler/typesafe;\n"))
    #expect(home.read(entries.appending("ocr-scan.desktop")).contains("\nExec=/opt/x/bin/ocr-scan pick --pause\n"))
    #expect(try await home.shell("\(surroundings) scripts/uninstall").status == 0)
    #expect(Files.mode(entries.appending("ocr-scan.desktop")) == nil)
    #expect(Files.mode(entries.appending("ocr-scan-link.desktop")) == nil)
  }
}
