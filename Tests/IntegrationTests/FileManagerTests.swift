import Foundation
import SystemPackage
import TestSupport
import Testing

/// What file managers run, as installed by `scripts/install`.
@Suite(.serialized) struct FileManagerTests {
  let home = UserHome()
  private var opener: FilePath { home.folder("root").appending("opt/x/libexec/ocr-scan/open-picture") }

  /// Installs below a folder, with programs that record how they were called.
  private func install(_ programs: [String]) async throws {
    let built = BuiltProgram.folder.string
    let installed = try await home.shell(
      "cd '\(Repository.folder.path)' && DESTDIR='\(home.folder("root"))' PREFIX='/opt/x' BIN='\(built)' scripts/install"
    )
    #expect(installed.status == 0, "\(installed.diagnostics)")
    // Commands name the prefix of the running system; here it is below the test's folder.
    let moved = try await home.shell(
      """
      sed -i -e "s|^bin=.*|bin='$PWD/root/opt/x/bin'|" -e "s|'/opt/x/share/locale'|'$PWD/root/opt/x/share/locale'|" \
        '\(opener)' && mkdir bin && rm root/opt/x/bin/ocr-scan-window
      """)
    #expect(moved.status == 0, "\(moved.diagnostics)")
    for program in programs {
      let path =
        program.hasPrefix("ocr-scan")
        ? home.folder("root").appending("opt/x/bin/\(program)") : home.folder("bin").appending(program)
      Files.write(
        path,
        Array(
          "#!/bin/sh\nfor word in \"\(program)\" \"$@\"; do echo \"$word\"; done >>'\(home.folder("called"))'\n".utf8))
      Files.setMode(path, 0o755)
    }
  }

  private func open(_ pictures: String...) async throws -> ProgramRun.Ended {
    let names = pictures.map { "'\($0)'" }.joined(separator: " ")
    return try await home.shell("PATH=\"$PWD/bin\" '\(opener)' \(names)")
  }

  private var called: [String] { home.read(home.folder("called")).split(separator: "\n").map(String.init) }

  @Test func `pictures are opened in the window if there is one`() async throws {
    try await install(["ocr-scan-window", "xterm"])
    #expect(try await open("/a b/$(id).png", "/-c.png").status == 0)
    #expect(called == ["ocr-scan-window", "/a b/$(id).png", "/-c.png"])
  }

  @Test(arguments: [("xdg-terminal-exec", []), ("gnome-terminal", ["--"]), ("xterm", ["-e"])])
  func `without it they are scanned in a terminal that stays`(terminal: String, before: [String]) async throws {
    try await install([terminal])
    #expect(try await open("/a b/c.png").status == 0)
    let program = home.folder("root").appending("opt/x/bin/ocr-scan").string
    #expect(called == [terminal] + before + [program, "scan", "--pause", "--", "/a b/c.png"])
  }

  @Test func `without a terminal a notification says what came out, and nothing of the picture`() async throws {
    try await install(["notify-send"])
    #expect(try await open(TestData.scam.string).status == 1)
    #expect(called.contains("⚠ Possible Scam - Be Cautious") && called.contains("--icon=security-low"))
    #expect(!called.contains { $0.contains("infected") || $0.contains(".png") })
    #expect(try await open(TestData.clean.string).status == 0)
    #expect(called.contains("No Sign of a Scam Found") && !called.contains("--icon=security-high"))
    #expect(called.contains { $0.hasSuffix("but I cannot see everything. Ask somebody if in doubt.") })
    #expect(try await open("/nowhere.png").status == 66)
    #expect(called.contains("Picture Not Checked"))
    Files.unlink(home.folder("called"))
    #expect(try await open("/nowhere.png", TestData.scam.string, TestData.clean.string).status == 66)
    #expect(called.contains("⚠ Possible Scam - Be Cautious") && called.contains("--icon=security-low"))
  }

