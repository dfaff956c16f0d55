package import LinuxSystem
package import ScanModel
package import SystemPackage

/// Why a screenshot's bytes could not be read.
package struct IntakeFailure: Error, Sendable, Hashable {
  package enum Code: Sendable, Hashable, CaseIterable {
    case notFound, permissionDenied, isDirectory
    /// A FIFO, a device or a socket.
    case notRegularFile
    /// A symbolic link that must not be followed.
    case isSymbolicLink
    /// More bytes than allowed.
    case tooLarge
    /// Written to, truncated or replaced while it was read. Worth another try.
    case changedWhileReading
    /// See the cause: a disk or a server that fails, too many open files, too little memory. All may pass.
    case readFailed
  }

  package var code: Code
  /// Nil for standard input.
  package var path: FilePath?
  /// The system call that failed, if one did.
  package var cause: SystemError?
  /// The file's identity when it was opened; nil if it could not be opened.
  package var identity: FileIdentity?

  package init(_ code: Code, path: FilePath?, cause: SystemError? = nil, identity: FileIdentity? = nil) {
    self.code = code
    self.path = path
    self.cause = cause
    self.identity = identity
  }

  /// Why a file could not be opened, from the errors of open(2).
  init(opening path: FilePath, _ error: SystemError, followingSymlinks: Bool) {
    let code: Code =
      switch Errno(rawValue: error.errno) {
      case .noSuchFileOrDirectory, .notDirectory, .fileNameTooLong: .notFound
      case .permissionDenied, .notPermitted: .permissionDenied
      case .tooManySymbolicLinkLevels: followingSymlinks ? .notFound : .isSymbolicLink
      // ENXIO: a socket, or a device without hardware.
      case .noSuchAddressOrDevice: .notRegularFile
      default: .readFailed
      }
    self.init(code, path: path, cause: error)
  }
}
