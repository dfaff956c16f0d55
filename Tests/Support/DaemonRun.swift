internal import Glibc
package import ScanModel
package import SystemPackage

/// `ocr-scand` of a user, watching their screenshots.
package final class DaemonRun: Sendable {
  package let process: ProgramRun

  /// Starts it and returns when every watch stands.
  /// - Parameters:
  ///   - home: Whose watcher it is.
  ///   - folder: What it watches, if not the screenshots.
  ///   - program: The copy to start, if not the one that was built.
  ///   - extra: Environment beyond that of the home.
  /// - Returns: The watcher, which ends with the test.
  /// - Throws: `NeverHappened`, or `SystemError` of posix_spawn(3).
  package static func ready(
    _ home: UserHome, folder: FilePath? = nil, program: FilePath? = nil, adding extra: [String: String] = [:]
  ) async throws -> DaemonRun {
    let daemon = try DaemonRun(home, folder: folder, program: program, adding: extra)
    try await eventually(within: .seconds(60)) { daemon.process.diagnostics.contains("\nReady.\n") }
    return daemon
  }

  package init(
    _ home: UserHome, folder: FilePath? = nil, program: FilePath? = nil, adding extra: [String: String] = [:]
  ) throws {
    process = try home.start(
      program?.string ?? "ocr-scand", ["--json", "--directory", (folder ?? home.screenshots).string], adding: extra)
  }

  /// The reports so far, in the order in which they were printed.
  package var reports: [ScanReport] {
    // The last line may not be whole yet.
    let text = process.output
    guard let end = text.lastIndex(of: "\n") else { return [] }
    return text[..<end].split(separator: "\n").compactMap { try? ScanReport(jsonLine: String($0)) }
  }

  /// Waits until so many reports are there.
  /// - Throws: `NeverHappened`.
  @discardableResult
  package func reports(_ count: Int) async throws -> [ScanReport] {
    try await eventually(within: .seconds(90)) { reports.count >= count }
    return reports
  }

  /// Ends it as a service manager does.
  @discardableResult
  package func stop() async throws -> ProgramRun.Ended {
    process.send(SIGTERM)
    return try await process.ended(within: .seconds(30))
  }

  /// Ends it as a crash does.
  package func kill() async throws {
    process.send(SIGKILL)
    _ = try await process.ended(within: .seconds(30))
  }
}
