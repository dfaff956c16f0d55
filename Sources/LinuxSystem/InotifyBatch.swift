internal import CLinux
package import SystemPackage

/// Events to watch for, and events that happened: the bits of linux/inotify.h, which never change.
package struct InotifyMask: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let modified = InotifyMask(rawValue: 0x0000_0002)
  package static let attributes = InotifyMask(rawValue: 0x0000_0004)
  package static let closedAfterWriting = InotifyMask(rawValue: 0x0000_0008)
  package static let movedFrom = InotifyMask(rawValue: 0x0000_0040)
  package static let movedTo = InotifyMask(rawValue: 0x0000_0080)
  package static let created = InotifyMask(rawValue: 0x0000_0100)
  package static let deleted = InotifyMask(rawValue: 0x0000_0200)
  package static let selfDeleted = InotifyMask(rawValue: 0x0000_0400)
  package static let selfMoved = InotifyMask(rawValue: 0x0000_0800)

  /// Always reported: the file system was unmounted.
  package static let unmounted = InotifyMask(rawValue: 0x0000_2000)
  /// Always reported: the queue was full, and events were lost.
  package static let overflowed = InotifyMask(rawValue: 0x0000_4000)
  /// Always reported: the watch is gone.
  package static let ignored = InotifyMask(rawValue: 0x0000_8000)
  /// Set in events about a directory.
  package static let isDirectory = InotifyMask(rawValue: 0x4000_0000)

  /// When adding: fail unless it is a directory.
  package static let onlyDirectory = InotifyMask(rawValue: 0x0100_0000)
  /// When adding: no events for files that have been unlinked.
  package static let exceptUnlinked = InotifyMask(rawValue: 0x0400_0000)
  /// When adding: keep the events that are watched for already.
  package static let addToExisting = InotifyMask(rawValue: 0x2000_0000)
}

/// A struct inotify_event without the cookie.
package struct InotifyEvent: Sendable, Hashable {
  /// -1 for an overflow.
  package var watch: Int32
  package var mask: InotifyMask
  /// The entry of the watched directory concerned; empty if the event is about the directory itself.
  package var name: [UInt8]
}

/// The events returned by one read(2).
package struct InotifyBatch: Sendable, Hashable {
  package var events: [InotifyEvent] = []
  /// The bytes were not of the form in inotify(7): everything after `events` is lost, as after an overflow.
  package var isMalformed = false

  package init() {}

  /// Parses the buffer of a read(2) on an inotify descriptor. Never traps, whatever the bytes are.
  package init(parsing bytes: RawSpan) {
    var offset = 0
    while offset < bytes.byteCount {
      guard let event = bytes.event(at: &offset) else {
        isMalformed = true
        return
      }
      events.append(event)
    }
  }
}

extension RawSpan {
  /// The event at `offset`, which is moved past it; nil if it is malformed.
  fileprivate func event(at offset: inout Int) -> InotifyEvent? {
    // struct inotify_event: int wd; uint32_t mask, cookie, len; char name[len], padded with NULs.
    let headerSize = 16
    guard byteCount - offset >= headerSize else { return nil }
    let length = Int(word(at: offset + 12))
    guard length <= byteCount - offset - headerSize else { return nil }
    let padded = extracting(offset + headerSize..<offset + headerSize + length)
    let name = unsafe padded.withUnsafeBytes { unsafe [UInt8]($0.prefix { $0 != 0 }) }
    // The kernel never sends a slash: a name is one component. A path built from one could leave the folder.
    guard !name.contains(UInt8(ascii: "/")) else { return nil }
    defer { offset += headerSize + length }
    return InotifyEvent(
      watch: Int32(bitPattern: word(at: offset)), mask: InotifyMask(rawValue: word(at: offset + 4)), name: name)
  }

  /// The four bytes at `offset` in native byte order. The caller has checked that they exist.
  fileprivate func word(at offset: Int) -> UInt32 {
    // Safe for integers, for which every bit pattern is valid; the span checks its bounds.
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }
}

/// An inotify instance (inotify(7)): a queue of hints that something happened in the watched directories.
package struct Inotify: ~Copyable {
  package let descriptor: OwnedDescriptor
  /// Holds more than a thousand events with short names; an event takes at most 16 + 256 bytes.
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  /// - Throws: `SystemError` with EMFILE at the limit of instances (fs.inotify.max_user_instances).
  package init() throws(SystemError) {
    descriptor = try OwnedDescriptor(result: ocrscan_inotify_open(), of: "inotify_init1")
  }

  /// Watches the inode that `path` currently names, following symbolic links; each has one number.
  /// - Throws: `SystemError` with ENOSPC at the limit (fs.inotify.max_user_watches); ENOENT, ENOTDIR, EACCES.
  package borrowing func add(_ path: FilePath, _ mask: InotifyMask) throws(SystemError) -> Int32 {
    try SystemError.check(
      "inotify_add_watch",
      unsafe path.withPlatformString { unsafe ocrscan_inotify_add(descriptor.raw, $0, mask.rawValue) })
  }

  /// Ends a watch. Does nothing if the kernel has ended it already.
  package borrowing func remove(_ watch: Int32) {
    _ = ocrscan_inotify_remove(descriptor.raw, watch)
  }

  /// Reads the queued events, without waiting; never throws EAGAIN.
  package mutating func read() throws(SystemError) -> InotifyBatch {
    let count = unsafe ocrscan_read(descriptor.raw, &buffer, UInt64(buffer.count))
    if count == -Int64(Errno.resourceTemporarilyUnavailable.rawValue) { return InotifyBatch() }
    try SystemError.check("read", count)
    return unsafe InotifyBatch(parsing: buffer.span.extracting(first: Int(count)).bytes)
  }
}