  @Test(arguments: [
    (["unsure"], "Not Sure", "dialog-information"), (["unknown"], "Picture Not Checked", "dialog-warning"),
    ([], "Picture Not Checked", "dialog-warning"), (["clear", "unknown"], "Picture Not Checked", "dialog-warning"),
    (["unknown", "clear", "unsure"], "Not Sure", "dialog-information"),
    (["unsure", "suspicious"], "⚠ Possible Scam - Be Cautious", "security-low"),
  ])
  func `of several answers the worst is told, and none passes for another`(
    answers: [String], title: String, icon: String
  ) async throws {
    try await install(["notify-send"])
    let program = home.folder("root").appending("opt/x/bin/ocr-scan")
    Files.unlink(program)
    let reports = answers.map { "echo '{\"advice\":\"\\\"answer\\\":\\\"clear\\\"\",\"answer\":\"\($0)\"}'\n" }
    Files.write(program, Array("#!/bin/sh\n\(reports.joined())".utf8))
    Files.setMode(program, 0o755)
    #expect(try await open("/a.png").status == 0)
    #expect(called.contains(title) && called.contains("--icon=\(icon)"), "\(called)")
  }

  @Test func `what desktops show is in the user's language`() async throws {
    try await install(["notify-send"])
    let root = home.folder("root").appending("opt/x/share")
    let said = try await home.shell(
      "ln -s /usr/bin/gettext bin && PATH=\"$PWD/bin\" LANGUAGE=de LC_ALL=C.UTF-8 '\(opener)' '\(TestData.clean)'")
    #expect(said.status == 0 && called.contains("Keine Anzeichen für Betrug gefunden"), "\(called)\(said.diagnostics)")
    for (file, words) in [
      ("applications/ocr-scan.desktop", "\nName[it]=Analizza una schermata\n"),
      ("applications/org.ocr_scan.Window.desktop", "\nKeywords[fr]=arnaque;"),
      ("kio/servicemenus/ocr-scan.desktop", "\nName[de]=Auf Betrug prüfen\n"),
      ("nemo/actions/ocr-scan.nemo_action", "\nName[nl]=Controleren op oplichting\n"),
      ("metainfo/org.ocr_scan.Window.metainfo.xml", "<summary xml:lang=\"pt\">Diz se uma captura"),
    ] {
      #expect(home.read(root.appending(file)).contains(words), "\(file)")
    }
    // The extension of Nautilus without the library that it extends.
    let label = try await home.shell(
      """
      extension='\(root)/nautilus-python/extensions/ocr-scan.py'
      {
        sed -n -e '/^import gettext/p' -e '/^LOCALES/,/gettext(english)$/p' "$extension" | sed 's|/opt/x/share|\(root)|'
        echo 'print(text("Check for a Scam"))'
      } | LANGUAGE=es LC_ALL=C.UTF-8 python3
      """)
    #expect(label.output == "Comprobar si es una estafa\n", "\(label.diagnostics)")
  }

  @Test func `Open With has one entry for pictures, with the window and without`() async throws {
    try await install([])
    let folder = home.folder("root").appending("opt/x/share/applications")
    let found = try await home.shell("grep -l '^MimeType=.*image/png' '\(folder)'/*.desktop")
    #expect(found.lines.map { $0.split(separator: "/").last } == ["ocr-scan-open.desktop"])
  }

  @Test func `every file manager starts it by its whole path`() async throws {
    try await install([])
    let share = home.folder("root").appending("opt/x/share")
    for file in [
      "applications/ocr-scan-open.desktop", "kio/servicemenus/ocr-scan.desktop", "nemo/actions/ocr-scan.nemo_action",
    ] {
      #expect(
        home.read(share.appending(file)).contains("\nExec=/opt/x/libexec/ocr-scan/open-picture %F\n"), "\(file)")
    }
    let menu = home.read(share.appending("nautilus-python/extensions/ocr-scan.py"))
    #expect(menu.contains("COMMAND = \"/opt/x/libexec/ocr-scan/open-picture\""))
  }
}
