internal import FoundationEssentials
internal import LinuxSystem
internal import SystemPackage

enum RuleFiles {
  /// Rule files are written by hand; a larger one is a mistake.
  static let maximumBytes = 4 << 20

  /// The `*.yaml` files of a directory, by name.
  static func read(_ directory: FilePath) throws(RulePackFailure) -> [(name: String, content: String)] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory.string) else {
      throw failure(directory.string, "the directory of the rules cannot be read")
    }
    var files: [(name: String, content: String)] = []
    for name in names.sorted() where name.hasSuffix(".yaml") { files.append((name, try content(of: name, directory))) }
    return files
  }

  /// The glossary of a directory; an empty one if it has none.
  static func glossary(_ directory: FilePath) throws(RulePackFailure) -> Glossary {
    let (common, entries) = ("common-words.tsv", "glossary.tsv")
    guard FileManager.default.fileExists(atPath: directory.appending(entries).string) else { return Glossary() }
    let glossary = Glossary(
      commonWords: try content(of: common, directory), entries: try content(of: entries, directory))
    guard let glossary else {
      throw failure("\(common) or \(entries)", "a line has another form, or a language without common words")
    }
    return glossary
  }

  private static func content(of name: String, _ directory: FilePath) throws(RulePackFailure) -> String {
    let bytes: [UInt8]
    do {
      bytes = try Self.bytes(of: directory.appending(name))
    } catch {
      throw failure(name, error == .damaged ? "the file is larger than 4 MiB" : "the file cannot be read")
    }
    guard let content = String(validating: bytes, as: UTF8.self) else { throw failure(name, "the file is not UTF-8") }
    return content
  }

  /// The bytes of a file.
  /// - Throws: `missing`, `unreadable`; `damaged` if the file is too large.
  static func bytes(of path: FilePath) throws(CompiledRulePackFailure.Reason) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try OwnedDescriptor.contents(of: path, followingSymlinks: true, upTo: maximumBytes + 1)
    } catch {
      throw Errno(rawValue: error.errno) == .noSuchFileOrDirectory ? .missing : .unreadable
    }
    guard bytes.count <= maximumBytes else { throw .damaged }
    return bytes
  }

  static func failure(_ file: String, _ reason: String) -> RulePackFailure {
    RulePackFailure(problems: [.init(file: file, line: nil, reason: reason)])
  }
}

/// Rule files that cannot be used, with every problem in them.
package struct RulePackFailure: Error, Sendable, Equatable {
  package struct Problem: Sendable, Equatable, CustomStringConvertible {
    package var file: String
    /// Line in the file, from 1; nil if the problem is not in one place.
    package var line: Int?
    /// What is wrong and what would be right.
    package var reason: String

    package var description: String {
      if let line { "\(file):\(line): \(reason)" } else { "\(file): \(reason)" }
    }
  }

  /// In the order of files and lines, never empty.
  package var problems: [Problem]
}
