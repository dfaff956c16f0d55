internal import CLinux
internal import Glibc
package import SystemPackage

/// Writes files in one step (rename(2)): readers see the old or the new content, never a part. Until then the new file
/// has no name if the file system allows that (open(2), O_TMPFILE), so nothing is left of it if the program is killed.
package enum AtomicFile {
  package enum Refusal: Error, Sendable, Hashable {
    /// The path names the very file that the result was made from.
    case isInput
    case system(SystemError)
  }

  /// Identifies a file, whatever its name.
  package struct Inode: Sendable, Hashable {
    var device: UInt64
    var number: UInt64

    package init(device: UInt64, number: UInt64) {
      self.device = device
      self.number = number
    }

    /// The file that a path names, following links; nil if it does not exist or cannot be accessed.
    package init?(at path: FilePath) {
      guard let status = try? FileStatus(of: path, followingSymlinks: true) else { return nil }
      self = status.identity
    }
  }

  /// Replaces or creates a private file of this program, with mode 0600 whatever the umask; a link at the path is
  /// replaced, not followed. With `isDurable`, the content survives a power cut.
  /// - Throws: `SystemError`; an existing file is then unchanged.
  package static func replace(_ path: FilePath, with bytes: [UInt8], isDurable: Bool) throws(SystemError) {
    // Bytes have no padding that could be uninitialized.
    try unsafe replace(try NewFile(at: path, mode: 0o600), with: bytes.span.bytes, mode: 0o600, isDurable: isDurable)
  }

  /// The same, in a directory that was opened and checked, whatever happens to its name in the meantime.
  package static func replace(
    _ name: FilePath.Component, in directory: borrowing OwnedDescriptor, with bytes: [UInt8]
  ) throws(SystemError) {
    let file = try NewFile(name, in: try OwnedDescriptor(copying: directory.raw), mode: 0o600)
    try unsafe replace(file, with: bytes.span.bytes, mode: 0o600, isDurable: true)
  }

  private static func replace(
    _ file: consuming NewFile, with bytes: RawSpan, mode: UInt32?, isDurable: Bool
  ) throws(SystemError) {
    // First, so that no byte is ever in a file that others may read.
    if let mode { try file.setMode(mode) }
    try file.descriptor.write(bytes)
    if isDurable { try file.synchronize() }
    try file.commit()
  }

  /// Writes a result to a file that the user named, but not to `input`, under any name. A replaced file keeps its mode,
  /// a new one gets what the umask allows. Links are followed; what is no regular file, such as /dev/stdout, is written
  /// to.
  /// - Throws: `Refusal`; an existing regular file is then unchanged.
  package static func write(_ bytes: RawSpan, to path: FilePath, sparing input: Inode?) throws(Refusal) {
    do {
      if try put(bytes, at: path, unlessIt: input) { return }
    } catch {
      throw .system(error)
    }
    throw .isInput
  }

  /// Writes a new file. Returns false if one is there, which stays as it is, even if somebody makes it while this runs.
  package static func create(_ bytes: RawSpan, at path: FilePath) throws(SystemError) -> Bool {
    let file = try NewFile(at: path, mode: 0o666)
    try file.descriptor.write(bytes)
    try file.synchronize()
    do {
      try file.commitAsNew()
      return true
    } catch {
      guard error.errno == EEXIST else { throw error }
      return false
    }
  }

  /// Returns false, without doing anything, if the path names the input.
  private static func put(_ bytes: RawSpan, at path: FilePath, unlessIt input: Inode?) throws(SystemError) -> Bool {
    guard let found = try find(path) else {
      try replace(try NewFile(at: path, mode: 0o666), with: bytes, mode: nil, isDurable: true)
      return true
    }
    let status = try FileStatus(ofDescriptor: found.raw)
    guard status.identity != input else { return false }
    // The file that was checked, whatever happens to its name in the meantime.
    let itself = FilePath("/proc/self/fd/\(found.raw)")
    switch status.kind {
    case .regular:
      // The path after following all links, as the kernel resolved it when opening the file.
      let real = try itself.symbolicLinkTarget()
      try SystemError.check("faccessat", unsafe real.withPlatformString { unsafe ocrscan_check_write_access($0) })
      let mode = status.permissions & 0o777
      try replace(try NewFile(at: real, mode: mode), with: bytes, mode: mode, isDurable: true)
    case .directory, .symbolicLink: throw SystemError("open", errno: EISDIR)
    case .special:
      let special = unsafe itself.withPlatformString { unsafe ocrscan_open_for_writing($0) }
      try OwnedDescriptor(result: special, of: "open").write(bytes)
    }
    return true
  }

  /// Opens the file, only to look at it; nil if there is none. Throws ENOENT for a dangling link.
  private static func find(_ path: FilePath) throws(SystemError) -> OwnedDescriptor? {
    let result = unsafe path.withPlatformString { unsafe ocrscan_find_file($0) }
    if result == -ENOENT, (try? FileStatus(of: path, followingSymlinks: false)) == nil { return nil }
    return try OwnedDescriptor(result: result, of: "open")
  }
}

