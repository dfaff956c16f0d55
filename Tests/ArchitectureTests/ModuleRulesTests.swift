import Foundation
import Testing

/// Each rule of the module map names the violation.
struct ModuleRulesTests {
  private typealias Target = PackageManifest.Target

  private let manifest = PackageManifest(targets: [
    Target(name: "Values", kind: .regular, folder: "Sources/Values", products: ["SystemPackage"]),
    Target(name: "First", kind: .regular, folder: "Sources/First", modules: ["Values"]),
    Target(name: "Second", kind: .regular, folder: "Sources/Second", modules: ["First", "Tool", "Values"]),
    Target(name: "CPNG", kind: .system, folder: "Sources/CModules/CPNG"),
    Target(name: "program", kind: .executable, folder: "Sources/program", modules: ["Second", "CPNG"]),
    Target(name: "Tool", kind: .executable, folder: "Tools/Tool", modules: ["Second"]),
    Target(name: "FirstTests", kind: .test, folder: "Tests/FirstTests", modules: ["First"]),
  ])

  private func map(_ rows: String) -> ModuleMap {
    ModuleMap(
      page: "| module | layer | what is in it | uses |\n|---|---|---|---|\n\(rows)\n\n| `x` | other | table | |\n")
  }

  private let rows = """
    | `Values` | values | Values. | |
    | `First` | feature | One. | `Values` |
    | `Second` | feature | Two. | `First`, `Tool`, `Values` |
    | `CPNG` | C | libpng. |  |
    | `program` | program | Three. | `CPNG`, `Second` |
    | `Tool` | tool | Four. | `Second` |
    """

  @Test func `what SwiftPM says of targets is read with folders and products`() throws {
    let json = """
      {"targets": [
        {"name": "CPNG", "type": "system", "path": "Sources/CModules/CPNG", "dependencies": []},
        {"name": "Data", "type": "regular",
         "dependencies": [{"byName": ["Values", null]}, {"product": ["GRDB", "GRDB.swift", null, null]}]},
        {"name": "tool", "type": "executable", "path": "Tools/tool", "dependencies": [{"byName": ["Data", null]}]},
        {"name": "DataTests", "type": "test", "dependencies": []}
      ]}
      """
    let targets = try JSONDecoder().decode(PackageManifest.self, from: Data(json.utf8)).targets
    #expect(targets.map(\.modules) == [[], ["Values"], ["Data"], []])
    #expect(targets[1].products == ["GRDB"])
    #expect(targets.map(\.folder) == ["Sources/CModules/CPNG", "Sources/Data", "Tools/tool", "Tests/DataTests"])
  }

  @Test func `a table that agrees has no mismatch`() {
    #expect(ModuleRules.tableMismatches(map(rows), manifest) == [])
  }

  @Test func `a table that disagrees names the module`() {
    let wrong = rows.replacing("| `First` | feature | One. | `Values` |", with: "| `Third` | feature | One. | |")
      .replacing("`First`, `Tool`, `Values` |", with: "`Tool`, `Values`, `CPNG` |")
    #expect(
      ModuleRules.tableMismatches(map(wrong + "\n| `Values` | values | Again. | |"), manifest) == [
        "First is in Package.swift and not in the table of docs/architecture.md",
        "Third is in the table of docs/architecture.md and not in Package.swift",
        "Second: docs/architecture.md and Package.swift disagree on CPNG, First; it uses: `First`, `Tool`, `Values`",
        "Values is in the table of docs/architecture.md twice",
      ])
  }

  @Test func `a feature that uses a feature is named, and a layer that is none`() {
    let wrong = rows.replacing("| `Values` | values |", with: "| `Values` | things |")
    #expect(
      ModuleRules.layerViolations(map(wrong), manifest) == [
        "Values: there is no layer \"things\"", "Second (feature) must not use First (feature)",
        "Second (feature) must not use Tool (tool)",
      ])
  }

  @Test func `a cycle is shown`() {
    #expect(ModuleRules.cycles(manifest) == ["cycle: Second → Tool → Second", "cycle: Tool → Second → Tool"])
  }

  @Test func `a program with an image library is named, unless it is the worker`() {
    #expect(ModuleRules.foreignImageLibraries(map(rows), manifest) == ["program links CPNG: program → CPNG"])
    let worker = map(rows.replacing("`program`", with: "`ocr-scan-worker`"))
    #expect(ModuleRules.foreignImageLibraries(worker, manifest) == [])
  }
}
