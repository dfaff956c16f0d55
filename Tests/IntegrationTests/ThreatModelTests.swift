import Foundation
import SystemPackage
import Testing

/// docs/security.md names existing tests and leaves out no case that must be tested.
struct ThreatModelTests {
  /// The cases of the catalogue behind a promise: pictures, recognition, worker, files, terminal.
  static let cases =
    ["01", "02", "03", "11", "12", "13", "17", "21", "26", "27", "28"].map { "P\($0)" }
    + ["01", "05", "06", "08", "10", "12"].map { "O\($0)" }
    + ["01", "02", "03", "04", "05", "06", "08", "09", "10", "11", "12", "13", "14", "19"].map { "T\($0)" }
    + ["01", "02", "05", "06", "07", "09", "10", "11", "12", "13", "14", "15", "18", "19", "22", "24"].map { "F\($0)" }
    + ["01", "02", "03", "04", "05", "07", "08", "09", "11"].map { "C\($0)" }

  /// The first and last columns of the table of cases.
  private func rows() throws -> [(name: String, tests: [String])] {
    let page = try Repository.text("docs/security.md")
    let table = try #require(page.components(separatedBy: "\n## Cases\n").last)
    return table.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| case ") }.map { line in
      let columns = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      return (columns.first ?? "", Repository.code(in: columns.last ?? ""))
    }
  }

  @Test func `every test that the page names exists`() throws {
    let tests = try Repository.swiftTests()
    let faults = try FileManager.default.contentsOfDirectory(
      atPath: Repository.folder.appending(path: "Tests/Faults").path
    ).filter { $0.hasSuffix(".py") }.map { try Repository.text("Tests/Faults/\($0)") }.joined()
    let targets = try Repository.text("Tests/FuzzTrialTests/Trials/FuzzTarget.swift")
    for row in try rows() {
      #expect(!row.tests.isEmpty, "\(row.name)")
      for test in row.tests {
        let name = String(test.drop { $0 != "/" }.dropFirst())
        let exists =
          if test.hasPrefix("faults/") {
            faults.contains("\ndef \(name)(home, quick):")
          } else if test.hasPrefix("fuzz/") {
            targets.contains("  case \(name)\n")
          } else if test.hasPrefix("Tests/") {
            FileManager.default.fileExists(atPath: Repository.folder.appending(path: test).path)
          } else {
            tests.contains(test)
          }
        #expect(exists, "\(row.name): \(test)")
      }
    }
  }

  @Test func `every case that must be tested is on the page`() throws {
    // A row may have several cases.
    let named = Set(try rows().flatMap { $0.name.components(separatedBy: " ") })
    for name in Self.cases { #expect(named.contains(name), "\(name)") }
  }
}
