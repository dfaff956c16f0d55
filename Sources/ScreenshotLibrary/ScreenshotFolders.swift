internal import LinuxSystem
internal import ScanModel
package import SystemPackage

package enum ScreenshotFolders {
  package enum Origin: Sendable, Hashable {
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

    /// For screenshots alone. Found folders are; a folder the user named is only if it has a usual name.
    package var isDedicated: Bool {
      guard origin == .configured else { return true }
      return folder.lastComponent.map { ScreenshotFolderNames.contains($0.bytes) } ?? false
    }
  }

  private static let disk = BlockingIOPool(label: "folder-choice")

  /// Configured folders count alone, whether they exist or not; then `XDG_SCREENSHOTS_DIR`. Otherwise every folder with
  /// a usual name in any language, in the pictures folder or else in the home folder. If there is none, or the
  /// pictures' server does not answer within `patience`, the names in the user's languages and in English are waited
  /// for in the pictures folder: GNOME and KDE create theirs with the first screenshot. The pictures folder itself is
  /// never watched unasked, because it holds private photographs.
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

/// The names desktops give the screenshots folder, by language.
enum ScreenshotFolderNames {
  private static let byLanguage: [String: [String]] = [
    "en": ["Screenshots"], "be": ["Здымкі экрана"], "ca": ["Captures de pantalla"], "cs": ["Snímky obrazovky"],
    "da": ["Skærmbilleder"], "de": ["Bildschirmfotos", "Screenshots"],
    "el": ["Στιγμιότυπα οθόνης", "Στιγμιότυπα"], "es": ["Capturas de pantalla"],
    "et": ["Ekraanipildid", "Kuvatõmmised"], "eu": ["Pantaila-argazkiak"], "fi": ["Kuvakaappaukset"],
    "fr": ["Captures d’écran"], "gl": ["Capturas de pantalla"], "he": ["צילומי מסך"],
    "hr": ["Snimke zaslona", "Slike zaslona"], "hu": ["Képernyőképek"], "id": ["Tangkapan layar"],
    "it": ["Schermate", "Istantanee"], "ja": ["スクリーンショット"], "ko": ["스크린샷"],
    "lt": ["Ekrano nuotraukos", "Ekrano kopijos"], "lv": ["Ekrānattēli", "Ekrānuzņēmumi"],
    "nb": ["Skjermbilder"], "nl": ["Schermafdrukken", "Schermafbeeldingen"], "nn": ["Skjermbilete"],
    "no": ["Skjermbilder"], "pl": ["Zrzuty ekranu"], "pt": ["Capturas de tela", "Capturas de ecrã"],
    "ro": ["Capturi de ecran"], "ru": ["Снимки экрана"], "sk": ["Snímky obrazovky"],
    "sl": ["Zaslonske slike", "Posnetki zaslona"], "sr": ["Снимци екрана"],
    "sv": ["Skärmbilder", "Skärmdumpar"], "tr": ["Ekran Görüntüleri"], "uk": ["Знімки екрана"],
    "vi": ["Ảnh chụp màn hình"], "zh": ["屏幕截图", "截图", "螢幕截圖", "螢幕擷圖", "截圖"],
  ]

  private static let known: Set<String> = Set(byLanguage.values.joined().map(folded))

  static func contains(_ name: [UInt8]) -> Bool {
    guard let text = String(validating: name, as: UTF8.self) else { return false }
    return known.contains(folded(text))
  }

  /// The names to wait for while no folder exists: in the user's languages and in English.
  static func expected(for languages: [String]) -> [String] {
    var names: [String] = []
    for language in languages + ["en"] { names += byLanguage[language, default: []].filter { !names.contains($0) } }
    return names
  }

  /// One form for names that differ only in case, kind of apostrophe, or in joining words by a space, hyphen or
  /// underscore. (Swift compares canonically equivalent strings as equal.)
  private static func folded(_ name: String) -> String {
    String(
      name.lowercased().map { character -> Character in
        switch character {
        case "_", "-", "\u{A0}": " "
        case "’", "ʼ", "`": "'"
        default: character
        }
      })
  }
}
