internal import Glibc
internal import LinuxSystem
internal import ScanModel

/// Where results and everything else go: results to standard output, all else to standard error.
struct Console: Sendable {
  let environment: [String: String]
  let output: TerminalStyle
  let diagnostics: TerminalStyle

  init(_ choice: ColorChoice, environment: [String: String]) {
    self.environment = environment
    output = TerminalStyle(choice, descriptor: STDOUT_FILENO, environment: environment)
    diagnostics = TerminalStyle(choice, descriptor: STDERR_FILENO, environment: environment)
  }

  var columns: Int { TerminalWidth.columns(of: STDOUT_FILENO) }

  /// Writes a line of the result.
  ///
  /// A closed pipe ends the program by SIGPIPE, quietly, as users of `head` expect.
  /// - Throws: `OutputFailure` when the output cannot be written, for example on a full disk.
  func print(_ line: String) throws {
    try emit(line + "\n")
  }

  /// Writes a piece of the result as it is.
  /// - Throws: `OutputFailure`, as `print`.
  func emit(_ text: String) throws {
    try Self.write(text, to: STDOUT_FILENO)
  }

  /// Writes a line that is not a result. There is nowhere left to report a failure to.
  func note(_ line: String) {
    try? Self.write(line + "\n", to: STDERR_FILENO)
  }

  /// Writes to standard error without a line break.
  func write(_ text: String) {
    try? Self.write(text, to: STDERR_FILENO)
  }

  /// Reports a failure: what is so, then the way out.
  func report(_ failure: FailureDescription) {
    note("\(diagnostics.paint(failure.title, .bold)): \(failure.message)")
    note("  → \(failure.recoverySuggestion)")
  }

  private static func write(_ text: String, to descriptor: Int32) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno != EINTR {
        throw OutputFailure(errno: errno)
      }
    }
  }
}

/// The result could not be written.
struct OutputFailure: Error {
  var errno: Int32

  var reason: String { SystemError("write", errno: errno).reason }
}
