internal import LinuxSystem
internal import SystemPackage

/// The watches of one inotify instance, and the state of a folder and of the dated ones in it.
struct FolderWatches: ~Copyable {
  private enum State: Hashable {
    /// A watch descriptor belongs to one inode, so another descriptor means another folder.
    case watched(Int32)
    case missing, unreadable
    case unwatched  // because of a limit
  }

  private struct Folder {
    let path: FilePath
    var state: State?
    var isRemote = false
  }

  /// What a watch is for. A directory can be a folder itself and on the path to another one.
  private struct Purpose {
    var folders: [Int] = []
    var names: Set<[UInt8]> = []
  }

  private static let folderMask: InotifyMask = [
    .closedAfterWriting, .movedTo, .created, .deleted, .movedFrom, .selfDeleted, .selfMoved, .attributes,
    .onlyDirectory, .exceptUnlinked, .addToExisting,
  ]

  private let isRemote: @Sendable (FilePath) -> Bool
  private var inotify: Inotify?
  /// The folder, and then its dated ones, whose disappearance is not reported: the first covers them.
  private var folders: [Folder]
  private var purposes: [Int32: Purpose] = [:]
  private var hasArranged = false
  private var limit: SystemError?

  init(folder: FilePath, isRemote: @escaping @Sendable (FilePath) -> Bool) {
    folders = [Folder(path: folder)]
    self.isRemote = isRemote
  }

  /// -1 without an inotify instance.
  var descriptor: Int32 {
    switch inotify {
    case .some(let inotify): inotify.descriptor.raw
    case .none: -1
    }
  }

  var mustPoll: Bool { limit != nil || folders.contains(where: \.isRemote) }

  func pollRequests() -> [FolderEvent] {
    switch folders[0].state {
    case .watched where folders[0].isRemote, .unwatched: [.rescanNeeded(folder: folders[0].path, reason: .polling)]
    case .watched, .missing, .unreadable, nil: []
    }
  }

  func rescanRequests(reason: RescanReason) -> [FolderEvent] {
    condition(orListBecause: reason) + (limit.map { [.watchLimitReached($0)] } ?? [])
  }

  /// That the folder is not there or unreadable, or else that it must be listed, if there is a reason.
  private func condition(orListBecause reason: RescanReason?) -> [FolderEvent] {
    let path = folders[0].path
    return switch folders[0].state {
    case .missing: [.folderMissing(path)]
    case .unreadable: [.folderUnreadable(path)]
    case .watched, .unwatched, nil: reason.map { [.rescanNeeded(folder: path, reason: $0)] } ?? []
    }
  }

  /// Reads pending events. A broken instance is dropped; a new one waits for the next poll, so as not to spin.
  mutating func read() -> InotifyBatch {
    do {
      return try inotify?.read() ?? InotifyBatch()
    } catch {
      dropInstance(after: error)
      return InotifyBatch()
    }
  }

  mutating func dropInstance(after error: SystemError) {
    inotify = nil
    purposes = [:]
    limit = error
    for index in folders.indices {
      if case .watched = folders[index].state { folders[index].state = .unwatched }
    }
  }

  // MARK: Where the watches are

  /// Moves every watch to where it belongs now, and returns what has changed for the folders.
  mutating func arrange() -> [FolderEvent] {
    let previousLimit = limit
    limit = nil
    do {
      if inotify == nil { inotify = try Inotify() }
    } catch {
      limit = error
    }
    var events: [FolderEvent] = []
    // The second pass sees what happened between looking and watching. A path that changes faster than that raises
    // events, which lead here again.
    var placed: (plan: WatchPlan, folders: [FilePath])?
    for _ in 0..<8 {
      findDatedFolders()
      let plan = WatchPlan(folder: folders[0].path)
      if let placed, placed.plan == plan, placed.folders == folders.map(\.path) { break }
      let states = place(plan)
      for (index, state) in states.enumerated() { events += update(state, at: index) }
      placed = (plan, folders.map(\.path))
    }
    hasArranged = true
    if limit != previousLimit { events.append(limit.map { .watchLimitReached($0) } ?? .watchLimitLifted) }
    return events
  }

  /// Adds dated sub-folders that have appeared and drops those that have gone. The watch of the folder reports both.
  private mutating func findDatedFolders() {
    let known = folders
    folders.removeLast(folders.count - 1)
    folders += DatedFolder.all(in: known[0].path).map { path in known.first { $0.path == path } ?? Folder(path: path) }
  }

