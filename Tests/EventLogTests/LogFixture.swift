import Foundation
import Glibc
import SystemPackage
import Testing

/// A folder of its own for one test, removed with it.
final class LogFixture: Sendable {
  let root: FilePath
  /// Where the logs go; does not exist at first.
  var directory: FilePath { root.appending("state") }

  init() throws {
    root = FilePath(NSTemporaryDirectory()).appending("log-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      atPath: root.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root.string)
  }

  func path(_ name: String) -> String { directory.appending(name).string }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory.string).sorted() }

  func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  /// The lines of an event file, each of which must be one JSON object.
  func events(_ name: String = "events.jsonl") throws -> [[String: any Sendable]] {
    let lines = try text(name).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last == "", "\(name) ends inside a line")
    return try lines.dropLast().map { line in
      try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: any Sendable], "not an object: \(line)")
    }
  }

  /// Permission bits of a file in the directory, or of the directory itself.
  func mode(_ name: String? = nil) throws -> mode_t {
    var status = stat()
    let path = name.map { self.path($0) } ?? directory.string
    try #require(unsafe lstat(path, &status) == 0, "\(path)")
    return status.st_mode & 0o7777
  }

  /// Makes the directory and a file in it.
  func write(_ name: String, _ text: String, mode: Int = 0o600) throws {
    try FileManager.default.createDirectory(
      atPath: directory.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try #require(
      FileManager.default.createFile(
        atPath: path(name), contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
  }
}
