internal import LinuxSystem
internal import ScanModel
package import SystemPackage

/// Decides which folders are watched.
package enum ScreenshotFolders {
  /// Why a folder was chosen.
  package enum Origin: Sendable, Hashable {
    /// The user named it.
    case configured
    /// It has a usual name and exists.
    case found
    /// It has a usual name and does not exist yet; the desktop creates it with the first screenshot.
    case awaited
  }

  package struct Choice: Sendable, Hashable {
    package var folder: FilePath
    package var origin: Origin

    package init(folder: FilePath, origin: Origin) {
      self.folder = folder
      self.origin = origin
    }

    /// Whether the folder is for screenshots alone. Found folders are; a folder the user named is only if it has a
    /// usual name.
    package var isDedicated: Bool {
      guard origin == .configured else { return true }
      return folder.lastComponent.map { ScreenshotFolderNames.contains($0.bytes) } ?? false
    }
  }

  private static let disk = BlockingIOPool(label: "folder-choice")

  /// Chooses the folders to watch.
  ///
  /// Configured folders count alone, whether they exist or not; then `XDG_SCREENSHOTS_DIR`. Otherwise every folder with
  /// a usual name in any language, in the pictures folder or else in the home folder. If there is none, or the
  /// pictures' server does not answer within `patience`, the names in the user's languages and in English are waited
  /// for in the pictures folder: GNOME and KDE create theirs with the first screenshot. The pictures folder itself is
  /// never watched unasked, because it holds private photographs.
  ///
  /// In configured paths, a leading "~" stands for the home folder; relative ones start at `workingDirectory`, or at
  /// the home folder without one.
  /// - Returns: The folders in order of preference; empty without a home folder.
  package static func choose(
    configured: [FilePath], environment: DesktopEnvironment, workingDirectory: FilePath? = nil,
    patience: Duration = .seconds(2)
  ) -> [Choice] {
    if !configured.isEmpty {
      return configured.map { path in
        Choice(
          folder: absolute(path, home: environment.home, base: workingDirectory ?? environment.home),
          origin: .configured)
      }
    }
    if let set = environment.screenshots {
      let isThere = disk.runBlocking(within: patience) { set.fileKind == .directory } ?? false
      return [Choice(folder: set, origin: isThere ? .found : .awaited)]
    }
    guard let pictures = environment.pictures, let home = environment.home else { return [] }
    let found = disk.runBlocking(within: patience) {
      [pictures, home].lazy.map { screenshotFolders(in: $0) }.first { !$0.isEmpty } ?? []
    }
    if let found, !found.isEmpty { return found.map { Choice(folder: $0, origin: .found) } }
    return ScreenshotFolderNames.expected(for: environment.languages)
      .map { Choice(folder: pictures.appending($0), origin: .awaited) }
  }

  private static func absolute(_ path: FilePath, home: FilePath?, base: FilePath?) -> FilePath {
    if let home, path.components.first?.string == "~", path.isRelative {
      return home.appending(path.components.dropFirst())
    }
    guard path.isRelative, let base else { return path }
    return base.pushing(path)
  }

  /// The folders in `parent`, or links to folders, with a usual name; sorted by bytes.
  private static func screenshotFolders(in parent: FilePath) -> [FilePath] {
    guard let directory = try? OwnedDescriptor.openDirectory(parent),
      var listing = try? DirectoryListing(directory)
    else { return [] }
    var found: [[UInt8]] = []
    while let entry = try? listing.next() {
      if ScreenshotFolderNames.contains(entry.name) { found.append(entry.name) }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }
      .compactMap { parent.appending(name: $0) }
      .filter { $0.fileKind == .directory }
  }
}

/// Whether screenshots can be read from a folder, found out by trying as the effective user.
package enum FolderAccess: Sendable, Hashable, CaseIterable {
  /// The folder can be listed and its newest screenshots can be read.
  case authorized
  /// The folder can be listed, but some of its newest screenshots cannot be read.
  case limited
  /// The folder, or one above it, cannot be searched.
  case denied
  /// The folder does not exist yet.
  case notDetermined

  /// Tries the folder and its newest screenshots; opening all would take seconds in a large folder.
  package static func check(_ folder: FilePath, sampleSize: Int = 32) -> FolderAccess {
    do {
      return check(folder, listed: try ScreenshotListing.statuses(in: folder), sampleSize: sampleSize)
    } catch {
      return FolderAccess(error)
    }
  }

  /// Like `check(_:sampleSize:)`, for a folder that was just listed.
  static func check(
    _ folder: FilePath, listed files: [(path: FilePath, status: FileStatus)], sampleSize: Int = 32
  ) -> FolderAccess {
    // Listing needs read permission, opening a file in the folder search permission (path_resolution(7)).
    guard folder.isReadableDirectory else { return .denied }
    let newest = files.sorted { $0.status.modifiedNanoseconds > $1.status.modifiedNanoseconds }
    return newest.prefix(sampleSize).allSatisfy { isReadable($0.path) } ? .authorized : .limited
  }

  /// Why a folder could not be listed.
  init(_ error: SystemError) {
    switch Errno(rawValue: error.errno) {
    case .permissionDenied, .notPermitted: self = .denied
    default: self = .notDetermined
    }
  }

  /// Whether the file can be opened. A file that has vanished counts as readable.
  private static func isReadable(_ path: FilePath) -> Bool {
    do {
      _ = try OwnedDescriptor.openFile(path, followingSymlinks: false)
      return true
    } catch {
      return ![.permissionDenied, .notPermitted].contains(Errno(rawValue: error.errno))
    }
  }
}
