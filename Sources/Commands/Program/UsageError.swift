internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import Localization

/// Wrong usage, told in the user's language. The parser speaks English only: its messages are found again by their forms,
/// as those of failures are (`scripts/lib/sources.py` lists them).
enum UsageError {
  /// Runs a command as its `main()` does.
  @MainActor static func run<Command: AsyncParsableCommand>(_ type: Command.Type) async {
    do {
      var command = try type.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      guard Localization.language != "en", type.exitCode(for: error) == .validationFailure else {
        type.exit(withError: error)
      }
      let whole = translation(of: type.fullMessage(for: error), about: type.message(for: error))
      Console(.auto, environment: ProcessInfo.processInfo.environment).note(whole)
      exit(ExitCode.validationFailure.rawValue)
    }
  }

  /// - Parameters:
  ///   - whole: The message, the help of an option, how the command is used, and where more is said.
  ///   - message: The first of these.
  /// - Returns: The same in the user's language, without the help of the option, which is English.
  static func translation(of whole: String, about message: String) -> String {
    let first = "Error: \(message)\n"
    guard whole.hasPrefix(first) else { return whole }
    let lines = whole.dropFirst(first.count).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // Without a command there is its whole help in the place of its usage.
    let rest = lines.firstIndex { $0.hasPrefix("Usage: ") }.map { Array(lines[$0...]) } ?? lines
    return ([localized("Error: %1$@", translated(message))] + rest.map(line)).joined(separator: "\n")
  }

  private static func line(_ line: String) -> String {
    if let use = line.wholeMatch(of: /Usage: (.*)/) { return localized("Usage: %1$@", use.1) }
    if let command = line.wholeMatch(of: #/  See '(.*)' for more information\./#) {
      return "  " + localized("See '%1$@' for more information.", command.1)
    }
    return line
  }
}
