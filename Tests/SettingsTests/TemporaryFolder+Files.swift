import Foundation
import SystemPackage
import TestSupport

extension TemporaryFolder {
  /// Writes a file with exactly this mode, creating the folders above it.
  @discardableResult
  func write(_ text: String, to name: String, mode: Int = 0o600) throws -> FilePath {
    try write(Data(text.utf8), to: name, mode: mode)
  }

  @discardableResult
  func write(_ data: Data, to name: String, mode: Int = 0o600) throws -> FilePath {
    let file = path.appending(name)
    let folder = file.removingLastComponent().string
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: file.string))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.string)
    return file
  }
}
