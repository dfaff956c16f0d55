import FoundationEssentials
import SystemPackage

/// A directory of rule files for one test.
struct TemporaryRules {
  let path: FilePath

  init() throws {
    path = FilePath(FileManager.default.temporaryDirectory.path).appending("rules-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: false)
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path.appending(name).string))
  }

  func remove() { try? FileManager.default.removeItem(atPath: path.string) }
}
