import Foundation
import Glibc
import LinuxSystem

/// A socket that accepts connections, because the kernel does, but never answers.
final class SilentSocket {
  struct CannotListen: Error {}

  private let path: String
  private let socket: OwnedDescriptor
  var address: String { "unix:path=\(path)" }

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "silent-\(UUID().uuidString.prefix(8))").path
    socket = OwnedDescriptor(
      takingOwnershipOf: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8.prefix(100))) }
    let status = unsafe withUnsafeBytes(of: &name) { bytes in
      guard let start = unsafe bytes.bindMemory(to: sockaddr.self).baseAddress else { return Int32(-1) }
      return unsafe bind(socket.raw, start, socklen_t(bytes.count))
    }
    guard status == 0, listen(socket.raw, 8) == 0 else { throw CannotListen() }
  }

  deinit {
    unsafe unlink(path)
  }
}
