internal import LinuxSystem
internal import ScanModel
internal import SystemPackage

/// The directories to watch so that nothing can happen to a folder unnoticed: not a deletion, a rename, a new symbolic
/// link, or its birth, at any step of its path.
///
/// A watch follows the inode, not the name, so watching only the folder goes blind when it is replaced. Watching the
/// names in every directory above would wake an idle process each time anything is written into the home folder;
/// most steps therefore get a watch that speaks only when they themselves are moved or deleted.
struct WatchPlan: Hashable {
  /// What to look for in one directory.
  struct Interest: Hashable {
    /// Entries whose coming and going matters.
    var names: Set<[UInt8]> = []
    /// Whether a change of permissions matters too.
    var includesPermissions = false
  }

  private(set) var interests: [FilePath: Interest] = [:]

  /// - Parameter folders: Absolute paths.
  init(folders: [FilePath]) {
    for folder in folders { add(folder) }
  }

  private mutating func add(_ folder: FilePath) {
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
        return expect(component, in: reached)
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
        return look(for: component, in: reached)
      }
    }
  }

  /// The component is not there, or not to be seen. The directory above may be about to go, too: that it was deleted
  /// is not told as long as somebody works in it, so its name is watched as well.
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
    let name = FilePath(root: nil, CollectionOfOne(component)).bytes
    interests[directory, default: Interest()].names.insert(name)
    if includesPermissions { interests[directory, default: Interest()].includesPermissions = true }
  }
}

extension WatchPlan.Interest {
  /// What to ask of inotify for the directory.
  var mask: InotifyMask {
    var mask: InotifyMask = [.selfDeleted, .selfMoved, .onlyDirectory, .addToExisting]
    if !names.isEmpty { mask.formUnion([.created, .movedTo, .deleted, .movedFrom]) }
    if includesPermissions { mask.insert(.attributes) }
    return mask
  }
}
