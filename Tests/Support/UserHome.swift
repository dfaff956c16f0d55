internal import Glibc
package import SystemPackage

/// The home directory of a made-up user, for running the programs under test.
package final class UserHome: Sendable {
  package let folder = TemporaryFolder()
  /// Their screenshots.
  package let screenshots: FilePath
  package let dataFolder: FilePath
  package let stateFolder: FilePath
  package let runtimeFolder: FilePath
  package let settingsFile: FilePath
  private let variables: [String: String]

  /// Long limits, because many tests share the processors: for recognition, and for the age of a new screenshot. Tests
  /// of these times set their own.
  package static let patience = ["OCR_SCAN_SCAN_TIMEOUT": "60", "OCR_SCAN_MAX_AGE": "30 min"]

  /// - Parameter variables: Environment beyond what every session has.
  package init(_ variables: [String: String] = patience) {
    screenshots = folder("Screenshots")
    dataFolder = folder("data").appending("ocr-scan")
    stateFolder = folder("state").appending("ocr-scan")
    runtimeFolder = folder("runtime").appending("ocr-scan")
    settingsFile = folder("config").appending("ocr-scan/config.yaml")
    self.variables = variables
    Files.makeFolder(screenshots)
    // The session's runtime folder, as pam_systemd creates it.
    Files.makeFolder(folder("runtime"))
    Files.setMode(folder("runtime"), 0o700)
  }

  package var environment: [String: String] {
    [
      "HOME": folder.path.string, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
      "XDG_CONFIG_HOME": folder("config").string, "XDG_DATA_HOME": folder("data").string,
      "XDG_STATE_HOME": folder("state").string, "XDG_RUNTIME_DIR": folder("runtime").string,
    ].merging(variables) { $1 }
  }

  /// Writes the settings file.
  package func configure(_ text: String) {
    for path in [folder("config"), folder("config").appending("ocr-scan")] {
      unsafe mkdir(path.string, 0o700)
    }
    Files.write(settingsFile, Array(text.utf8))
  }

  /// Starts one of the programs, or a copy of one by its absolute path.
  package func start(
    _ program: String = "ocr-scan", _ arguments: [String] = [], input: FilePath = "/dev/null", output: FilePath? = nil,
    adding extra: [String: String] = [:]
  ) throws -> ProgramRun {
    try ProgramRun(
      program.hasPrefix("/") ? FilePath(program) : BuiltProgram.path(program), arguments.map { Array($0.utf8) },
      environment: environment.merging(extra) { $1 }, input: input, output: output, in: folder.path)
  }

  /// Runs `ocr-scan` to its end.
  package func scan(
    _ arguments: String..., input: FilePath = "/dev/null", output: FilePath? = nil, adding extra: [String: String] = [:]
  ) async throws -> ProgramRun.Ended {
    try await start("ocr-scan", arguments, input: input, output: output, adding: extra).ended()
  }

  /// Starts `ocr-scan` on a terminal.
  package func terminal(
    _ arguments: String..., rows: Int = 24, columns: Int = 80, adding extra: [String: String] = [:]
  ) throws -> TerminalRun {
    try TerminalRun(
      BuiltProgram.path("ocr-scan"), arguments,
      environment: environment.merging(["TERM": "xterm"]) { $1 }.merging(extra) { $1 }, rows: rows, columns: columns)
  }

  /// Runs a line of shell as a user without root's rights: whoever runs the tests, or nobody instead of root.
  /// Everything in the home belongs to that user.
  package func shellAsOrdinaryUser(_ line: String) async throws -> ProgramRun.Ended {
    guard UnprivilegedThread.isPossible else { return try await shell(line) }
    let quoted = line.replacing("'", with: "'\\''")
    return try await shell(
      "chown -R 65534:65534 . && setpriv --reuid 65534 --regid 65534 --clear-groups sh -c '\(quoted)'")
  }

  /// Runs a line of shell; `$SCAN` is `ocr-scan`.
  package func shell(_ line: String) async throws -> ProgramRun.Ended {
    let scan = try BuiltProgram.path("ocr-scan").string
    return try await ProgramRun(
      "/bin/sh", [Array("-c".utf8), Array(line.utf8)], environment: environment.merging(["SCAN": scan]) { $1 },
      in: folder.path
    ).ended()
  }

  package func read(_ path: FilePath) -> String { String(decoding: Files.contents(path), as: UTF8.self) }
}
