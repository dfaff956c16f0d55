internal import Glibc
package import SystemPackage

/// The desktop's folders in the user's language, as `xdg-user-dir` finds them.
package enum UserDirectories {
  /// A choice: the file has eight lines.
  private static let maximumByteCount = 65_536

  /// The pictures folder from `user-dirs.dirs`.
  /// - Returns: Nil if the file or the entry is missing, or the folder is switched off by pointing to the home.
  package static func pictures(_ directories: XDGDirectories) -> FilePath? {
    let file = directories.configurationHome.appending("user-dirs.dirs")
    guard let descriptor = try? FileDescriptor.open(file, .readOnly, options: [.closeOnExec, .nonBlocking])
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: maximumByteCount)
    let count = try? descriptor.closeAfter {
      try unsafe bytes.withUnsafeMutableBytes { try unsafe descriptor.read(into: $0) }
    }
    guard let count else { return nil }
    return folder("XDG_PICTURES_DIR", in: String(decoding: bytes[..<count], as: UTF8.self), home: directories.home)
  }

  /// Reads one entry: `XDG_PICTURES_DIR="$HOME/Pictures"`, or an absolute path. The last one counts, as in a shell.
  static func folder(_ name: String, in text: String, home: FilePath) -> FilePath? {
    var result: FilePath?
    for line in text.split(whereSeparator: \.isNewline) {
      let entry = line.drop { $0 == " " || $0 == "\t" }
      guard entry.hasPrefix("\(name)=\""), let value = quoted(entry.dropFirst(name.count + 1)) else { continue }
      let path = FolderPath.expand(value, home: home)
      // user-dirs.dirs(5): a folder that is set to the home directory does not exist.
      result = value.hasPrefix("~") || path == home ? nil : path
    }
    return result
  }

  /// The contents of a double-quoted word, in which a backslash protects the next character.
  private static func quoted(_ word: Substring) -> String? {
    var result = ""
    var isProtected = false
    for character in word.dropFirst() {
      if isProtected {
        result.append(character)
        isProtected = false
      } else if character == "\\" {
        isProtected = true
      } else if character == "\"" {
        return result
      } else {
        result.append(character)
      }
    }
    return nil
  }
}