  private mutating func place(_ plan: WatchPlan) -> [State] {
    let previous = purposes.keys
    purposes = [:]
    // Folders come first, in case there are not enough watches for all.
    let states = folders.indices.map { watchFolder($0) }
    for (directory, interest) in plan.interests {
      // A parent that can be searched but not listed, such as /home with mode 0711, cannot be watched.
      if let watch = try? add(directory, interest.mask) {
        purposes[watch, default: Purpose()].names.formUnion(interest.names)
      }
    }
    for watch in previous where purposes[watch] == nil { inotify?.remove(watch) }
    return states
  }

  private mutating func watchFolder(_ index: Int) -> State {
    let path = folders[index].path
    do throws(SystemError) {
      let watch = try add(path, Self.folderMask)
      purposes[watch, default: Purpose()].folders.append(index)
      // A watch needs read permission only, and outlives it. Reading a screenshot needs search permission as well.
      return path.isReadableDirectory ? .watched(watch) : .unreadable
    } catch {
      if error.isDenial { return .unreadable }
      switch Errno(rawValue: error.errno) {
      case .noSpace, .tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory:
        return path.isReadableDirectory ? .unwatched : .missing
      default: return .missing
      }
    }
  }

  private mutating func add(_ path: FilePath, _ mask: InotifyMask) throws(SystemError) -> Int32 {
    do throws(SystemError) {
      if let watch = try inotify?.add(path, mask) { return watch }
    } catch {
      if [.noSpace, .noMemory].contains(Errno(rawValue: error.errno)) { limit = error }
      throw error
    }
    throw limit ?? SystemError("inotify_init1", errno: Errno.tooManyOpenFiles.rawValue)
  }

  private mutating func update(_ state: State, at index: Int) -> [FolderEvent] {
    let path = folders[index].path
    let previous = folders[index].state
    guard state != previous else { return [] }
    folders[index].state = state
    folders[index].isRemote = isRemote(Self.nearestExisting(path))
    if index > 0 {
      guard state != .missing, state != .unreadable, previous != nil || hasArranged else { return [] }
      return [.rescanNeeded(folder: path, reason: .folderAppeared)]
    }
    let reason: RescanReason? =
      switch previous {
      case nil: nil
      case .missing: .folderAppeared
      case .unreadable: .folderReadable
      case .watched, .unwatched: .folderReplaced
      }
    return condition(orListBecause: reason)
  }

  private static func nearestExisting(_ path: FilePath) -> FilePath {
    var path = path
    while (try? FileStatus(of: path, followingSymlinks: true)) == nil, path.removeLastComponent() {}
    return path
  }

  // MARK: What events mean

  /// Whether the watches may have to move after this event.
  mutating func concernsFolders(_ event: InotifyEvent) -> Bool {
    // Events of a watch that was removed may still be in the queue (inotify(7), BUGS).
    guard let purpose = purposes[event.watch] else { return false }
    if event.mask.contains(.ignored) {
      purposes[event.watch] = nil
      return true
    }
    if event.name.isEmpty { return !event.mask.isDisjoint(with: [.selfDeleted, .selfMoved, .unmounted, .attributes]) }
    if purpose.names.contains(event.name) { return true }
    // `arrange()` finds out whether it is a dated folder. Only directories are checked, so files cost nothing.
    return event.mask.contains(.isDirectory) && !purpose.folders.isEmpty && DatedFolder.isName(event.name, depth: 1)
  }

  func fileEvents(for event: InotifyEvent) -> [FolderEvent] {
    guard let purpose = purposes[event.watch] else { return [] }
    guard !event.name.isEmpty, !event.mask.contains(.isDirectory),
      unsafe ScreenshotName.isCandidate(event.name.span.bytes)
    else { return [] }
    return purpose.folders.compactMap { index in
      guard let path = folders[index].path.appending(name: event.name) else { return nil }
      return Self.fileEvent(for: event.mask, at: path)
    }
  }

  private static func fileEvent(for mask: InotifyMask, at path: FilePath) -> FolderEvent? {
    if mask.contains(.closedAfterWriting) { return .arrived(path, .closed) }
    if mask.contains(.movedTo) { return .arrived(path, .renamed) }
    // It may have been made readable; if not, the next look finds nothing new.
    if !mask.isDisjoint(with: [.created, .attributes]) { return .arrived(path, .created) }
    if !mask.isDisjoint(with: [.deleted, .movedFrom]) { return .removed(path) }
    return nil
  }
}
