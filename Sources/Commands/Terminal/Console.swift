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
  /// What `ocr-scan errors` shows: code, time and duration, but nothing from the screenshot.
  private let journal: LastFailures?
  /// Writing to it waits for the disk, and the caller must not.
  private static let writing = WriteQueue(label: "failure-journal", capacity: 1_000)
  /// Other people and programs read journals, so they are not translated.
  private let isJournal: Bool

  init(_ choice: ColorChoice, environment: [String: String]) {
    self.environment = environment
    output = TerminalStyle(choice, descriptor: STDOUT_FILENO, environment: environment)
    diagnostics = TerminalStyle(choice, descriptor: STDERR_FILENO, environment: environment)
    journal = (try? XDGDirectories(environment: environment)).map { LastFailures(directory: $0.state) }
    isJournal = ServiceJournal.isTarget(STDERR_FILENO, environment)
  }

  /// Columns for the results, 80 without a terminal; between 40 and 100, because longer lines are hard to read.
  var columns: Int { min(max(terminalColumns ?? 80, 40), 100) }

  /// Columns of the terminal that shows the results; nil if they go elsewhere, where lines may have any length.
  var terminalColumns: Int? { Self.columns(of: STDOUT_FILENO) }

  private static func columns(of descriptor: Int32) -> Int? {
    KeyTerminal.size(of: descriptor).flatMap { $0.columns > 0 ? $0.columns : nil }
  }

  /// Writes a line of the result. If the pipe is closed, SIGPIPE ends the program quietly, as users of `head` expect.
  /// - Throws: `OutputFailure` if the output cannot be written, for example on a full disk; likewise the others.
  func print(_ line: String) throws { try emit(line + "\n") }

  /// Writes a text of the result after a mark; on a terminal it is wrapped at spaces, and the other lines indented by
  /// `indent` columns, or as the mark, if that has no color.
  func print(_ text: String, after mark: String, indent: Int? = nil) throws {
    let indent = indent ?? TextLayout.width(of: mark)
    let lines = terminalColumns.map { TextLayout.wrap(text, width: max(20, $0 - indent)) } ?? [text]
    for line in TextLayout.hanging(lines, after: mark, indent: indent) { try print(line) }
  }

  func printRemedy(_ remedy: String, after mark: String = "  → ") throws {
    for line in remedyLines(remedy, columns: terminalColumns, after: mark) { try print(line) }
  }

  func print(json value: some Encodable) throws { try print(Self.line(json: value)) }

  /// A value as one JSON object, without the line break.
  static func line(json value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  func emit(_ text: String) throws { try Self.write(text, to: STDOUT_FILENO) }

  /// Writes a line that is not a result. Ignores failures, since there is nowhere left to report them.
  func note(_ line: String) { write(line + "\n") }

  func write(_ text: String) { try? Self.write(text, to: STDERR_FILENO) }

  /// Writes a sentence that is not a result; on a terminal it is wrapped at spaces.
  func tell(_ sentence: String) {
    for line in lines(sentence) { note(line) }
  }

  private func lines(_ text: String) -> [String] {
    Self.columns(of: STDERR_FILENO).map { TextLayout.wrap(text, width: max(20, $0)) } ?? [text]
  }

  /// What to do about a failure, as lines of at most so many columns, in which no command is broken.
  private func remedyLines(_ remedy: String, columns: Int?, after mark: String = "  → ") -> [String] {
    let width = columns.map { max(20, $0 - TextLayout.width(of: mark)) }
    return TextLayout.hanging(width.map { TextLayout.wrapRemedy(remedy, width: $0) } ?? [remedy], after: mark)
  }

  /// Whether somebody can answer. Not in the background of a shell, where reading would stop the program (termios(3)).
  var isInteractive: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
  }

  /// Whether one of the process's three standard descriptors is a terminal: somebody may see the output or be asked.
  static var hasTerminal: Bool { [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { isatty($0) == 1 } }

  /// Shows a failure and its remedy, and keeps it. Every failure of every program is reported here.
  func report(_ failure: FailureDescription, scanID: UUID? = nil, duration: Duration? = nil) {
    let failure = isJournal ? failure : failure.localized
    let title = "\(failure.title)"
    let whole = isJournal ? "\(title): \(failure.message)" : localized("%1$@: %2$@", failure.title, failure.message)
    for (index, line) in lines(whole).enumerated() {
      let isTitled = index == 0 && line.hasPrefix(title)
      note(isTitled ? diagnostics.paint(title, .bold) + line.dropFirst(title.count) : line)
    }
    let columns = Self.columns(of: STDERR_FILENO)
    for line in remedyLines("\(failure.recoverySuggestion)", columns: columns) { note(line) }
    keep(failure, scanID: scanID, duration: duration)
  }

  func keep(_ failure: FailureDescription, scanID: UUID? = nil, duration: Duration? = nil) {
    guard let journal else { return }
    let record = FailureRecord(code: failure.code, time: Date(), scanID: scanID, duration: duration)
    Self.writing.add { journal.record(record) }
  }

  /// Waits until every failure is kept, for 5 s at most.
  func finish() { Self.writing.finish(within: .seconds(5)) }

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

struct OutputFailure: Error {
  var errno: Int32

  var reason: String { SystemError("write", errno: errno).reason }
}

/// A JSON object. Unknown values are null, never missing.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let fields: [(name: String, value: any Encodable)]

  init(dictionaryLiteral elements: (String, any Encodable)...) { fields = elements }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for field in fields { try container.encode(field.value, forKey: Name(stringValue: field.name)) }
  }
}
