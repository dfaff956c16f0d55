internal import Glibc
package import LinuxSystem
internal import Synchronization
package import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The last 100 failures, `errors.json`: a JSON array, newest first, replaced atomically so that readers never see half
/// of it.
package final class FailureLog: Sendable {
  /// Why the failures cannot be read.
  package enum Unreadable: Error, Sendable, Hashable {
    case directory(PrivateDirectory.Refusal)
    case system(SystemError)
    /// It was not written by this program. The next failure renames it to `errors.json.damaged`.
    case damaged
  }

  private static let file: FilePath.Component = "errors.json"
  static let name = file.string
  private static let damagedName = "errors.json.damaged"
  package static let capacity = 100
  /// 100 failures take some 16 kB; larger files were not written by us and are not read.
  private static let maximumBytes = 256 << 10

  private let directory: FilePath
  private let lost = Mutex(0)

  package init(directory: FilePath) {
    self.directory = directory
  }

  /// Failures that could not be written.
  package var lostFailures: Int { lost.withLock { $0 } }

  /// Adds a failure and drops all but the last 100. Never fails for the caller; see `lostFailures`.
  package func record(_ failure: FailureRecord) {
    do {
      try add(failure)
    } catch {
      lost.withLock { $0 += 1 }
    }
  }

  /// Loads the last failures, newest first; empty if there are none. Entries of a later version that this one does not
  /// understand are left out.
  /// - Throws: `Unreadable`.
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

  private func add(_ failure: FailureRecord) throws {
    let opened = try PrivateDirectory.open(directory)
    try Self.lock(opened.raw)
    var failures: [FailureRecord]
    do {
      failures = try Self.read(opened.raw)
    } catch .damaged {
      failures = []
      guard unsafe renameat(opened.raw, Self.name, opened.raw, Self.damagedName) == 0 else {
        throw SystemError("renameat", errno: errno)
      }
    }
    failures.insert(failure, at: 0)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes = try encoder.encode(Array(failures.prefix(Self.capacity))) + Data("\n".utf8)
    try AtomicFile.replace(Self.file, in: opened, with: Array(bytes), isDurable: true)
  }

  /// Prevents others from adding at the same time, because they would overwrite each other's failures. Waits at most 50
  /// ms: a stopped process must not stop this one. Released with the descriptor.
  private static func lock(_ directory: Int32) throws {
    for _ in 0..<50 {
      if flock(directory, LOCK_EX | LOCK_NB) == 0 { return }
      usleep(1000)
    }
    throw SystemError("flock", errno: EWOULDBLOCK)
  }

  private static func read(_ directory: Int32) throws(Unreadable) -> [FailureRecord] {
    let raw = unsafe openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    let error = errno
    if raw < 0, error == ENOENT { return [] }
    guard raw >= 0 else { throw .system(SystemError("openat", errno: error)) }
    let file = OwnedDescriptor(takingOwnershipOf: raw)
    var status = stat()
    guard unsafe fstat(file.raw, &status) == 0 else { throw .system(SystemError("fstat", errno: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumBytes else { throw .damaged }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          file.raw, UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).baseAddress, buffer.count - done,
          off_t(done))
      }
      let error = errno
      if count == 0 { throw .damaged }
      if count > 0 { done += count } else if error != EINTR { throw .system(SystemError("pread", errno: error)) }
    }
    guard let entries = try? JSONDecoder().decode([Lenient].self, from: Data(bytes)) else { throw .damaged }
    return entries.compactMap(\.failure)
  }

  /// An element of the array, possibly from a later version.
  private struct Lenient: Decodable {
    var failure: FailureRecord?

    init(from decoder: any Decoder) {
      failure = try? FailureRecord(from: decoder)
    }
  }
}
