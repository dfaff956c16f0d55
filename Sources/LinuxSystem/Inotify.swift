internal import CLinux
package import SystemPackage

/// An inotify instance (inotify(7)): a queue of hints that something happened in the watched directories.
package struct Inotify: ~Copyable {
  package let descriptor: OwnedDescriptor
  /// Holds more than a thousand events with short names; an event takes at most 16 + 256 bytes.
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  /// - Throws: `SystemError` with EMFILE at the limit of instances (fs.inotify.max_user_instances).
  package init() throws(SystemError) {
    descriptor = try OwnedDescriptor(result: ocrscan_inotify_open(), of: "inotify_init1")
  }

  /// Watches the inode that `path` currently names, following symbolic links.
  /// - Returns: The number of the watch, which is the same for the same inode.
  /// - Throws: `SystemError` with ENOSPC at the limit of watches (fs.inotify.max_user_watches); ENOENT, ENOTDIR, EACCES.
  package borrowing func add(_ path: FilePath, _ mask: InotifyMask) throws(SystemError) -> Int32 {
    let result = unsafe path.withPlatformString { unsafe ocrscan_inotify_add(descriptor.raw, $0, mask.rawValue) }
    guard result >= 0 else { throw SystemError("inotify_add_watch", errno: -result) }
    return result
  }

  /// Ends a watch. Does nothing if the kernel has ended it already.
  package borrowing func remove(_ watch: Int32) {
    _ = ocrscan_inotify_remove(descriptor.raw, watch)
  }

  /// Reads the queued events, without waiting.
  /// - Throws: `SystemError` with the reason of read(2); never EAGAIN.
  package mutating func read() throws(SystemError) -> InotifyBatch {
    let capacity = UInt64(buffer.count)
    let raw = descriptor.raw
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe bytes.baseAddress.map { unsafe ocrscan_read(raw, $0, capacity) } ?? 0
    }
    if count == -Int64(Errno.resourceTemporarilyUnavailable.rawValue) { return InotifyBatch() }
    guard count >= 0 else { throw SystemError("read", errno: Int32(-count)) }
    return unsafe InotifyBatch(parsing: buffer.span.extracting(first: Int(count)).bytes)
  }
}
