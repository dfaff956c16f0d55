import Foundation
import Testing

/// docs/requirements.md and the cases of docs/security.md are complete, and what they name exists.
struct PageTests {
  private static let requirements =
    [("T1.", 12), ("T2.", 5), ("T3.", 9), ("T4.", 9), ("P", 8), ("A", 11), ("N", 22)].flatMap { prefix, count in
      (1...count).map { "\(prefix)\($0)" }
    }
  /// The cases of the catalogue behind a promise: pictures, recognition, worker, files, terminal.
  private static let cases = """
    P01 P02 P03 P11 P12 P13 P17 P21 P26 P27 P28 O01 O05 O06 O08 O10 O12 T01 T02 T03 T04 T05 T06 T08 T09 T10 T11 T12 T13 \
    T14 T19 F01 F02 F05 F06 F07 F09 F10 F11 F12 F13 F14 F15 F18 F19 F22 F24 C01 C02 C03 C04 C05 C07 C08 C09 C11
    """

  /// The cells of the tables of a page, or of its chapter "Cases" if it has one.
  private func rows(_ page: String) throws -> [[String]] {
    let text = try #require(try SourceFile.text(page).components(separatedBy: "\n## Cases\n").last)
    return text.split(separator: "\n").filter { line in
      line.hasPrefix("| ") && !["| row ", "| case "].contains { line.hasPrefix($0) }
    }.map { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }
  }

  private func requirementRows() throws -> [[String]] { try rows("docs/requirements.md") }
  private func caseRows() throws -> [[String]] { try rows("docs/security.md") }

  @Test func `every requirement has its row, once, and every case that must be tested`() throws {
    #expect(try requirementRows().map(\.[0]) == Self.requirements)
    // A row may have several cases.
    let named = Set(try caseRows().flatMap { $0[0].components(separatedBy: " ") })
    #expect(Self.cases.components(separatedBy: " ").filter { !named.contains($0) } == [])
  }

  @Test func `every file and test that the pages name exists`() throws {
    let names = try names()
    let cells =
      try requirementRows().flatMap { row in row.dropFirst(2).map { (row[0], $0) } }
      + caseRows().map { ($0[0], $0.last ?? "") }
    for (row, cell) in cells {
      let code = ModuleMap.code(cell)
      #expect(!code.isEmpty, "\(row)")
      let missing = code.filter { name in
        !names.contains(name) && !name.hasPrefix("make ")
          && !FileManager.default.fileExists(atPath: SourceFile.root.appending(path: name).path)
      }
      #expect(missing == [], "\(row)")
    }
  }

  /// Swift files, tests as "Suite/name of the test", fault tests and targets of the fuzzer.
  private func names() throws -> Set<String> {
    var names: Set<String> = []
    for path in try SourceFile.paths(below: ["Sources", "Tests"])
    where path.hasSuffix(".swift") || path.hasSuffix(".py") {
      let stem = path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
      names.insert(String(stem))
      let text = try SourceFile.text(path)
      if path.hasSuffix("Tests.swift") { names.formUnion(text.matches(of: #/func `(.+?)`/#).map { "\(stem)/\($0.1)" }) }
      if path.hasPrefix("Tests/Faults/") {
        names.formUnion(text.matches(of: #/(?m)^def (\w+)\(home, quick\):/#).map { "faults/\($0.1)" })
      }
      if stem == "FuzzTarget" { names.formUnion(text.matches(of: #/(?m)^  case (\w+)$/#).map { "fuzz/\($0.1)" }) }
    }
    return names
  }
}
