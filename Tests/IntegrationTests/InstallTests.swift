import Foundation
import SystemPackage
import TestSupport
import Testing

/// `make install` into a package folder, and `make uninstall` from it.
@Suite(.serialized) struct InstallTests {
  private let home = UserHome()
  private var root: FilePath { home.folder("package") }

  /// Runs a script as the Makefile does.
  private func run(_ script: String) async throws -> ProgramRun.Ended {
    try await home.shell(
      "cd '\(Repository.folder.path)' && umask 077 && DESTDIR='\(root)' PREFIX=/usr BIN='\(BuiltProgram.folder)' scripts/\(script)"
    )
  }

  /// All files below the package, as relative paths.
  private func files() async throws -> Set<String> {
    Set(try await home.shell("find package ! -type d -printf '/%P\\n'").lines)
  }

  private static let expected: Set<String> = [
    "/usr/share/locale/de/LC_MESSAGES/ocr-scan.mo", "/usr/share/locale/es/LC_MESSAGES/ocr-scan.mo",
    "/usr/share/locale/fr/LC_MESSAGES/ocr-scan.mo", "/usr/share/locale/it/LC_MESSAGES/ocr-scan.mo",
    "/usr/share/locale/nl/LC_MESSAGES/ocr-scan.mo", "/usr/share/locale/pt/LC_MESSAGES/ocr-scan.mo",
    "/usr/bin/ocr-scan", "/usr/bin/ocr-scand", "/usr/libexec/ocr-scan/ocr-scan-worker",
    "/usr/lib/systemd/user/ocr-scand.service",
    "/usr/bin/ocr-scan-window",
    "/usr/libexec/ocr-scan/open-picture",
    "/usr/share/applications/ocr-scan.desktop", "/usr/share/applications/ocr-scan-link.desktop",
    "/usr/share/applications/org.ocr_scan.Window.desktop", "/usr/share/metainfo/org.ocr_scan.Window.metainfo.xml",
    "/usr/share/icons/hicolor/scalable/apps/org.ocr_scan.Window.svg",
    "/usr/share/icons/hicolor/symbolic/apps/org.ocr_scan.Window-symbolic.svg",
    "/usr/share/applications/ocr-scan-open.desktop", "/usr/share/icons/hicolor/scalable/apps/ocr-scan.svg",
    "/usr/share/icons/hicolor/symbolic/apps/ocr-scan-symbolic.svg", "/usr/share/kio/servicemenus/ocr-scan.desktop",
    "/usr/share/nautilus-python/extensions/ocr-scan.py", "/usr/share/nemo/actions/ocr-scan.nemo_action",
    "/usr/share/bash-completion/completions/ocr-scan", "/usr/share/bash-completion/completions/ocr-scand",
    "/usr/share/bash-completion/completions/ocr-scan-window",
    "/usr/share/doc/ocr-scan/CHANGELOG.md", "/usr/share/doc/ocr-scan/LICENSE", "/usr/share/doc/ocr-scan/README.md",
    "/usr/share/fish/vendor_completions.d/ocr-scan.fish", "/usr/share/fish/vendor_completions.d/ocr-scand.fish",
    "/usr/share/fish/vendor_completions.d/ocr-scan-window.fish",
    "/usr/share/ocr-scan/model/scam-encoder.model",
    "/usr/share/man/man1/ocr-scan.1", "/usr/share/man/man1/ocr-scand.1", "/usr/share/man/man1/ocr-scan-window.1",
    "/usr/share/man/man5/ocr-scan-config.5", "/usr/share/zsh/site-functions/_ocr-scan",
    "/usr/share/zsh/site-functions/_ocr-scand", "/usr/share/zsh/site-functions/_ocr-scan-window",
  ]

  @Test func `what is installed works by itself, and only that is taken away again`() async throws {
    let installation = try await run("install")
    #expect(installation.status == 0, "\(installation.diagnostics)")
    let rules = "/usr/share/ocr-scan/rules/"
    let installed = try await files()
    let countries = "/usr/share/ocr-scan/countries/"
    #expect(installed.filter { !$0.hasPrefix(rules) && !$0.hasPrefix(countries) } == Self.expected)
    #expect(installed.filter { $0.hasPrefix(countries) }.count == 16 && installed.contains(countries + "GB.yaml"))
    #expect(installed.filter { $0.hasPrefix(rules) } == [rules + "rules.pack"])
    // Everyone may read and only the owner write, whatever the umask during installation.
    #expect(try await home.shell("find package/usr ! -type l ! -perm 755 \\( -type d -o ! -perm 644 \\)").output == "")

    // The installed programs find the installed worker and rules.
    let scan = try await ProgramRun(
      root.appending("usr/bin/ocr-scan"), [Array(TestData.scam.string.utf8)], environment: home.environment
    ).ended()
    #expect(scan.status == 1, "\(scan.diagnostics)")
    let advice = try await ProgramRun(
      root.appending("usr/bin/ocr-scan"), ["advice", "--country", "GB"].map { Array($0.utf8) },
      environment: home.environment
    ).ended()
    #expect(advice.output.contains("Report Fraud: call 0300 123 2040"))
    let unit = home.read(root.appending("usr/lib/systemd/user/ocr-scand.service"))
    #expect(unit.contains("ExecStart=/usr/bin/ocr-scand") && !unit.contains("@BINDIR@"))

    Files.write(root.appending(rules + "of-somebody-else.txt"), [])
    let removal = try await run("uninstall")
    #expect(removal.status == 0, "\(removal.diagnostics)")
    #expect(try await files() == [rules + "of-somebody-else.txt"])
  }

