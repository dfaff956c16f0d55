internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import Localization
internal import ScanModel

/// Options of every command.
struct ConsoleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("When to use color.", valueName: "when"))
  var color = ColorChoice.auto

  var console: Console { Console(color, environment: ProcessInfo.processInfo.environment) }
}

/// For commands that may run in their own terminal window.
struct WindowOptions: ParsableArguments {
  @Flag(help: "Wait for Enter at the end, for terminal windows that close with the program.")
  var pause = false

  /// Runs a command, and then waits for Enter if `pause` is set.
  func run(_ console: Console, _ body: () async throws -> ExitStatus) async throws {
    defer {
      if pause, console.isInteractive {
        console.write("\n" + localized("Press Enter to close. "))
        _ = readLine()
      }
    }
    try await CommandEnd.run(console, body)
  }
}

/// Ends a command with one of the documented exit statuses.
enum CommandEnd {
  /// Runs the body and reports what it throws in the words of the catalog. Wrong usage is left to the parser of arguments.
  static func run(_ console: Console, _ body: () async throws -> ExitStatus) async throws {
    let status: ExitStatus
    do {
      status = try await body()
    } catch let failure as ScanFailure {
      console.report(FailureCatalog.describe(failure))
      status = failure.code.exitStatus
    } catch let failure as OutputFailure {
      console.note(localized("ocr-scan: cannot write the result: %1$@", failure.reason))
      status = .cannotWrite
    } catch let error where !(error is ExitCode || error is ValidationError) {
      // Without this, the parser would end with 1, which means that a scam was found.
      console.note(localized("ocr-scan: internal error: %1$@", "\(error)"))
      status = .internalError
    }
    console.finish()
    if status != .success { throw ExitCode(status.rawValue) }
  }
}
