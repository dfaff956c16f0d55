internal import LinuxSystem
internal import ScanModel
internal import SystemPackage

/// The directories to watch so that nothing happens unnoticed at any step of a folder's path.
///
/// A watch follows the inode, so one on the folder alone goes blind when it is replaced. Watching names in every parent
/// would wake an idle process whenever something is written to the home folder, so most steps get a watch that reports
/// only when they themselves are moved or deleted.
struct WatchPlan: Hashable {
  struct Interest: Hashable {
    /// Entries whose creation or removal matters.
    var names: Set<[UInt8]> = []
    var includesPermissions = false

    var mask: InotifyMask {
      var mask: InotifyMask = [.selfDeleted, .selfMoved, .onlyDirectory, .addToExisting]
      if !names.isEmpty { mask.formUnion([.created, .movedTo, .deleted, .movedFrom]) }
      if includesPermissions { mask.insert(.attributes) }
      return mask
    }
  }

  private(set) var interests: [FilePath: Interest] = [:]

  /// - Parameter folder: An absolute path.
  init(folder: FilePath) {
    // Linux itself follows at most 40 links in one path (path_resolution(7)).
    var linksLeft = 40
    var reached = FilePath("/")
    var rest = Array(folder.components.reversed())
    while let component = rest.popLast() {
      if component.kind == .currentDirectory { continue }
      if component.kind == .parentDirectory {
        reached.removeLastComponent()
        continue
      }
      let next = reached.appending(component)
      guard let status = try? FileStatus(of: next, followingSymlinks: false) else {
        expect(component, in: reached)
        return
      }
      switch status.kind {
      case .directory:
        if rest.isEmpty {
          look(for: component, in: reached, includesPermissions: !next.isReadableDirectory)
        } else {
          interests[next] = interests[next] ?? Interest()
        }
        reached = next
      case .symbolicLink:
        look(for: component, in: reached)
        linksLeft -= 1
        guard linksLeft > 0, let target = try? next.symbolicLinkTarget() else { return }
        if target.isAbsolute { reached = FilePath("/") }
        rest += target.components.reversed()
      case .regular, .special:
        look(for: component, in: reached)
        return
      }
    }
  }

  /// The component is missing or hidden. Its parent may be about to go too, and while a process works in a directory
  /// its deletion is not reported, so the parent's name is watched as well.
  private mutating func expect(_ component: FilePath.Component, in directory: FilePath) {
    let isHidden = !directory.isReadableDirectory
    look(for: component, in: directory, includesPermissions: isHidden)
    if let name = directory.lastComponent {
      look(for: name, in: directory.removingLastComponent(), includesPermissions: isHidden)
    }
  }

  private mutating func look(
    for component: FilePath.Component, in directory: FilePath, includesPermissions: Bool = false
  ) {
    interests[directory, default: Interest()].names.insert(component.bytes)
    if includesPermissions { interests[directory, default: Interest()].includesPermissions = true }
  }
}
