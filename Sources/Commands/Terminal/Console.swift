internal import EventLog
internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import ScanModel
internal import Settings

/// Writes results to standard output and everything else to standard error.
struct Console: Sendable {
  let environment: [String: String]
  let output: TerminalStyle
  let diagnostics: TerminalStyle
  private let journal: FailureRecorder
  /// Other people and programs read journals, so they are not translated.
  private let isJournal: Bool

  init(_ choice: ColorChoice, environment: [String: String]) {
    self.environment = environment
    output = TerminalStyle(choice, descriptor: STDOUT_FILENO, environment: environment)
    diagnostics = TerminalStyle(choice, descriptor: STDERR_FILENO, environment: environment)
    journal = FailureRecorder(environment: environment)
    isJournal = ServiceJournal.isTarget(STDERR_FILENO, environment)
  }

  var columns: Int { TerminalWidth.columns(of: STDOUT_FILENO) }

  /// Columns of the terminal that shows the results; nil if they go elsewhere, where lines may have any length.
  var terminalColumns: Int? { TerminalWidth.whole(of: STDOUT_FILENO) }

  /// Writes a line of the result.
  ///
  /// If the pipe is closed, SIGPIPE ends the program quietly, as users of `head` expect.
  /// - Throws: `OutputFailure` if the output cannot be written, for example on a full disk.
  func print(_ line: String) throws {
    try emit(line + "\n")
  }

  /// Writes part of the result unchanged.
  /// - Throws: `OutputFailure`, like `print`.
  func emit(_ text: String) throws {
    try Self.write(text, to: STDOUT_FILENO)
  }

  /// Writes a line that is not a result. Ignores failures, since there is nowhere left to report them.
  func note(_ line: String) {
    try? Self.write(line + "\n", to: STDERR_FILENO)
  }

  /// Writes a sentence that is not a result; on a terminal it is wrapped at spaces.
  func tell(_ sentence: String) {
    for line in lines(sentence) { note(line) }
  }

  private func lines(_ text: String) -> [String] {
    TerminalWidth.whole(of: STDERR_FILENO).map { TextLayout.wrap(text, width: max(20, $0)) } ?? [text]
  }

  /// What to do about a failure, as lines to show below it.
  /// - Parameters:
  ///   - remedy: A sentence, with or without commands in it.
  ///   - columns: Columns of the terminal; nil if lines may have any length.
  ///   - mark: What the first line begins with; the others are indented by its width.
  /// - Returns: The lines; no command is broken.
  func remedyLines(_ remedy: String, columns: Int?, after mark: String = "  → ") -> [String] {
    let width = columns.map { max(20, $0 - TextLayout.width(of: mark)) }
    return TextLayout.hanging(width.map { TextLayout.wrapRemedy(remedy, width: $0) } ?? [remedy], after: mark)
  }

  /// Writes to standard error without a line break.
  func write(_ text: String) {
    try? Self.write(text, to: STDERR_FILENO)
  }

  /// Whether somebody can answer: keys can be read and output seen. False in the background of a shell, where reading
  /// would stop the program (termios(3), job control).
  var isInteractive: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
  }

  /// Whether somebody may see the output or can be asked.
  var hasTerminal: Bool { Self.hasTerminal }

  /// Whether one of the process's three standard descriptors is a terminal.
  static var hasTerminal: Bool { [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { isatty($0) == 1 } }

  /// Shows a failure and its remedy, and keeps it. Every failure of every program is reported here.
  func report(_ failure: FailureDescription, scanID: UUID? = nil, duration: Duration? = nil) {
    let failure = isJournal ? failure : failure.localized
    let title = "\(failure.title)"
    let whole =
      isJournal ? "\(failure.title): \(failure.message)" : localized("%1$@: %2$@", failure.title, failure.message)
    for (index, line) in lines(whole).enumerated() {
      let isTitled = index == 0 && line.hasPrefix(title)
      note(
        isTitled ? diagnostics.paint(title, .bold) + line.dropFirst(title.count) : line)
    }
    for line in remedyLines("\(failure.recoverySuggestion)", columns: TerminalWidth.whole(of: STDERR_FILENO)) {
      note(line)
    }
    keep(failure, scanID: scanID, duration: duration)
  }

  /// Keeps a failure that was shown in another way.
  func keep(_ failure: FailureDescription, scanID: UUID? = nil, duration: Duration? = nil) {
    journal.keep(failure.code, scanID: scanID, duration: duration)
  }

  /// Waits until every failure is kept.
  func finish() { journal.finish() }

  private static func write(_ text: String, to descriptor: Int32) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // Whoever shares the pipe has made it so that writing does not wait.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&wait, 1, -1)
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

/// Keeps reported failures for `ocr-scan errors`: code, time and duration, but nothing from the screenshot.
final class FailureRecorder: Sendable {
  private let log: FailureLog?
  /// Writing waits for the disk, and the caller must not.
  private let writing = BlockingIOPool(label: "failure-journal")

  init(environment: [String: String]) {
    log = (try? XDGDirectories(environment: environment)).map { FailureLog(directory: $0.state) }
  }

  func keep(_ code: ScanFailure.Code, scanID: UUID?, duration: Duration?) {
    guard let log else { return }
    let record = FailureRecord(code: code, time: Date(), scanID: scanID, duration: duration)
    writing.start { log.record(record) }
  }

  /// Waits until everything is written.
  func finish() { writing.waitUntilDone() }
}
