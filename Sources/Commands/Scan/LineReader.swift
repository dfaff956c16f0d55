internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import SystemPackage

/// Reads a file or standard input line by line, in constant memory.
final class LineReader {
  enum Line {
    case whole([UInt8])
    /// Longer than the limit; its bytes were skipped.
    case tooLong
  }

  /// How messages name the input.
  let name: String
  private static let maximumLine = 16 << 20
  private let descriptor: OwnedDescriptor
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Opens a file, or standard input for "-".
  /// - Throws: `ScanFailure` with `not_found` or `permission_denied`.
  init(_ argument: String) throws(ScanFailure) {
    do throws(SystemError) {
      if argument == "-" {
        name = "standard input"
        let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SystemError("fcntl", errno: errno) }
        descriptor = OwnedDescriptor(takingOwnershipOf: copy)
      } else {
        let path = RawArguments.path(argument)
        name = path.displayName
        descriptor = try OwnedDescriptor.openFile(path, followingSymlinks: true)
      }
    } catch {
      let isMissing = error.errno == ENOENT || error.errno == ENOTDIR
      throw ScanFailure(
        isMissing ? .notFound : .permissionDenied, subject: TerminalEscaping.escaped(argument),
        detail: isMissing ? nil : error.reason)
    }
  }

  /// The next line without its line break; nil at the end. Empty lines are skipped.
  func next() throws(ScanFailure) -> Line? {
    var skipping = false
    while true {
      if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[start..<end])
        start = end + 1
        if skipping { return .tooLong }
        if !line.isEmpty { return .whole(line) }
      } else if isAtEnd {
        let line = Array(buffer[start...])
        buffer = []
        start = 0
        if skipping { return .tooLong }
        return line.isEmpty ? nil : .whole(line)
      } else {
        buffer.removeSubrange(..<start)
        start = 0
        if buffer.count > Self.maximumLine {
          skipping = true
          buffer.removeAll(keepingCapacity: true)
        }
        try fill()
      }
    }
  }

  /// The whole input, cut after `maximum` bytes.
  func readAll(maximum: Int) throws(ScanFailure) -> [UInt8] {
    while !isAtEnd, buffer.count < maximum { try fill() }
    return Array(buffer.prefix(maximum))
  }

  private func fill() throws(ScanFailure) {
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    let count = unsafe read(descriptor.raw, &chunk, chunk.count)
    let error = errno
    if count > 0 {
      buffer += chunk[..<count]
    } else if count == 0 {
      isAtEnd = true
    } else if error != EINTR {
      let reason = error == EISDIR ? "it is a folder" : SystemError("read", errno: error).reason
      throw ScanFailure(.invalidInput, subject: name, detail: reason)
    }
  }
}
