package import FoundationEssentials
internal import Glibc
package import LinuxSystem
package import ScanModel
package import SystemPackage

/// The last 100 failures, `errors.json`: a JSON array, newest first, replaced atomically.
package final class LastFailures: Sendable {
  package enum Unreadable: Error, Sendable, Hashable {
    case directory(PrivateDirectory.Refusal)
    case system(SystemError)
    /// It was not written by this program. The next failure renames it to `errors.json.damaged`.
    case damaged
  }

  private static let file: FilePath.Component = "errors.json"
  private static let damagedName = "errors.json.damaged"
  package static let capacity = 100
  /// 100 failures take some 16 kB; larger files were not written by us and are not read.
  private static let maximumBytes = 256 << 10

  private let directory: FilePath

  package init(directory: FilePath) { self.directory = directory }

  /// Adds a failure and drops all but the last 100. Never fails for the caller: one that cannot be written is lost.
  package func record(_ failure: FailureRecord) {
    do {
      let opened = try PrivateDirectory.open(directory)
      try Self.lock(opened.raw)
      let failures = [failure] + (try Self.failuresToKeep(in: opened.raw)).prefix(Self.capacity - 1)
      let text = "[\(failures.map(\.json).joined(separator: ","))]\n"
      try AtomicFile.replace(Self.file, in: opened, with: Array(text.utf8))
    } catch {}
  }

  /// The last failures, newest first, without those of a later version that this one does not understand.
  package func load() throws(Unreadable) -> [FailureRecord] {
    let opened: OwnedDescriptor
    do {
      opened = try PrivateDirectory.open(directory, creating: false)
    } catch .missing {
      return []
    } catch {
      throw .directory(error)
    }
    return try Self.read(opened.raw)
  }

  /// The failures so far; none of a damaged file, which is set aside.
  private static func failuresToKeep(in directory: Int32) throws -> [FailureRecord] {
    do {
      return try read(directory)
    } catch .damaged {
      guard unsafe renameat(directory, file.string, directory, damagedName) == 0 else {
        throw SystemError("renameat", errno: errno)
      }
      return []
    }
  }

  /// Others would overwrite each other's failures. Waits at most 50 ms: a stopped process must not stop this one.
  private static func lock(_ directory: Int32) throws {
    for _ in 0..<50 {
      if flock(directory, LOCK_EX | LOCK_NB) == 0 { return }
      usleep(1000)
    }
    throw SystemError("flock", errno: EWOULDBLOCK)
  }

  private static func read(_ directory: Int32) throws(Unreadable) -> [FailureRecord] {
    let raw = unsafe openat(directory, file.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    let error = errno
    if raw < 0, error == ENOENT { return [] }
    guard raw >= 0 else { throw .system(SystemError("openat", errno: error)) }
    let opened = OwnedDescriptor(takingOwnershipOf: raw)
    let bytes: [UInt8]
    do {
      let status = try FileStatus(ofDescriptor: opened.raw)
      // Nothing of what cannot be ours, so that it counts as damaged.
      let isOurs = status.kind == .regular && status.size <= maximumBytes
      bytes = try isOurs ? opened.contents(upTo: Int(status.size)) : []
    } catch {
      throw .system(error)
    }
    guard let entries = try? ReportTime.decoder.decode([Lenient].self, from: Data(bytes)) else { throw .damaged }
    return entries.compactMap(\.failure)
  }

  /// An element of the array, possibly from a later version.
  private struct Lenient: Decodable {
    var failure: FailureRecord?

    init(from decoder: any Decoder) { failure = try? FailureRecord(from: decoder) }
  }
}

/// One of the last failures: what and when, without anything about the screenshot.
package struct FailureRecord: Sendable, Hashable {
  package var code: ScanFailure.Code
  package var time: Date
  package var severity: FailureSeverity
  /// The scan that failed; nil if the failure does not concern a scan.
  package var scanID: UUID?
  /// How long the scan had taken, in whole milliseconds; nil if unknown.
  package var durationMilliseconds: Int?

  package init(code: ScanFailure.Code, time: Date, scanID: UUID?, duration: Duration?) {
    self.code = code
    self.time = time
    self.severity = FailureCatalog.severity(of: code)
    self.scanID = scanID
    self.durationMilliseconds = duration?.milliseconds
  }
}

extension FailureRecord: Decodable {
  private enum CodingKeys: String, CodingKey {
    case code, time, severity
    case scanID = "scan_id"
    case durationMilliseconds = "duration_ms"
  }

  package var json: String {
    EventLine(fields: [
      ("code", .string(code.rawValue)), ("time", .string(ReportTime.string(from: time))),
      ("severity", .string(severity.rawValue)), ("scan_id", scanID.map { .string($0.uuidString) } ?? .null),
      ("duration_ms", durationMilliseconds.map { .integer($0) } ?? .null),
    ]).text
  }
}
