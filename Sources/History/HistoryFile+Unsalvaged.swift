internal import Glibc
internal import LinuxSystem
internal import SystemPackage

// A note of the databases that were set aside and have yet to be salvaged. It outlives crashes and full disks.
extension HistoryFile {
  /// Holds their names, one a line. Its own does not begin with `setAsidePrefix`.
  static let unsalvagedName = "history.unsalvaged"
  /// A disk that damages one history after the other must not make the note grow without end.
  private static let maximumUnsalvaged = 16

  /// The names of the databases, oldest first. A note that names none is removed.
  /// - Throws: If there is a note that cannot be read, which a later start may be able to.
  func unsalvaged() throws(SystemError) -> [String] {
    let path = directory.appending(Self.unsalvagedName)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try OwnedDescriptor.contents(of: path, followingSymlinks: false, upTo: 4096)
    } catch {
      if error.errno == ENOENT { return [] }
      throw error
    }
    let names = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { isSetAside($0) }
    if names.isEmpty { forgetAllUnsalvaged() }
    return names
  }

  private func isSetAside(_ name: String) -> Bool {
    guard name.hasPrefix(Self.setAsidePrefix), !name.contains("/") else { return false }
    do throws(HistoryFailure) {
      guard let status = try status(of: name) else { return false }
      // With its first name as well, it has not been set aside: a crash came before the end of that.
      if let first = try self.status(of: Self.name), first.identity == status.identity { return false }
      return status.kind == .regular
    } catch {
      // It may be there.
      return true
    }
  }

  /// Notes that a database is about to be set aside. Survives a power cut once the directory is synchronized.
  func noteUnsalvaged(_ name: String) throws(SystemError) { try writeUnsalvaged(try unsalvaged() + [name]) }

  /// A database was salvaged. If that cannot be noted, it is salvaged once more.
  func forgetUnsalvaged(_ name: String) {
    guard let rest = try? unsalvaged().filter({ $0 != name }) else { return }
    if rest.isEmpty { forgetAllUnsalvaged() } else { try? writeUnsalvaged(rest) }
  }

  func forgetAllUnsalvaged() { unsafe unlinkat(descriptor.raw, Self.unsalvagedName, 0) }

  private func writeUnsalvaged(_ names: [String]) throws(SystemError) {
    let text = names.suffix(Self.maximumUnsalvaged).map { $0 + "\n" }.joined()
    try AtomicFile.replace(directory.appending(Self.unsalvagedName), with: Array(text.utf8), isDurable: true)
  }
}
