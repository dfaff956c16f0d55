internal import ScanModel
internal import Synchronization
package import SystemPackage

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The log of events, `events.jsonl`: one JSON object per line, for people and programs that investigate a problem.
///
/// Logging never fails for the caller and never waits for another process: an event that cannot be written is counted,
/// and the next one that can be written gives the number of lost events in the key `lost`. Several processes may write
/// at the same time. May be called from any thread; an event takes some 20 µs.
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

  private struct State: ~Copyable {
    var file: EventFile?
    var lost = 0
  }

  package let minimumLevel: EventLevel
  private let directory: FilePath
  private let limits: Limits
  /// Files are rotated this many bytes before their limit: room for what others write between checking the size and
  /// writing, and for some hundred events while another process rotates (it may be preempted).
  private let margin: Int
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  /// Opens nothing until the first event.
  package init(
    directory: FilePath, minimumLevel: EventLevel = .info, limits: Limits = Limits(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.directory = directory
    self.minimumLevel = minimumLevel
    self.limits = limits
    self.margin = limits.fileSize / 16
    self.now = now
  }

  /// Events that could not be written since the last successful one.
  package var lostEvents: Int { state.withLock { $0.lost } }

  /// Appends an event, if its level is at least the minimum.
  /// - Parameters:
  ///   - event: What happened.
  ///   - scanID: The scan it belongs to; nil if none. A UUID rather than text, so that it cannot contain anything else.
  ///   - file: The file concerned; its name is written only if the minimum level is debug.
  ///   - fileID: The source file; written only if the minimum level is debug.
  ///   - line: Line in the source; likewise.
  package func record(
    _ event: ScanEvent, scanID: UUID?, about file: FilePath? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    guard event.level >= minimumLevel else { return }
    var entry = EventLine()
    entry.set("time", .string(ReportTime.string(from: now())))
    entry.set("level", .string(event.level.rawValue))
    entry.set("event", .string(event.name))
    entry.set("scan_id", scanID.map { .string($0.uuidString) } ?? .null)
    entry.set(event.fields)
    if minimumLevel == .debug {
      entry.set("at", .string("\(fileID):\(line)"))
      if let file { entry.set("file", .string(file.displayFileName)) }
    }
    state.withLock { state in
      do {
        var entry = entry
        if state.lost > 0 { entry.set("lost", .integer(state.lost)) }
        try append(entry.bytes, &state)
        state.lost = 0
      } catch {
        state.lost += 1
      }
    }
  }

  private func append(_ line: [UInt8], _ state: inout State) throws {
    var size = try currentSize(&state)
    if size + line.count > limits.fileSize - margin, size > 0 {
      if try state.file?.rotate(keeping: limits.fileCount) == true {
        state.file = nil
        size = try currentSize(&state)
      }
      // Another process is rotating and takes long (it may have been stopped): the limit still applies.
      guard size + line.count <= limits.fileSize else { throw Full() }
    }
    try state.file?.append(line)
  }

  private struct Full: Error {}

  /// Opens the file if it is not open, or no longer the one with this name.
  private func currentSize(_ state: inout State) throws -> Int {
    if let size = state.file?.size() { return size }
    state.file = nil
    state.file = try EventFile(in: directory)
    return state.file?.size() ?? 0
  }
}
