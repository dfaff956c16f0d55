/// The rules of the module map. Each returns one sentence per violation, none if the rule holds.
enum ModuleRules {
  /// The libraries that parse images and read text.
  static let imageLibraries = ["CBarcode", "CPNG", "CJPEG", "CWebP", "CLeptonica", "CTesseract"]

  /// The libraries that draw windows.
  static let windowLibraries = ["CAdwaita", "CGtk"]

  /// Every module is in the table once, with exactly the dependencies Package.swift gives it.
  static func tableMismatches(_ map: ModuleMap, _ manifest: PackageManifest) -> [String] {
    var problems: [String] = []
    let targets = Dictionary(manifest.modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for target in manifest.modules where !map.rows.contains(where: { $0.module == target.name }) {
      problems.append("\(target.name) is in Package.swift and not in the table of docs/architecture.md")
    }
    for (index, row) in map.rows.enumerated() {
      guard let target = targets[row.module] else {
        problems.append("\(row.module) is in the table of docs/architecture.md and not in Package.swift")
        continue
      }
      if map.rows[..<index].contains(where: { $0.module == row.module }) {
        problems.append("\(row.module) is in the table of docs/architecture.md twice")
      }
      let cell = target.modules.sorted().map { "`\($0)`" }.joined(separator: ", ")
      if row.uses != target.modules {
        let differing = row.uses.symmetricDifference(target.modules).sorted().joined(separator: ", ")
        problems.append(
          "\(row.module): docs/architecture.md and Package.swift disagree on \(differing); it uses: \(cell)")
      }
    }
    return problems
  }

  /// A module uses only modules of lower layers, so no feature imports another.
  static func layerViolations(_ map: ModuleMap, _ manifest: PackageManifest) -> [String] {
    let layers = Dictionary(map.rows.map { ($0.module, $0.layer) }, uniquingKeysWith: { first, _ in first })
    var problems = map.rows.filter { $0.layer == nil }.map { "\($0.module): there is no layer \"\($0.layerName)\"" }
    for target in manifest.modules {
      for used in target.modules.sorted() {
        guard let layer = layers[target.name] ?? nil, let other = layers[used] ?? nil, !layer.mayUse(other) else {
          continue
        }
        problems.append("\(target.name) (\(layer.rawValue)) must not use \(used) (\(other.rawValue))")
      }
    }
    return problems
  }

  static func cycles(_ manifest: PackageManifest) -> [String] {
    let graph = ModuleGraph(manifest)
    return manifest.modules.compactMap { target in
      graph.path(from: target.name, to: target.name).map { "cycle: \($0.joined(separator: " → "))" }
    }
  }

  /// Of the installed programs, only the window links GTK.
  static func foreignWindowLibraries(_ map: ModuleMap, _ manifest: PackageManifest) -> [String] {
    foreignLibraries(windowLibraries, besides: "ocr-scan-window", map, manifest)
  }

  /// Of the installed programs, only the worker links the libraries of image formats, Leptonica and Tesseract.
  static func foreignImageLibraries(_ map: ModuleMap, _ manifest: PackageManifest) -> [String] {
    foreignLibraries(imageLibraries, besides: "ocr-scan-worker", map, manifest)
  }

  private static func foreignLibraries(
    _ libraries: [String], besides only: String, _ map: ModuleMap, _ manifest: PackageManifest
  ) -> [String] {
    let graph = ModuleGraph(manifest)
    let programs = map.rows.filter { $0.layer == .program && $0.module != only }.map(\.module)
    return programs.flatMap { program in
      libraries.compactMap { library in
        graph.path(from: program, to: library).map { "\(program) links \(library): \($0.joined(separator: " → "))" }
      }
    }
  }
}
