internal import Glibc
internal import LinuxSystem
internal import SystemPackage

/// The file that events are appended to, and its two predecessors. Each line is one write(2) to a descriptor with
/// O_APPEND, which puts it at the end in one piece (open(2)) although several processes append. Before each line,
/// checking the name shows whether another one has rotated the files.
struct EventFile: ~Copyable {
  static let name = "events.jsonl"

  private let directory: OwnedDescriptor
  private let descriptor: OwnedDescriptor
  private let opened: FileStatus
  /// The last line is incomplete (the disk was full, or the machine stopped), so the next one starts with a line break.
  private var endsInsideLine: Bool

  /// Opens or creates the file, mode 0600 whatever the umask.
  init(in path: FilePath) throws {
    let directory = try PrivateDirectory.open(path)
    // Non-blocking, because a FIFO in its place must not hold up a scan. Readable, to look at the last byte.
    let raw = unsafe openat(
      directory.raw, Self.name, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600 as mode_t)
    guard raw >= 0 else { throw SystemError("openat", errno: errno) }
    let descriptor = OwnedDescriptor(takingOwnershipOf: raw)
    let status = try FileStatus(ofDescriptor: raw)
    guard status.kind == .regular, status.owner == geteuid() else { throw SystemError("openat", errno: EPERM) }
    guard status.permissions == 0o600 || fchmod(raw, 0o600) == 0 else { throw SystemError("fchmod", errno: errno) }
    let isComplete = try Self.endsWithLine(raw)
    self.directory = directory
    self.descriptor = descriptor
    (opened, endsInsideLine) = (status, !isComplete)
  }

  /// Whether the last line is complete. One that crosses a page is written in two steps, and the size in between is
  /// visible (fstat(2) takes no lock), so it counts as incomplete only if it stays so for some milliseconds.
  private static func endsWithLine(_ descriptor: Int32) throws(SystemError) -> Bool {
    for look in 0..<4 {
      if look > 0 { usleep(1_000) }
      let size = try FileStatus(ofDescriptor: descriptor).size
      if size == 0 { return true }
      var last: UInt8 = 0
      guard unsafe pread(descriptor, &last, 1, off_t(size - 1)) == 1 else { throw SystemError("pread", errno: errno) }
      if last == UInt8(ascii: "\n") { return true }
    }
    return false
  }

  /// Size of the file that now has the name, in bytes; nil if that is not the open file.
  func size() -> Int? {
    guard let named = try? FileStatus(ofEntry: Array(Self.name.utf8), inDirectory: directory.raw),
      named.inode == opened.inode, named.device == opened.device
    else { return nil }
    return Int(named.size)
  }

  mutating func append(_ lines: [UInt8]) throws(SystemError) {
    let bytes = endsInsideLine ? [UInt8(ascii: "\n")] + lines : lines
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(descriptor.raw, UnsafeRawBufferPointer(rebasing: buffer[done...]).baseAddress, buffer.count - done)
      }
      let error = errno
      if written > 0 {
        done += written
      } else if error != EINTR {
        if done > 0 { endsInsideLine = true }
        throw SystemError("write", errno: error)
      }
    }
    endsInsideLine = false
  }

  /// Renames the files (".1" to ".2", this one to ".1"), unless another process has just done so; the file must then be
  /// opened anew. Returns false if another process holds the lock.
  func rotate(keeping count: Int) throws(SystemError) -> Bool {
    // The lock belongs to the open file, so it is released when this descriptor is closed, for whatever reason.
    guard flock(descriptor.raw, LOCK_EX | LOCK_NB) == 0 else {
      let error = errno
      if error == EWOULDBLOCK { return false }
      throw SystemError("flock", errno: error)
    }
    // The previous holder of the lock may have rotated; then the name belongs to another file.
    guard size() != nil else { return true }
    for number in stride(from: count - 1, to: 0, by: -1) {
      let older = number == 1 ? Self.name : "\(Self.name).\(number - 1)"
      let result = unsafe renameat(directory.raw, older, directory.raw, "\(Self.name).\(number)")
      let error = errno
      guard result == 0 || error == ENOENT else { throw SystemError("renameat", errno: error) }
    }
    return true
  }
}
