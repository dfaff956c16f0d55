import Testing

/// Compares docs/architecture.md with Package.swift, and the sources with both.
struct ArchitectureTests {
  private static let dumped = Result { try PackageManifest.dumped() }

  private let manifest: PackageManifest
  private let map: ModuleMap
  /// The sources of what is installed.
  private let sources: [SourceFile]
  private let everything: [SourceFile]

  init() throws {
    manifest = try Self.dumped.get()
    map = ModuleMap(page: try SourceFile.text("docs/architecture.md"))
    sources = try SourceFile.all(below: ["Sources"])
    everything = try SourceFile.all(below: ["Sources", "Tests", "Tools"])
  }

  @Test func `the table of modules says what Package.swift says`() {
    #expect(map.rows.count > 30)
    expectNone(ModuleRules.tableMismatches(map, manifest))
  }

  @Test func `no module uses one of its own layer or above`() {
    expectNone(ModuleRules.layerViolations(map, manifest))
  }

  @Test func `no module leads back to itself`() {
    expectNone(ModuleRules.cycles(manifest))
  }

  @Test func `the worker alone links libpng, Leptonica and Tesseract`() {
    let graph = ModuleGraph(manifest)
    for library in ModuleRules.imageLibraries { #expect(graph.path(from: "ocr-scan-worker", to: library) != nil) }
    expectNone(ModuleRules.foreignImageLibraries(map, manifest))
  }

  @Test func `the window alone links GTK`() {
    let graph = ModuleGraph(manifest)
    for library in ModuleRules.windowLibraries { #expect(graph.path(from: "ocr-scan-window", to: library) != nil) }
    expectNone(ModuleRules.foreignWindowLibraries(map, manifest))
  }

  @Test func `imports and dependencies agree`() {
    expectNone(SourceRules.importMismatches(everything, manifest))
  }

  @Test func `nothing that is installed knows a network library`() {
    expectNone(SourceRules.networkUses(sources, manifest))
  }

  @Test func `every source belongs to a target`() {
    expectNone(SourceRules.strayFiles(sources, manifest))
  }

  @Test func `a file name says which file is meant`() {
    expectNone(SourceRules.duplicateFiles(sources))
  }

  @Test func `a type name says which type is meant`() {
    expectNone(SourceRules.duplicateTypes(sources))
  }

  @Test func `every place that the page sends a reader to exists`() throws {
    let page = try SourceFile.text("docs/architecture.md")
    expectNone(SourceRules.missingPlaces(page, try SourceFile.paths(below: ["Sources", "Tests"])))
  }

  @Test func `no file is longer than 300 lines`() {
    expectNone(SourceRules.longFiles(everything, limit: 300))
  }

  private func expectNone(_ problems: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }
}
