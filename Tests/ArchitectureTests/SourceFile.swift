import Foundation

/// A source file: its imports and its top-level types.
struct SourceFile {
  /// Relative to the package, for example "Sources/History/HistoryStore.swift".
  var path: String
  var text: String

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  var isSwift: Bool { path.hasSuffix(".swift") }
  var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }

  /// The modules that a Swift file imports.
  var imports: Set<String> {
    Set(
      text.matches(of: #/(?m)^\s*(?:(?:package|public|internal|private|fileprivate|@\w+) +)*import +(?:\w+ +)?(\w+)/#)
        .map { String($0.1) })
  }

  /// The headers of systems and libraries that a C file includes, for example "netdb.h".
  var includes: Set<String> {
    Set(text.matches(of: #/(?m)^\s*# *include +<([^>]+)>/#).map { String($0.1) })
  }

  /// The libraries that a module map links.
  var linkedLibraries: Set<String> {
    Set(text.matches(of: #/(?m)^\s*link +"([^"]+)"/#).map { String($0.1) })
  }

  /// The types that a Swift file declares at the start of a line.
  var topLevelTypes: [String] {
    text.matches(
      of:
        #/(?m)^(?:@\w+ +)*(?:(?:package|public|internal|private|fileprivate|final|indirect|nonisolated) +)*(?:struct|class|enum|actor|protocol|typealias) +(\w+)/#
    ).map { String($0.1) }
  }
}

extension SourceFile {
  /// All files below some folders of the package, sorted by path.
  static func all(below folders: [String]) throws -> [SourceFile] {
    try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path).sorted()
        .filter { name in [".swift", ".c", ".h", ".modulemap"].contains { name.hasSuffix($0) } }
        .map { SourceFile(path: "\(folder)/\($0)", text: try text("\(folder)/\($0)")) }
    }
  }

  /// All files and folders below some folders of the package.
  static func paths(below folders: [String]) throws -> [String] {
    try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path).map { "\(folder)/\($0)" }
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The folder of the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