/// A file that has not got its name yet; deleted if it never gets it.
private struct NewFile: ~Copyable {
  let descriptor: OwnedDescriptor
  private let directory: OwnedDescriptor
  private let name: FilePath.Component
  /// Its name until it gets the final one; nil while it has no name at all.
  private var temporaryName: String?

  /// Creates the file without a name if the file system supports that, so that it disappears with the program.
  init(at path: FilePath, mode: UInt32) throws(SystemError) {
    guard let name = path.lastComponent else { throw SystemError("open", errno: EISDIR) }
    let folder = path.removingLastComponent()
    try self.init(name, in: try OwnedDescriptor.openDirectory(folder.isEmpty ? "." : folder), mode: mode)
  }

  init(_ name: FilePath.Component, in directory: consuming OwnedDescriptor, mode: UInt32) throws(SystemError) {
    var temporaryName: String?
    var created = ocrscan_create_unnamed_file(directory.raw, mode)
    // The errors of open(2) if O_TMPFILE is not supported.
    if [EOPNOTSUPP, EISDIR, EINVAL].contains(-created) {
      let unused = Self.unusedName()
      created = unsafe ocrscan_create_file(directory.raw, unused, mode)
      temporaryName = unused
    }
    descriptor = try OwnedDescriptor(result: created, of: "open")
    self.directory = directory
    self.name = name
    self.temporaryName = temporaryName
  }

  borrowing func setMode(_ mode: UInt32) throws(SystemError) {
    try SystemError.check("fchmod", ocrscan_set_mode(descriptor.raw, mode))
  }

  /// Ensures that after a power cut there is the old file or the new one, never an empty one; rename(2) alone does not.
  borrowing func synchronize() throws(SystemError) {
    try SystemError.check("fsync", ocrscan_synchronize(descriptor.raw))
  }

  consuming func commit() throws(SystemError) {
    let directory = directory.raw
    if temporaryName == nil {
      // linkat(2) cannot replace a file; rename(2) can.
      let unused = Self.unusedName()
      try SystemError.check("linkat", unsafe ocrscan_name_file(descriptor.raw, directory, unused))
      temporaryName = unused
    }
    guard let temporaryName else { return }
    try SystemError.check(
      "rename", unsafe name.withPlatformString { unsafe ocrscan_rename(directory, temporaryName, $0) })
    self.temporaryName = nil
  }

  /// Gives the file its name; throws EEXIST if that is taken.
  consuming func commitAsNew() throws(SystemError) {
    let (directory, descriptor) = (directory.raw, descriptor.raw)
    let result = unsafe name.withPlatformString { unsafe ocrscan_name_file(descriptor, directory, $0) }
    // Not every file system has second names (link(2)); those that have none may know RENAME_NOREPLACE.
    guard result < 0, result != -EEXIST, let temporaryName else {
      try SystemError.check("linkat", result)
      return
    }
    let renamed = unsafe name.withPlatformString { unsafe ocrscan_rename_new(directory, temporaryName, $0) }
    guard renamed == -EINVAL else {
      try SystemError.check("renameat2", renamed)
      self.temporaryName = nil
      return
    }
    // Others know neither: the name is taken, and then replaced.
    let taken = unsafe name.withPlatformString { unsafe ocrscan_create_file(directory, $0, 0o600) }
    _ = try OwnedDescriptor(result: taken, of: "open")
    try commit()
  }

  /// A hidden, unpredictable name without an image extension, so that no screenshot watcher looks at the file.
  private static func unusedName() -> String { ".ocr-scan-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))" }

  deinit {
    if let temporaryName { _ = unsafe ocrscan_remove(directory.raw, temporaryName) }
  }
}