  @Test func `without a package, folders and caches that were not there before go as well`() async throws {
    let prefix = home.folder("prefix")
    func run(_ scripts: String...) async throws {
      for script in scripts {
        let run = try await home.shell(
          "cd '\(Repository.folder.path)' && PREFIX='\(prefix)' BIN='\(BuiltProgram.folder)' scripts/\(script)")
        #expect(run.status == 0, "\(run.diagnostics)")
      }
    }
    try await run("install", "install")
    #expect(Files.mode(prefix.appending("bin/ocr-scan")) == 0o755)
    try await run("uninstall")
    #expect(Files.mode(prefix) == nil)

    // What others had, or put there meanwhile, stays.
    let entry = prefix.appending("share/applications/theirs.desktop")
    #expect(try await home.shell("mkdir -p prefix/share/nemo").status == 0)
    try await run("install")
    Files.write(entry, Array("[Desktop Entry]\nType=Application\nName=A\nExec=a\nMimeType=text/x-a;\n".utf8))
    try await run("uninstall")
    let rest = try await home.shell("find prefix -type d -empty -o ! -type d ! -name mimeinfo.cache | sort").lines
    #expect(rest == ["prefix/share/applications/theirs.desktop", "prefix/share/nemo"])
    let cache = prefix.appending("share/applications/mimeinfo.cache")
    #expect(["", "[MIME Cache]\ntext/x-a=theirs.desktop;\n"].contains(home.read(cache)))
  }

  @Test func `manual pages name every command, and shells complete them`() async throws {
    #expect(try await run("install").status == 0)
    for page in ["man1/ocr-scan.1", "man1/ocr-scand.1", "man5/ocr-scan-config.5"] {
      let shown = try await home.shell("groff -K utf-8 -T utf8 -P -cbou -man -ww package/usr/share/man/\(page)")
      #expect(shown.status == 0 && shown.diagnostics == "", "\(page): \(shown.diagnostics)")
      for section in ["NAME", "EXAMPLE", "SEE ALSO"] { #expect(shown.output.contains(section), "\(page)") }
    }
    // Without formatting and line breaks, so that names can be found.
    let page = try await home.shell(
      "groff -rLL=500n -K utf-8 -T ascii -P -cbou -man package/usr/share/man/man1/ocr-scan.1"
    ).output
    let commands = try await commands()
    #expect(commands.count > 15)
    for command in commands { #expect(page.contains(command), "\(command)") }
    #expect(page.contains("--fail-on RISK"))

    for (typed, completed) in [("hi", "history"), ("history sh", "show"), ("scan --no-h", "--no-history")] {
      #expect(try await completions(of: typed) == [completed], "\(typed)")
    }
  }

  /// The completions bash offers when a user types "ocr-scan " and this text, then presses Tab.
  private func completions(of typed: String) async throws -> [String] {
    let words = ["ocr-scan"] + typed.split(separator: " ").map(String.init)
    let line = words.joined(separator: " ")
    Files.write(
      home.folder("complete.bash"),
      Array(
        """
        source package/usr/share/bash-completion/completions/ocr-scan
        COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1); COMP_LINE='\(line)'; COMP_POINT=\(line.count)
        _ocr-scan ocr-scan '\(words[words.count - 1])' '\(words[words.count - 2])'
        printf '%s\\n' "${COMPREPLY[@]}"
        """.utf8))
    return try await home.shell("bash complete.bash").lines.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// "ocr-scan history list" and all other commands, as the program reports them.
  private func commands() async throws -> [String] {
    struct Help: Decodable {
      var command: Command
    }
    struct Command: Decodable {
      var commandName: String
      var subcommands: [Command]?

      func names(after parents: String) -> [String] {
        guard commandName != "help" else { return [] }
        let name = parents + commandName
        return [name] + (subcommands ?? []).flatMap { $0.names(after: name + " ") }
      }
    }
    let help = try await home.scan("--experimental-dump-help").output
    return try JSONDecoder().decode(Help.self, from: Data(help.utf8)).command.names(after: "")
  }
}
