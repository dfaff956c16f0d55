import Testing

/// Each rule of the module map names the violation.
struct ModuleRulesTests {
  private let manifest = PackageManifest(
    """
    // A comment with .target(name: "Comment")
    let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
    let common: [Target.Dependency] = ["Values", system]
    let package = Package(
      name: "made-up",
      dependencies: [.package(url: "https://example.org/x", from: "1.0.0")],
      targets: [
        .target(name: "Values", dependencies: [system]),
        .target(name: "First", dependencies: ["Values"], swiftSettings: strict),
        .target(name: "Second", dependencies: ["First"] + common, plugins: ["Plugin"]),
        .systemLibrary(name: "CPNG", path: "Sources/CModules/CPNG", pkgConfig: "libpng"),
        .executableTarget(name: "program", dependencies: ["Second", "CPNG"]),
        .plugin(name: "Plugin", capability: .buildTool(), dependencies: ["Second"]),
        .testTarget(name: "FirstTests", dependencies: ["First"]),
      ])
    """)

  private func map(_ rows: String) -> ModuleMap {
    ModuleMap(
      page: "| module | layer | what is in it | uses |\n|---|---|---|---|\n\(rows)\n\n| `x` | other | table | |\n")
  }

  private let rows = """
    | `Values` | values | Values. | |
    | `First` | feature | One. | `Values` |
    | `Second` | feature | Two. | `First`, `Plugin`, `Values` |
    | `CPNG` | C | libpng. |  |
    | `program` | program | Three. | `CPNG`, `Second` |
    | `Plugin` | tool | Four. | `Second` |
    """

  @Test func `a manifest is read with its variables, folders and products`() throws {
    #expect(manifest.targets.map(\.name) == ["Values", "First", "Second", "CPNG", "program", "Plugin", "FirstTests"])
    let second = try #require(manifest.targets.first { $0.name == "Second" })
    #expect(second.modules == ["First", "Plugin", "Values"])
    #expect(second.products == ["SystemPackage"])
    #expect(
      manifest.targets.map(\.folder).suffix(4) == [
        "Sources/CModules/CPNG", "Sources/program", "Plugins/Plugin", "Tests/FirstTests",
      ])
  }

  @Test func `a table that agrees has no mismatch`() {
    #expect(ModuleRules.tableMismatches(map(rows), manifest) == [])
  }

  @Test func `a table that disagrees names the module`() {
    let wrong = rows.replacing("| `First` | feature | One. | `Values` |", with: "| `Third` | feature | One. | |")
      .replacing("`First`, `Plugin`, `Values` |", with: "`Plugin`, `Values`, `CPNG` |")
    #expect(
      ModuleRules.tableMismatches(map(wrong + "\n| `Values` | values | Again. | |"), manifest) == [
        "First is in Package.swift and not in the table of docs/architecture.md",
        "Third is in the table of docs/architecture.md and not in Package.swift",
        "Second: docs/architecture.md and Package.swift disagree on CPNG, First; it uses: `First`, `Plugin`, `Values`",
        "Values is in the table of docs/architecture.md twice",
      ])
  }

  @Test func `a feature that uses a feature is named, and a layer that is none`() {
    let wrong = rows.replacing("| `Values` | values |", with: "| `Values` | things |")
    #expect(
      ModuleRules.layerViolations(map(wrong), manifest) == [
        "Values: there is no layer \"things\"", "Second (feature) must not use First (feature)",
        "Second (feature) must not use Plugin (tool)",
      ])
  }

  @Test func `a cycle is shown`() {
    #expect(ModuleRules.cycles(manifest) == ["cycle: Second → Plugin → Second", "cycle: Plugin → Second → Plugin"])
  }

  @Test func `a program with an image library is named, unless it is the worker`() {
    #expect(ModuleRules.foreignImageLibraries(map(rows), manifest) == ["program links CPNG: program → CPNG"])
    let worker = map(rows.replacing("`program`", with: "`ocr-scan-worker`"))
    #expect(ModuleRules.foreignImageLibraries(worker, manifest) == [])
  }
}
