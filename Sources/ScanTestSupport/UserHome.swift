internal import Glibc
package import SystemPackage

/// The home directory of an invented user, with the programs under test.
package final class UserHome: Sendable {
  package let folder = TemporaryFolder()
  /// Their screenshots.
  package let screenshots: FilePath
  package let dataFolder: FilePath
  package let stateFolder: FilePath
  package let runtimeFolder: FilePath
  package let settingsFile: FilePath
  private let variables: [String: String]

  /// - Parameter variables: Environment beyond what every session has. Recognition gets all the time it may have,
  ///   because many tests share the processors; tests of the deadline say otherwise.
  package init(_ variables: [String: String] = ["OCR_SCAN_SCAN_TIMEOUT": "60"]) {
    screenshots = folder("Screenshots")
    dataFolder = folder("data").appending("ocr-scan")
    stateFolder = folder("state").appending("ocr-scan")
    runtimeFolder = folder("runtime").appending("ocr-scan")
    settingsFile = folder("config").appending("ocr-scan/config.yaml")
    self.variables = variables
    Files.makeFolder(screenshots)
    // The session's own, as pam_systemd makes it.
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

  /// Starts one of the programs.
  package func start(
    _ program: String = "ocr-scan", _ arguments: [String] = [], input: FilePath = "/dev/null", output: FilePath? = nil,
    adding extra: [String: String] = [:]
  ) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.path(program), arguments.map { Array($0.utf8) },
      environment: environment.merging(extra) { $1 }, input: input, output: output, in: folder.path)
  }

  /// Runs `ocr-scan` to its end.
  package func scan(
    _ arguments: String..., input: FilePath = "/dev/null", output: FilePath? = nil, adding extra: [String: String] = [:]
  ) async throws -> ProgramRun.Ended {
    try await start("ocr-scan", arguments, input: input, output: output, adding: extra).ended()
  }

  /// Runs a line of shell, in which `$SCAN` is `ocr-scan`.
  package func shell(_ line: String) async throws -> ProgramRun.Ended {
    let scan = try BuiltProgram.path("ocr-scan").string
    return try await ProgramRun(
      "/bin/sh", [Array("-c".utf8), Array(line.utf8)], environment: environment.merging(["SCAN": scan]) { $1 },
      in: folder.path
    ).ended()
  }

  package func read(_ path: FilePath) -> String { String(decoding: Files.contents(path), as: UTF8.self) }
}
