internal import Application
internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import Localization
internal import ScanModel

struct OCRScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ocr-scan",
    abstract: "Tells whether a screenshot looks like a scam. Nothing leaves this computer.",
    discussion: """
      EXAMPLES:
        ocr-scan shot.png                 scan one screenshot
        ocr-scan ~/Pictures/Screenshots   scan every screenshot in a folder
        ocr-scan bulk < list.txt          scan many, one JSON record for each
        ocr-scan latest                   scan the newest screenshot
        ocr-scan pick                     choose a screenshot from a list
        ocr-scan clipboard                scan the picture on the clipboard
        ocr-scan --json shot.png          print the whole report as JSON
        ocr-scan history list             what was scanned before
        ocr-scan advice                   what to do after a scam
        ocr-scan errors                   what failed lately
        ocr-scan settings list            what it does by itself
        ocr-scan doctor                   check the installation

      EXIT STATUS:
        0 nothing found, 1 something found, 64 wrong usage, 65 no readable picture,
        66 no such file, 69 something is missing, 70 internal error,
        73 cannot write, 74 history failed, 75 try again, 77 permission denied,
        78 settings not understood.
      """,
    version: ProgramVersion.text,
    subcommands: [
      ScanCommand.self, BulkCommand.self, LatestCommand.self, PickCommand.self, ClipboardCommand.self, OpenCommand.self,
      TextCommand.self,
      HistoryCommand.self, ErrorsCommand.self, SettingsCommand.self, RulesCommand.self, AdviceCommand.self,
      DoctorCommand.self,
    ],
    defaultSubcommand: ScanCommand.self)
}

/// Where `ocr-scan` and `ocr-scand` begin: one file with two names, because with its runtime it takes 40 MB.
package enum ProgramEntry {
  /// Runs the program that was called: the last part of `argv[0]` decides.
  @MainActor package static func run(calledBy arguments: [String] = CommandLine.arguments) async {
    Localization.start()
    // On the main thread, the only one so far: threads started earlier would not be confined.
    if arguments.first?.split(separator: "/").last == "ocr-scand" {
      confine(.watcher)
      await UsageError.run(WatchCommand.self)
    } else {
      // systemd ignores SIGPIPE (systemd.exec(5), IgnoreSIGPIPE=); a reader that goes away is no error.
      signal(SIGPIPE, SIG_DFL)
      let words = CommandLine.arguments.dropFirst()
      // Without a terminal these open one.
      let opensPrograms = !Console.hasTerminal && words.contains { ["latest", "open", "clipboard"].contains($0) }
      let asksXServer = words.first == "clipboard" && ProcessInfo.processInfo.environment["DISPLAY"] != nil
      confine(.command(opensPrograms: opensPrograms, asksXServer: asksXServer))
      await UsageError.run(OCRScanCommand.self)
    }
  }

  private static func confine(_ kind: ProgramSandbox.Kind) {
    let environment = ProcessInfo.processInfo.environment
    ProgramSandbox.enter(kind, environment) { failure in
      Console(.auto, environment: environment).report(FailureCatalog.describe(failure))
    }
  }
}

struct ConsoleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("When to use color.", valueName: "when"))
  var color = ColorChoice.auto

  var console: Console { Console(color, environment: ProcessInfo.processInfo.environment) }
}

/// For commands that may run in their own terminal window.
struct WindowOptions: ParsableArguments {
  @Flag(help: "Wait for Enter at the end, for terminal windows that close with the program.")
  var pause = false
}

protocol ConsoleCommand: AsyncParsableCommand {
  var output: ConsoleOptions { get }
  func run(_ console: Console) async throws -> ExitStatus
}

protocol PausingCommand: ConsoleCommand {
  var window: WindowOptions { get }
}

extension ConsoleCommand {
  /// Reports what the command throws in the words of the catalog; wrong usage is left to the parser of arguments.
  func run() async throws {
    let console = output.console
    defer {
      if (self as? any PausingCommand)?.window.pause == true, console.isInteractive {
        console.write("\n" + localized("Press Enter to close. "))
        _ = readLine()
      }
    }
    let status: ExitStatus
    do {
      status = try await run(console)
    } catch let failure as OutputFailure {
      console.note(localized("ocr-scan: cannot write the result: %1$@", failure.reason))
      status = .cannotWrite
    } catch let error where !(error is ExitCode || error is ValidationError) {
      if let failure = ScanFailure(error) {
        console.report(FailureCatalog.describe(failure))
        status = failure.code.exitStatus
      } else {
        // Without this, the parser would end with 1, which means that a scam was found.
        console.note(localized("ocr-scan: internal error: %1$@", "\(error)"))
        status = .internalError
      }
    }
    console.finish()
    if status != .success { throw ExitCode(status.rawValue) }
  }
}
