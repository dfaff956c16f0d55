internal import ArgumentParser
internal import Foundation
internal import ScanModel

/// Options of every command.
struct ConsoleOptions: ParsableArguments {
  @Option(help: "When to use color: auto, always or never.")
  var color = ColorChoice.auto

  var console: Console { Console(color, environment: ProcessInfo.processInfo.environment) }
}

/// Ends a command with one of the documented statuses.
enum CommandEnd {
  /// Runs the body and reports what it throws in the words of the catalog.
  static func run(_ console: Console, _ body: () async throws -> ExitStatus) async throws {
    let status: ExitStatus
    do {
      status = try await body()
    } catch let failure as ScanFailure {
      console.report(FailureCatalog.describe(failure))
      status = failure.code.exitStatus
    } catch let failure as OutputFailure {
      console.note("ocr-scan: cannot write the result: \(failure.reason)")
      status = .cannotWrite
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }
}
