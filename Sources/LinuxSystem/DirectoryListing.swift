internal import CLinux
internal import Glibc

/// Reads the names in a directory one by one, as raw bytes: Foundation turns those that are not UTF-8 into U+FFFD and
/// then cannot find the file again. Safe: the pointer is private, and nothing else closes it.
@safe package struct DirectoryListing: ~Copyable {
  package struct Entry: Sendable, Hashable {
    /// Without slash and NUL, never "." or "..".
    package var name: [UInt8]
    /// Nil if the file system does not tell (readdir(3), DT_UNKNOWN).
    package var kind: FileKind?
  }

  private let listing: OpaquePointer
  private let descriptor: Int32

  /// Starts reading the directory behind a descriptor, from its current position.
  /// - Throws: `SystemError` with ENOTDIR or ENOMEM.
  package init(_ directory: consuming OwnedDescriptor) throws(SystemError) {
    var listing: OpaquePointer?
    let descriptor = directory.release()
    let result = unsafe ocrscan_listing_begin(descriptor, &listing)
    guard result == 0, let listing = unsafe listing else { throw SystemError("fdopendir", errno: -result) }
    unsafe self.listing = listing
    self.descriptor = descriptor
  }

  deinit { unsafe ocrscan_listing_end(listing) }

  /// Reads the next name whose bytes match, in no particular order; nil at the end. One that appears or disappears
  /// during the listing may or may not be seen.
  package mutating func next(matching: (RawSpan) -> Bool = { _ in true }) throws(SystemError) -> Entry? {
    var name: UnsafePointer<CChar>?
    var length: UInt64 = 0
    var type: UInt8 = 0
    while true {
      let result = try SystemError.check("readdir", unsafe ocrscan_listing_next(listing, &name, &length, &type))
      if result == 0 { return nil }
      let bytes = unsafe UnsafeRawBufferPointer(start: name, count: Int(length))
      guard unsafe matching(bytes.bytes) else { continue }
      // DTTOIF in dirent.h.
      let kind = Int(type) == Int(DT_UNKNOWN) ? nil : FileKind(mode: mode_t(type) << 12)
      return unsafe Entry(name: [UInt8](bytes), kind: kind)
    }
  }

  /// Looks at an entry of this directory without opening it or following it. Throws ENOENT if it is gone.
  package borrowing func status(ofEntry name: [UInt8]) throws(SystemError) -> FileStatus {
    try FileStatus(ofEntry: name, inDirectory: descriptor)
  }
}
