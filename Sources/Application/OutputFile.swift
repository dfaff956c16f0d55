internal import Glibc
package import LinuxSystem
package import ScanModel
package import SystemPackage

/// Files that the user names for a result, written whole or not at all.
package enum OutputFile {
  /// Writes a file; one that is there is replaced. `input` is a file that must not be touched, under any name.
  /// - Throws: `ScanFailure` with `output_failed`.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, sparing input: AtomicFile.Inode? = nil
  ) throws(ScanFailure) {
    try write(bytes, to: path, named: path, sparing: input)
  }

  /// Writes a new file. One that is there stays as it is, even if somebody makes it while this runs.
  /// - Returns: False if the name is taken.
  /// - Throws: `ScanFailure` with `output_failed`.
  package static func create(_ bytes: [UInt8], at path: FilePath) throws(ScanFailure) -> Bool {
    // Hidden, and without an image extension, so that no screenshot watcher looks at it.
    let draft = path.removingLastComponent().appending(".ocr-scan-\(UInt64.random(in: 0 ... .max))")
    try write(bytes, to: draft, named: path, sparing: nil)
    defer { _ = unsafe draft.withPlatformString { unsafe unlink($0) } }
    // Unlike rename(2), link(2) replaces nothing.
    if unsafe call(link, draft, path) { return true }
    do throws(SystemError) {
      // File systems without links, such as FAT: the name is taken first, and the file then moved there.
      _ = try OwnedDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL)
      guard unsafe call(rename, draft, path) else { throw SystemError("rename", errno: errno) }
      return true
    } catch {
      guard error.errno != EEXIST else { return false }
      throw ScanFailure(.outputFailed, subject: "\(path.displayName)", detail: "\(error.reason)")
    }
  }

  private static func write(
    _ bytes: [UInt8], to path: FilePath, named name: FilePath, sparing input: AtomicFile.Inode?
  ) throws(ScanFailure) {
    do throws(AtomicFile.Refusal) {
      // Bytes have no padding that could be uninitialized, hence safe.
      try unsafe AtomicFile.write(bytes.span.bytes, to: path, sparing: input)
    } catch {
      switch error {
      case .isInput:
        throw ScanFailure(.outputFailed, subject: "\(name.displayName)", detail: "it is the screenshot itself")
      case .system(let error):
        throw ScanFailure(.outputFailed, subject: "\(name.displayName)", detail: "\(error.reason)")
      }
    }
  }

  private static func call(
    _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32, _ old: FilePath, _ new: FilePath
  ) -> Bool {
    unsafe old.withPlatformString { old in unsafe new.withPlatformString { new in unsafe call(old, new) == 0 } }
  }
}
