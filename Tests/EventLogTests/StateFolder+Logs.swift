import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

extension StateFolder {
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

  /// Creates the directory and a file in it.
  func write(_ name: String, _ text: String, mode: Int = 0o600) throws {
    try FileManager.default.createDirectory(
      atPath: directory.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try #require(
      FileManager.default.createFile(
        atPath: path(name), contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
  }
}
