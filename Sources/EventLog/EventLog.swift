package import FoundationEssentials
internal import LinuxSystem
internal import ScanModel
internal import Synchronization
package import SystemPackage

/// The log of events, `events.jsonl`: one JSON object per line, for people and programs that investigate a problem.
/// Logging never fails for the caller and never waits: those who log also enforce deadlines. An event that cannot be
/// written is counted, and the next one gives the number in the key `lost`. Several processes may write at the same
/// time.
package final class EventLog: Sendable {
  /// Maximum size of a file in bytes, and how many files are kept, including the current one.
  package struct Limits: Sendable, Hashable {
    package var fileSize: Int
    package var fileCount: Int

    package init(fileSize: Int = 1 << 20, fileCount: Int = 3) {
      self.fileSize = fileSize
      self.fileCount = fileCount
    }
  }

  /// Of all logs of the program. A choice: a thousand events take 1 MB.
  private static let queue = WriteQueue(label: "event-log", capacity: 1_000)

  package let minimumLevel: EventLevel
  private let directory: FilePath
  private let limits: Limits
  private let now: @Sendable () -> Date
  /// Only its writer waits for it.
  private let file = Mutex(EventFile?.none)
  private let lost = Atomic(0)

  /// Opens nothing until the first event.
  package init(
    directory: FilePath, minimumLevel: EventLevel = .info, limits: Limits = Limits(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.directory = directory
    self.minimumLevel = minimumLevel
    self.limits = limits
    self.now = now
  }

  /// Events that could not be written since the last successful one.
  package var lostEvents: Int { lost.load(ordering: .relaxed) }

  package static func finish(within limit: Duration) { queue.finish(within: limit) }

  /// Appends an event, if its level is at least the minimum; `scanID` is a UUID, so that it cannot contain anything
  /// else. The file's name, and the place in the source, are written only if the minimum is debug.
  package func record(
    _ event: ScanEvent, scanID: UUID?, about file: FilePath? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    guard event.level >= minimumLevel else { return }
    var entry = EventLine(fields: event.fields)
    entry.fields += [
      ("time", .string(ReportTime.string(from: now()))), ("level", .string(event.level.rawValue)),
      ("event", .string(event.name)), ("scan_id", scanID.map { .string($0.uuidString) } ?? .null),
    ]
    if minimumLevel == .debug {
      entry.fields.append(("at", .string("\(fileID):\(line)")))
      if let file { entry.fields.append(("file", .string(file.displayFileName))) }
    }
    if !Self.queue.add({ [entry] in self.write(entry) }) { lost.add(1, ordering: .relaxed) }
  }

  private func write(_ entry: EventLine) {
    var entry = entry
    let lost = lostEvents
    if lost > 0 { entry.fields.append(("lost", .integer(lost))) }
    do {
      try file.withLock { try append(Array("\(entry.text)\n".utf8), &$0) }
      self.lost.subtract(lost, ordering: .relaxed)
    } catch {
      self.lost.add(1, ordering: .relaxed)
    }
  }

  private func append(_ line: [UInt8], _ file: inout EventFile?) throws {
    var size = try currentSize(&file)
    // Files are rotated before their limit, to have room for what others write between checking the size and writing,
    // and for some hundred events while another process rotates (it may be preempted).
    if size + line.count > limits.fileSize - limits.fileSize / 16, size > 0 {
      if try file?.rotate(keeping: limits.fileCount) == true {
        file = nil
        size = try currentSize(&file)
      }
      // Another process is rotating and takes long (it may have been stopped): the limit still applies.
      guard size + line.count <= limits.fileSize else { throw Full() }
    }
    try file?.append(line)
  }

  private struct Full: Error {}

  /// Opens the file if it is not open, or no longer the one with this name.
  private func currentSize(_ file: inout EventFile?) throws -> Int {
    if let size = file?.size() { return size }
    file = nil
    file = try EventFile(in: directory)
    return file?.size() ?? 0
  }
}

/// Writes one JSON object on one line, with sorted keys. By hand, because an event may take no more than a millisecond,
/// of which JSONEncoder would use a large part.
struct EventLine {
  enum Value: Sendable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case null
  }

  var fields: [(key: String, value: Value)]

  /// The object, without a line break.
  var text: String {
    let members = fields.sorted { $0.key < $1.key }.map { field in
      let value =
        switch field.value {
        case .string(let text): Self.quoted(text)
        case .integer(let number): String(number)
        case .boolean(let value): String(value)
        case .null: "null"
        }
      return "\"\(field.key)\":\(value)"
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// RFC 8259, 7: quotation mark, backslash and the controls U+0000 to U+001F are escaped.
  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return "\"\(text)\""
    }
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{0}"..."\u{1F}": "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
