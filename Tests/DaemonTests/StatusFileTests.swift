import LinuxSystem
import ScanModel
import SystemPackage
import TestSupport
import Testing

@testable import Daemon

struct StatusFileTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [true, false])
  func `a line is read as it was written`(_ isTrouble: Bool) {
    let status = DaemonStatus(text: "Watching 2 folders", isTrouble: isTrouble)
    StatusFile(in: folder.path).write(status)
    #expect(StatusFile(in: folder.path).read() == status)
  }

  @Test func `a line can be said in the language of whoever reads it`() throws {
    StatusFile(in: folder.path).write(DaemonStatus(text: "Watching \(2) folders", isTrouble: false))
    let text = try #require(StatusFile(in: folder.path).read()?.text)
    #expect(text.hasPlaces && text.rendered { "[\($0)]" } == "[Watching 2 folders]")
    // In English for whoever looks into the file.
    #expect(String(decoding: Files.contents(folder("status")), as: UTF8.self).hasPrefix("fine: Watching 2 folders\n"))
  }

  @Test func `control characters stay out of it`() {
    StatusFile(in: folder.path).write(DaemonStatus(text: "a\nfine: b\u{1B}[2J", isTrouble: true))
    let status = StatusFile(in: folder.path).read()
    #expect(status?.isTrouble == true)
    #expect(status?.text.english.unicodeScalars.allSatisfy { $0.value >= 32 } == true)
  }

  @Test func `the program stands beside it, until another file takes its place`() throws {
    let program = folder("ocr scand")
    Files.write(program, [1])
    let status = DaemonStatus(text: "Watching 1 folder", isTrouble: false)
    StatusFile(in: folder.path).write(status, program: try ProgramFile(of: program))
    let written = try #require(StatusFile(in: folder.path).readProgram())
    #expect(written.path == program && !written.isReplaced)
    #expect(StatusFile(in: folder.path).read() == status)
    Files.write(folder("new"), [1])
    Files.rename(folder("new"), program)
    #expect(written.isReplaced)
    Files.remove(program)
    #expect(written.isReplaced)
  }

  @Test(arguments: ["", "program: 1", "program: 1 2", "program: a 2 /x", "program: 1 2 x", "program: -1 2 /x"])
  func `anything else is no program`(_ line: String) {
    Files.write(folder("status"), Array("fine: Watching 1 folder\n\(line)\n".utf8))
    #expect(StatusFile(in: folder.path).readProgram() == nil)
  }

  @Test func `a path that would begin a line of its own is left out`() throws {
    let program = folder("a\nfine: b")
    Files.write(program, [1])
    StatusFile(in: folder.path).write(
      DaemonStatus(text: "Watching 1 folder", isTrouble: false), program: try ProgramFile(of: program))
    #expect(StatusFile(in: folder.path).readProgram() == nil)
    #expect(StatusFile(in: folder.path).read()?.text == "Watching 1 folder")
  }

  @Test(arguments: ["", "all is well\n", "trouble\n"])
  func `anything else is no status`(_ line: String) {
    Files.write(folder("status"), Array(line.utf8))
    #expect(StatusFile(in: folder.path).read() == nil)
  }
}
