internal import CLinux
internal import Glibc
package import SystemPackage

/// Why a directory cannot hold private files.
package struct PrivateDirectoryFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    /// It belongs to another user.
    case notOwned
    /// Other users may change what is in it.
    case writableByOthers
    /// A symbolic link or a file stands in its place.
    case notADirectory
    /// It could not be made or opened.
    case systemCallFailed
  }

  package var code: Code
  package var path: FilePath
  package var cause: SystemError?
}

/// Directories that only the user can look into.
package enum PrivateDirectory {
  /// Makes a directory with mode 0700, whatever the umask is, and the directories above it that are missing.
  ///
  /// One that exists is accepted if it belongs to the effective user and nobody else may write to it; rights of others
  /// to read it are taken away. The directories above are trusted: they are the home or the runtime directory.
  /// - Throws: `PrivateDirectoryFailure`.
  package static func create(_ path: FilePath) throws(PrivateDirectoryFailure) {
    try makeMissing(path)
    do {
      let directory = try OwnedDescriptor.openDirectory(path, followingSymlinks: false)
      let status = try FileStatus(ofDescriptor: directory.raw)
      guard status.owner == geteuid() else { throw PrivateDirectoryFailure(code: .notOwned, path: path) }
      guard status.permissions & (S_IWGRP | S_IWOTH) == 0 else {
        throw PrivateDirectoryFailure(code: .writableByOthers, path: path)
      }
      if status.permissions & 0o777 != 0o700, fchmod(directory.raw, 0o700) != 0 {
        throw SystemError("fchmod", errno: errno)
      }
    } catch let failure as PrivateDirectoryFailure {
      throw failure
    } catch let error as SystemError {
      let isNoDirectory = error.errno == ENOTDIR || error.errno == ELOOP
      throw PrivateDirectoryFailure(
        code: isNoDirectory ? .notADirectory : .systemCallFailed, path: path, cause: error)
    } catch {
      throw PrivateDirectoryFailure(code: .systemCallFailed, path: path)
    }
  }

  private static func makeMissing(_ path: FilePath) throws(PrivateDirectoryFailure) {
    var error = make(path)
    if error == ENOENT, path.lastComponent != nil {
      let parent = path.removingLastComponent()
      if !parent.isEmpty {
        try makeMissing(parent)
        error = make(path)
      }
    }
    // EEXIST says nothing of what is there; the caller looks at it.
    guard error == 0 || error == EEXIST else {
      throw PrivateDirectoryFailure(
        code: .systemCallFailed, path: path, cause: SystemError("mkdir", errno: error))
    }
  }

  /// - Returns: 0, or the errno of mkdirat(2).
  private static func make(_ path: FilePath) -> Int32 {
    unsafe path.withPlatformString { unsafe -ocrscan_make_directory(OCRSCAN_WORKING_DIRECTORY, $0, 0o700) }
  }
}
