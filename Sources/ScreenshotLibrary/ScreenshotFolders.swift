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
