import Foundation
import Testing

/// docs/requirements.md has every row, and the files and suites it names exist.
struct RequirementsTests {
  static let names =
    [("T1.", 12), ("T2.", 5), ("T3.", 9), ("T4.", 9), ("P", 8), ("A", 11), ("N", 10)].flatMap { prefix, count in
      (1...count).map { "\(prefix)\($0)" }
    } + (11...22).map { "N\($0)" }

  /// Columns of the rows: name, requirement, place, tests.
  private func rows() throws -> [[String]] {
    try Repository.text("docs/requirements.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| row ") }
      .map { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }
  }

  @Test func `every requirement has its row, once`() throws {
    let rows = try rows()
    for row in rows { #expect(row.count == 4, "\(row)") }
    #expect(rows.compactMap(\.first) == Self.names)
  }

  @Test func `every file and suite that the page names exists`() throws {
    let suites = Set(try Repository.swiftTests().map { test in String(test.prefix { $0 != "/" }) })
    let sources = try FileManager.default.subpathsOfDirectory(atPath: Repository.folder.appending(path: "Sources").path)
    let files = Set(sources.compactMap { $0.split(separator: "/").last.map(String.init) })
    for row in try rows() {
      let places = Repository.code(in: row[2])
      #expect(!places.isEmpty, "\(row[0])")
      for place in places {
        let isThere =
          place.contains("/")
          ? FileManager.default.fileExists(atPath: Repository.folder.appending(path: place).path)
          : files.contains("\(place).swift")
        #expect(isThere, "\(row[0]): \(place)")
      }
      let named = Repository.code(in: row[3])
      #expect(!named.isEmpty, "\(row[0])")
      for suite in named { #expect(suites.contains(suite) || suite.hasPrefix("make "), "\(row[0]): \(suite)") }
    }
  }
}
