import Foundation
import Settings
import Testing

/// docs/settings.md repeats the table of definitions; this test fails if only one of them is updated.
struct SettingsPageTests {
  private func page() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "docs/settings.md"), encoding: .utf8)
  }

  @Test func `the page has a row for every setting and for nothing else`() throws {
    let rows = try page().split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("| `") else { return nil }
      return line.dropFirst(3).split(separator: "`").first.map(String.init)
    }
    #expect(rows == SettingDefinition.all.map(\.name))
  }
}
