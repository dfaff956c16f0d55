import Foundation
import SystemPackage

/// The files of the repository.
enum Repository {
  static let folder = URL(filePath: TestData.folder.string).deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }
}
