import Application
import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

struct OutputFileTests {
  private let folder = TemporaryFolder()
  private static let bytes = Array("the whole result".utf8)

  /// All names in the folder, including hidden ones.
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path.string).sorted() }
  }

  private static func create(_ path: FilePath) -> Result<Bool, ScanFailure> {
    Result { () throws(ScanFailure) in try OutputFile.create(bytes, at: path) }
  }

  @Test(arguments: [(0o022, 0o644), (0o077, 0o600)] as [(UInt32, UInt32)])
  func `a new file is whole and has the mode that the umask leaves`(mask: UInt32, mode: UInt32) async throws {
    let path = folder("page.html")
    #expect(try await TestThread.run(umask: mask) { Self.create(path) } == .success(true))
    #expect(Files.contents(path) == Self.bytes && Files.mode(path) == mode)
    #expect(try names == ["page.html"])
  }

  @Test func `what is there stays, also a link that leads nowhere`() throws {
    Files.write(folder("file"))
    Files.symlink("nowhere", at: folder("link"))
    Files.makeFolder(folder("sub"))
    for name in ["file", "link", "sub"] { #expect(Self.create(folder(name)) == .success(false), "\(name)") }
    #expect(Files.contents(folder("file")) == [1, 2, 3])
    #expect(try names == ["file", "link", "sub"])
    try OutputFile.write(Self.bytes, to: folder("file"))
    #expect(Files.contents(folder("file")) == Self.bytes)
  }

  @Test func `what somebody makes after it was named in a dialog stays, and what was there then is replaced`() throws {
    let (new, old) = (folder("new"), folder("old"))
    Files.write(old, Array("old".utf8))
    let targets = (SaveTarget(new), SaveTarget(old))
    Files.write(new, Array("theirs".utf8))
    let failure = #expect(throws: ScanFailure.self) { try targets.0.write(Self.bytes) }
    #expect(failure?.code == .outputFailed && failure?.subject?.english == new.displayName)
    #expect(Files.contents(new) == Array("theirs".utf8))
    try targets.1.write(Self.bytes)
    #expect(Files.contents(old) == Self.bytes)
    try SaveTarget(folder("free")).write(Self.bytes)
    #expect(Files.contents(folder("free")) == Self.bytes)
    #expect(try names == ["free", "new", "old"])
  }

  @Test func `of many who make the same file one does`() async throws {
    let path = folder("page.html")
    let made = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask { try OutputFile.create(Array("\(number)".utf8), at: path) }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(made == 1)
    #expect(!Files.contents(path).isEmpty)
    #expect(try names == ["page.html"])
  }

  @Test func `what cannot be written is told with its own name and leaves nothing behind`() throws {
    for name in ["missing/page.html", String(repeating: "n", count: 300)] {
      let path = folder(name)
      guard case .failure(let failure) = Self.create(path) else {
        Issue.record("\(name) was written")
        continue
      }
      #expect(failure.code == .outputFailed && failure.subject?.english == path.displayName)
    }
    #expect(try names == [])
  }
}
