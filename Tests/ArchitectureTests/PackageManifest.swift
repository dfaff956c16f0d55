import Foundation

/// What Package.swift says about each target, as SwiftPM understands it.
struct PackageManifest {
  enum Kind: String, Decodable {
    case regular, executable, test, system
  }

  struct Target {
    var name: String
    var kind: Kind
    /// Relative to the package.
    var folder: String
    /// Other targets.
    var modules: Set<String> = []
    /// Products of other packages.
    var products: Set<String> = []
  }

  /// In file order.
  var targets: [Target]

  /// All targets except tests.
  var modules: [Target] { targets.filter { $0.kind != .test } }

  /// The manifest of this package, with the targets of the fuzzer, which are there only if a variable is set.
  static func dumped() throws -> PackageManifest {
    let (usual, fuzzing) = (try dumped(adding: [:]).targets, try dumped(adding: ["OCR_SCAN_FUZZ": "1"]).targets)
    return PackageManifest(targets: usual + fuzzing.filter { target in !usual.contains { $0.name == target.name } })
  }

  /// The build folder is another one, because `swift test` holds the lock of its own.
  private static func dumped(adding variables: [String: String]) throws -> PackageManifest {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "ocr-scan-manifest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", SourceFile.root.path, "--scratch-path", scratch.path, "dump-package",
    ]
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "OCR_SCAN_WITHOUT_WINDOW" }
      .merging(variables) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let json = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(PackageManifest.self, from: json)
  }
}

extension PackageManifest: Decodable {}

extension PackageManifest.Target: Decodable {
  private enum CodingKeys: CodingKey { case name, type, path, dependencies }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    kind = try values.decode(PackageManifest.Kind.self, forKey: .type)
    folder = try values.decodeIfPresent(String.self, forKey: .path) ?? "\(kind == .test ? "Tests" : "Sources")/\(name)"
    // For example {"byName": ["History", null]} and {"product": ["GRDB", "GRDB.swift", null, null]}.
    for case (let kind, let words) in try values.decode([[String: [String?]]].self, forKey: .dependencies).joined() {
      guard let name = words.first ?? nil else { continue }
      if kind == "product" { products.insert(name) } else { modules.insert(name) }
    }
  }
}
