import Foundation
import SystemPackage
import Testing

/// The pages and tests of the repository, for pages that name tests.
enum Repository {
  static let folder = URL(filePath: TestData.folder.string).deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// All Swift tests, as "Suite/name of the test"; the suite is the name of the file.
  static func swiftTests() throws -> Set<String> {
    var found: Set<String> = []
    let tests = folder.appending(path: "Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter { $0.hasSuffix("Tests.swift") }
    for file in files {
      let suite = try #require(file.split(separator: "/").last?.dropLast(6))
      let parts = try text("Tests/\(file)").components(separatedBy: "func `").dropFirst()
      for part in parts { found.insert("\(suite)/\(part.prefix { $0 != "`" })") }
    }
    return found
  }

  /// The words formatted as code in a cell of a Markdown table.
  static func code(in cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }
}
