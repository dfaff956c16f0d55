internal import Glibc
package import ScanModel
package import SystemPackage

/// A running `ocr-scand` that watches a user's screenshots.
package final class DaemonRun: Sendable {
  package let process: ProgramRun

  /// Starts the daemon and returns when all watches are set.
  /// - Parameters:
  ///   - home: The user's home.
  ///   - folder: The folder to watch, if not the screenshots.
  ///   - program: The copy to start, if not the built one.
  ///   - extra: Environment beyond that of the home.
  /// - Returns: The daemon, which ends with the test.
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

  /// The reports so far, in the order they were printed.
  package var reports: [ScanReport] {
    // The last line may be incomplete.
    let text = process.output
    guard let end = text.lastIndex(of: "\n") else { return [] }
    return text[..<end].split(separator: "\n").compactMap { try? ScanReport(jsonLine: String($0)) }
  }

  /// Waits until there are this many reports.
  /// - Throws: `NeverHappened`.
  @discardableResult
  package func reports(_ count: Int) async throws -> [ScanReport] {
    try await eventually(within: .seconds(90)) { reports.count >= count }
    return reports
  }

  /// Ends it as a service manager would.
  @discardableResult
  package func stop() async throws -> ProgramRun.Ended {
    process.send(SIGTERM)
    return try await process.ended(within: .seconds(30))
  }

  /// Ends it as a crash would.
  package func kill() async throws {
    process.send(SIGKILL)
    _ = try await process.ended(within: .seconds(30))
  }
}
