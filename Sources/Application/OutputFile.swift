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
    do throws(AtomicFile.Refusal) {
      // Bytes have no padding that could be uninitialized, hence safe.
      try unsafe AtomicFile.write(bytes.span.bytes, to: path, sparing: input)
    } catch {
      switch error {
      case .isInput: throw outputFailure(path, detail: "it is the screenshot itself")
      case .system(let error): throw outputFailure(path, detail: "\(error.reason)")
      }
    }
  }

  /// Writes a new file; returns false if one is there, which stays as it is, even if it is made while this runs.
  /// - Throws: `ScanFailure` with `output_failed`.
  package static func create(_ bytes: [UInt8], at path: FilePath) throws(ScanFailure) -> Bool {
    do throws(SystemError) {
      // As above.
      return try unsafe AtomicFile.create(bytes.span.bytes, at: path)
    } catch {
      throw outputFailure(path, detail: "\(error.reason)")
    }
  }

  fileprivate static func outputFailure(_ path: FilePath, detail: Message) -> ScanFailure {
    ScanFailure(.outputFailed, subject: "\(path.displayName)", detail: detail)
  }
}

package struct SaveTarget: Sendable {
  private let path: FilePath
  /// There was no file that the user could have agreed to replace.
  private let isNew: Bool

  package init(_ path: FilePath) {
    self.path = path
    isNew = (try? FileStatus(of: path, followingSymlinks: false)) == nil
  }

  /// Writes the file; one that somebody has made since it was named stays as it is.
  /// - Throws: `ScanFailure` with `output_failed`.
  package func write(_ bytes: [UInt8]) throws(ScanFailure) {
    if !isNew {
      try OutputFile.write(bytes, to: path)
    } else if try !OutputFile.create(bytes, at: path) {
      throw OutputFile.outputFailure(path, detail: "\(Errno.fileExists.description)")
    }
  }
}
