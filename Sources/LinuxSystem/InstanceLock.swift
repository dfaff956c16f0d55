internal import CLinux
internal import Glibc
package import SystemPackage

/// Lets only one process of a kind run: a lock that ends with the process (fcntl(2), open file description locks).
package struct InstanceLock: ~Copyable, Sendable {
  package enum Attempt: ~Copyable, Sendable {
    /// The lock is held as long as the value lives.
    case acquired(InstanceLock)
    /// Another one holds it; its process, or nil if that cannot be told: it is this one, or outside the PID namespace.
    case heldBy(Int32?)
  }

  private let descriptor: OwnedDescriptor

  /// Tries to take the lock, without waiting, and writes the PID of this process into the file, for people to read. It
  /// has mode 0600, and stays when the lock is released: otherwise two processes could lock two files of the same name.
  /// - Throws: `SystemError`: ELOOP for a symbolic link, EACCES, ENOSPC and others.
  package static func tryAcquire(_ path: FilePath) throws(SystemError) -> Attempt {
    let raw = unsafe path.withPlatformString { unsafe ocrscan_open_private_file(OCRSCAN_WORKING_DIRECTORY, $0) }
    let descriptor = try OwnedDescriptor(result: raw, of: "open")
    let status = try FileStatus(ofDescriptor: descriptor.raw)
    guard status.kind == .regular, status.owner == geteuid() else { throw SystemError("open", errno: EPERM) }
    let result = ocrscan_lock(descriptor.raw)
    if result == -EWOULDBLOCK { return .heldBy(holder(in: descriptor)) }
    try SystemError.check("fcntl", result)
    // Sets 0600 whatever the umask was: open(2) applies it to our files too.
    guard fchmod(descriptor.raw, 0o600) == 0 else { throw SystemError("fchmod", errno: errno) }
    // A full disk has no room for the number, and the lock needs none.
    if ftruncate(descriptor.raw, 0) == 0 { unsafe try? descriptor.write(Array("\(getpid())\n".utf8).span.bytes) }
    return .acquired(InstanceLock(descriptor: descriptor))
  }

  /// Whether a lock is held, and by whom; see `Attempt`.
  package enum State: Sendable, Hashable {
    case free
    case heldBy(Int32?)
  }

  /// Looks at the lock without taking it; free if there is no such file. Not for the holder itself: closing the file
  /// takes its number away (F_SETLK in fcntl(2)).
  package static func look(at path: FilePath) throws(SystemError) -> State {
    let descriptor: OwnedDescriptor
    do throws(SystemError) {
      descriptor = try OwnedDescriptor.openFile(path, followingSymlinks: false)
    } catch {
      if error.errno == ENOENT { return .free }
      throw error
    }
    let isHeld = try SystemError.check("fcntl", ocrscan_is_locked(descriptor.raw)) != 0
    return isHeld ? .heldBy(holder(in: descriptor)) : .free
  }

  /// Sends a signal to the process that holds a lock, and to no other; false if none is known to hold it.
  /// - Throws: `SystemError`, with EPERM for a process of another user.
  @discardableResult
  package static func signalHolder(of path: FilePath, _ signal: Int32) throws(SystemError) -> Bool {
    let descriptor = try OwnedDescriptor.openFile(path, followingSymlinks: false)
    guard let process = holder(in: descriptor) else { return false }
    let handle = try OwnedDescriptor(result: ocrscan_pidfd_open(process), of: "pidfd_open")
    // Before the handle was opened, the number may have passed to another process, which does not hold the lock.
    guard holder(in: descriptor) == process else { return false }
    try SystemError.check("pidfd_send_signal", ocrscan_pidfd_send_signal(handle.raw, signal))
    return true
  }

  private static func holder(in descriptor: borrowing OwnedDescriptor) -> Int32? {
    let process = ocrscan_lock_holder(descriptor.raw)
    return process > 0 ? process : nil
  }
}
