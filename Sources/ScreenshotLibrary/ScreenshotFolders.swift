internal import LinuxSystem
internal import ScanModel
package import SystemPackage

/// Decides which folders are watched.
package enum ScreenshotFolders {
  /// Why a folder was chosen.
  package enum Origin: Sendable, Hashable {
    /// The user named it.
    case configured
    /// It has the usual name and is there.
    case found
    /// It has the usual name and is not there yet: the desktop makes it when the first screenshot is taken.
    case awaited
  }

  package struct Choice: Sendable, Hashable {
    package var folder: FilePath
    package var origin: Origin

    package init(folder: FilePath, origin: Origin) {
      self.folder = folder
      self.origin = origin
    }

    /// The folder is for screenshots alone: it was found by its purpose, or has the name of one. What the user names may
    /// hold any pictures.
    package var isDedicated: Bool {
      guard origin == .configured else { return true }
      return folder.lastComponent.map {
        ScreenshotFolderNames.contains(FilePath(root: nil, CollectionOfOne($0)).bytes)
      } ?? false
    }
  }

  /// Chooses the folders to watch.
  ///
  /// What the user configured counts alone, there or not; then what the desktop was told with `XDG_SCREENSHOTS_DIR`.
  /// Otherwise it is every folder in the pictures folder (and,
  /// failing that, in the home folder) that has one of the names that desktops give it, in any language. If there is
  /// none, it is waited for under its name in the user's languages and in English: GNOME and KDE make it with the
  /// first screenshot. The pictures folder itself is never watched unasked: it holds private photographs, which are
  /// nobody's screenshots. Desktops that save there need `directories` in the settings.
  /// - Parameters:
  ///   - configured: From the settings; "~" at the start stands for the home folder; relative ones start at the home
  ///     folder, or at `workingDirectory` if that is given, as for paths on a command line.
  ///   - environment: Where the home and the pictures folder are.
  ///   - workingDirectory: Where relative paths start.
  /// - Returns: The folders in order of preference; none if there is no home folder to start from.
  package static func choose(
    configured: [FilePath], environment: DesktopEnvironment, workingDirectory: FilePath? = nil
  ) -> [Choice] {
    if !configured.isEmpty {
      return configured.map { path in
        Choice(
          folder: absolute(path, home: environment.home, base: workingDirectory ?? environment.home),
          origin: .configured)
      }
    }
    if let set = environment.screenshots {
      return [Choice(folder: set, origin: isFolder(set) ? .found : .awaited)]
    }
    guard let pictures = environment.pictures, let home = environment.home else { return [] }
    for parent in [pictures, home] {
      let found = screenshotFolders(in: parent)
      if !found.isEmpty { return found.map { Choice(folder: $0, origin: .found) } }
    }
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

  /// The folders, or links to folders, in `parent` that have a usual name; sorted by their bytes.
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
      .filter { isFolder($0) }
  }

  private static func isFolder(_ path: FilePath) -> Bool {
    (try? FileStatus(of: path, followingSymlinks: true))?.kind == .directory
  }
}
