import Foundation
import Glibc
import ScanModel
import Settings
import SystemPackage
import TestSupport
import Testing

struct SettingsFileTests {
  let folder = TemporaryFolder()
  let loader = SettingsLoader(home: "/home/me", defaults: Settings(processorCount: 2))

  /// Why a file is refused; nil if it is accepted.
  private func refusal(_ file: FilePath) -> String? {
    do {
      _ = try loader.load(file: file, environment: [:])
      return nil
    } catch {
      return error.problems.map(\.reason.english).joined(separator: "|")
    }
  }

  @Test(arguments: [(0o600, false), (0o644, false), (0o620, true), (0o602, true), (0o666, true)])
  func `a file that others can write is refused`(mode: Int, isRefused: Bool) throws {
    let file = try folder.write("workers: 1", to: "config.yaml", mode: mode)
    #expect((refusal(file) == "can be changed by other users; forbid it with: chmod go-w") == isRefused)
    #expect((refusal(file) == nil) == !isRefused)
  }

  @Test func `a missing file or folder sets nothing`() throws {
    #expect(refusal(folder.path.appending("none.yaml")) == nil)
    let file = try folder.write("", to: "file")
    #expect(refusal(file.appending("config.yaml")) == nil)
  }

  @Test func `a symbolic link to a good file is followed`() throws {
    let target = try folder.write("workers: x", to: "target.yaml")
    let link = folder.path.appending("link.yaml")
    try FileManager.default.createSymbolicLink(atPath: link.string, withDestinationPath: target.string)
    #expect(refusal(link)?.contains("workers") == true)
  }

  @Test func `a folder, a pipe and a device are refused without waiting`() throws {
    #expect(refusal(folder.path) == "is not a regular file")
    let pipe = folder.path.appending("pipe")
    try #require(unsafe mkfifo(pipe.string, 0o600) == 0)
    #expect(refusal(pipe) == "is not a regular file")
    #expect(refusal("/dev/zero") == "is not a regular file")
  }

  @Test func `a file of the largest size is read and a larger one is refused`() throws {
    let largest = "workers: 1\n#" + String(repeating: "x", count: 65_536 - 12)
    #expect(refusal(try folder.write(largest, to: "largest.yaml")) == nil)
    #expect(refusal(try folder.write(largest + "x", to: "larger.yaml")) == "is larger than 65536 bytes")
  }

  @Test func `a file that is not UTF-8 is refused`() throws {
    let file = try folder.write(Data([0x23, 0xFF, 0xFE]), to: "config.yaml")
    #expect(refusal(file) == "is not UTF-8 text")
  }
}
