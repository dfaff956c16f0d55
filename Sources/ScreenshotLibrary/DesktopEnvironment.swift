internal import LinuxSystem
internal import ScanModel
package import SystemPackage

package struct DesktopEnvironment: Sendable, Hashable {
  package var home: FilePath?
  /// The folder of user-dirs.dirs: `$XDG_CONFIG_HOME`, else `~/.config`.
  package var configHome: FilePath?
  /// Two-letter codes of the message languages, the preferred one first, such as "de".
  package var languages: [String]
  /// `$XDG_SCREENSHOTS_DIR`, which grimshot and others honor.
  package var screenshotsVariable: FilePath?

  package init(
    home: FilePath?, configHome: FilePath? = nil, languages: [String] = [], screenshotsVariable: FilePath? = nil
  ) {
    self.home = home
    self.configHome = configHome ?? home?.appending(".config")
    self.screenshotsVariable = screenshotsVariable
    self.languages = languages
  }

  /// - Parameter variables: As in environ(7). Relative paths are ignored, as the XDG base directory specification asks.
  package init(variables: [String: String]) {
    func directory(_ name: String) -> FilePath? {
      variables[name].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
    }
    // The order of setlocale(3). LANGUAGE is a list and comes first wherever messages are translated (gettext).
    let list =
      (variables["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
      + [CountryCode.messageLocale(variables) ?? "C"]
    self.init(
      home: directory("HOME"), configHome: directory("XDG_CONFIG_HOME"),
      languages: list.map { String($0.prefix { $0.isLetter }).lowercased() },
      screenshotsVariable: directory("XDG_SCREENSHOTS_DIR"))
  }

  /// As xdg-user-dir(1) prints it, whether it exists or not; the home folder if it is switched off.
  package var pictures: FilePath? { userDirectory("XDG_PICTURES_DIR") ?? home?.appending("Pictures") }

  package var screenshots: FilePath? { screenshotsVariable ?? userDirectory("XDG_SCREENSHOTS_DIR") }

  private func userDirectory(_ name: String) -> FilePath? {
    guard let home, let text = configHome?.appending("user-dirs.dirs").beginning(followingSymlinks: true) else {
      return nil
    }
    return Self.userDirectory(name, in: text, home: home)
  }

  /// One entry of user-dirs.dirs(5), such as `XDG_PICTURES_DIR="$HOME/Pictures"`, with backslashes before what is
  /// special in double quotes. The last line of a name counts.
  static func userDirectory(_ name: String, in text: [UInt8], home: FilePath) -> FilePath? {
    var found: FilePath?
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let trimmed = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard trimmed.starts(with: Array("\(name)=\"".utf8)) else { continue }
      guard let value = unquoted(trimmed.dropFirst(name.utf8.count + 2)) else { continue }
      let homePrefix = Array("$HOME".utf8)
      if value.first == UInt8(ascii: "/") {
        found = FilePath(bytes: value)
      } else if value.starts(with: homePrefix), [nil, UInt8(ascii: "/")].contains(value.dropFirst(5).first) {
        found = FilePath(bytes: home.bytes + value.dropFirst(5))
      }
    }
    return found
  }

  /// The bytes up to the closing quote, unescaped; nil if the quote is missing.
  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var value: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped || (byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")) {
        value.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        return value.contains(0) ? nil : value
      }
    }
    return nil
  }
}

extension FilePath {
  /// The first 64 KiB of a regular file; nil if it cannot be read.
  func beginning(followingSymlinks: Bool) -> [UInt8]? {
    guard let file = try? OwnedDescriptor.openFile(self, followingSymlinks: followingSymlinks),
      (try? FileStatus(ofDescriptor: file.raw))?.kind == .regular
    else { return nil }
    return try? file.contents(upTo: 64 * 1024)
  }
}
