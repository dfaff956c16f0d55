internal import Glibc
package import ScanModel
package import SystemPackage

/// A directory that only its owner can access, for history, logs and locks.
package enum PrivateDirectory {
  /// Why a directory cannot be trusted with private files.
  package enum Refusal: Error, Sendable, Hashable {
    case missing
    case notADirectory
    /// It belongs to the user with this ID, who could replace its contents.
    case foreignOwner(UInt32)
    /// Group or others can write, with these permission bits, and may already have put files there.
    case writableByOthers(UInt32)
    case system(SystemError)
  }

  /// Opens a directory, or what a link leads to, after checking that no one else can change its contents, and takes
  /// read permissions away from group and others. If `creating`, missing directories are made as by `create`.
  /// - Throws: `Refusal`; nothing in the directory has been touched then.
  package static func open(_ path: FilePath, creating: Bool = true) throws(Refusal) -> OwnedDescriptor {
    if creating { try create(path) }
    let raw = unsafe path.withPlatformString { unsafe Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    let error = errno
    guard raw >= 0 else {
      switch error {
      case ENOENT: throw .missing
      case ENOTDIR: throw .notADirectory
      default: throw .system(SystemError("open", errno: error))
      }
    }
    let directory = OwnedDescriptor(takingOwnershipOf: raw)
    var status = stat()
    guard unsafe fstat(raw, &status) == 0 else { throw .system(SystemError("fstat", errno: errno)) }
    guard status.st_uid == geteuid() else { throw .foreignOwner(status.st_uid) }
    guard status.st_mode & 0o022 == 0 else { throw .writableByOthers(status.st_mode & 0o7777) }
    if status.st_mode & 0o077 != 0 {
      guard fchmod(raw, 0o700) == 0 else { throw .system(SystemError("fchmod", errno: errno)) }
    }
    return directory
  }

  /// Creates the directory and its missing parents with mode 0700 whatever the umask, as the XDG specification asks.
  /// - Throws: `Refusal`; parents already created stay.
  package static func create(_ path: FilePath) throws(Refusal) {
    var prefix = FilePath(root: path.root, [])
    for component in path.components {
      prefix.append(component)
      let made = unsafe prefix.withPlatformString { unsafe mkdir($0, 0o700) }
      let error = errno
      if made == 0 {
        // A umask such as 0777 would leave even the owner without access (mkdir(2)).
        let changed = unsafe prefix.withPlatformString { unsafe chmod($0, 0o700) }
        guard changed == 0 else { throw .system(SystemError("chmod", errno: errno)) }
      } else if error == ENOTDIR {
        throw .notADirectory
      } else if error != EEXIST, error != EISDIR, unsafe prefix.withPlatformString({ unsafe access($0, F_OK) }) != 0 {
        // A parent that exists may refuse with EACCES or EROFS instead of EEXIST, depending on the file system.
        throw .system(SystemError("mkdir", errno: error))
      }
    }
  }
}

extension PrivateDirectory.Refusal {
  /// A clause that completes "the directory ...".
  package var reason: Message {
    switch self {
    case .missing: "does not exist"
    case .notADirectory: "is not a directory"
    case .foreignOwner(let user): "belongs to another user (\(user))"
    case .writableByOthers(let mode): "can be written by other users (mode 0\(String(mode, radix: 8)))"
    case .system(let error): "cannot be opened (\(error.reason))"
    }
  }
}
