internal import CGettext
internal import Glibc
internal import ScanModel
internal import Synchronization
internal import SystemPackage

/// The language in which the program talks to its user: gettext catalogues of the domain `ocr-scan`, found beside the
/// program (CONTRIBUTING.md). English, the language of the sources, needs no catalogue and takes no time.
package enum Localization {
  static let domain = "ocr-scan"

  /// The language's code, such as "de"; "en" if nothing is translated.
  package static var language: String { isActive ? started ?? "en" : "en" }

  static var isActive: Bool { active.load(ordering: .relaxed) }

  /// Chooses the language of the environment. To be called before there is a second thread; without it all is English.
  package static func start() { active.store(started != nil, ordering: .relaxed) }

  private static let active = Atomic(false)

  /// The language of the catalogue; nil for English, for languages without one, and if gettext is unavailable.
  private static let started: String? = {
    let wanted = wantedLanguages { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
    // Like gettext(3), take the first language that has a catalogue.
    for language in wanted {
      let folder = folders.first { unsafe access("\($0)/\(language)/LC_MESSAGES/\(domain).mo", R_OK) == 0 }
      guard let folder else { continue }
      return unsafe ocrscan_translations_open(folder, domain, language) == 0 ? language : nil
    }
    return nil
  }()

  /// The user's languages up to English, as gettext(3) reads the environment: "de_AT" is followed by "de".
  static func wantedLanguages(_ variable: (String) -> String?) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? "C"
    guard locale != "C", locale != "POSIX" else { return [] }
    let names = variable("LANGUAGE").flatMap { $0.isEmpty ? nil : $0 } ?? locale
    let codes = names.split(separator: ":").map { $0.prefix { $0 != "." && $0 != "@" } }.filter { name in
      (2..<12).contains(name.utf8.count) && name.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
    }
    return codes.prefix { $0 != "C" && $0 != "POSIX" && $0 != "en" && !$0.hasPrefix("en_") }.flatMap { name in
      [String(name)] + (name.contains("_") ? [String(name.prefix { $0 != "_" })] : [])
    }
  }

  /// Makes libraries translate into this language on this thread, even if the system lacks its locale.
  package static func applyToThread() { if isActive { ocrscan_translations_apply_to_thread() } }

  /// Beside the programs in a build tree, below their prefix when installed.
  private static var folders: [String] {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return [] }
    let program = FilePath(bytes: buffer[..<count].map { UInt8(bitPattern: $0) }).removingLastComponent()
    return [program.appending("locale").string, program.removingLastComponent().appending("share/locale").string]
  }
}
