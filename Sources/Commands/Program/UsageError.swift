internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import Localization
internal import ScanModel

/// Wrong usage, told in the user's language. The parser speaks English only (`scripts/lib/sources.py` lists its messages).
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

  /// Translates the message and how the command is used; leaves out the English help of an option after it.
  static func translation(of whole: String, about message: String) -> String {
    let first = "Error: \(message)\n"
    guard whole.hasPrefix(first) else { return whole }
    let lines = whole.dropFirst(first.count).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // Without a command there is its whole help in the place of its usage.
    let rest = lines.firstIndex { $0.hasPrefix("Usage: ") }.map { Array(lines[$0...]) } ?? lines
    return ([localized("Error: %1$@", parsed(message))] + rest.map(line)).joined(separator: "\n")
  }

  /// A message of the parser, which puts names and what was typed in quotes: the rest is one of a few sentences.
  private static func parsed(_ message: String) -> Message {
    let number = message.prefix { $0.isASCII && $0.isNumber }
    // A list of any length stands at one place.
    let joined = message.dropFirst(number.count).replacing("', '", with: "\0")
    var text = number.isEmpty ? "" : "%1$@"
    var names: [Message] = number.isEmpty ? [] : [.verbatim(String(number))]
    for (index, part) in joined.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 0 {
        text += part
      } else {
        names.append(.verbatim(String(part).replacing("\0", with: "', '")))
        text += "'%\(names.count)$@'"
      }
    }
    // In quotes that do not match, or in an unknown sentence, nothing is known of what stands where.
    return joined.count { $0 == "'" } % 2 == 0 ? .text(text, names) : .verbatim(message)
  }

  private static func line(_ line: String) -> String {
    if let use = line.wholeMatch(of: /Usage: (.*)/) { return localized("Usage: %1$@", use.1) }
    if let command = line.wholeMatch(of: #/  See '(.*)' for more information\./#) {
      return "  " + localized("See '%1$@' for more information.", command.1)
    }
    return line
  }
}
