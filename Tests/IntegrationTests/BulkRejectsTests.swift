import SystemPackage
import TestSupport
import Testing

/// `ocr-scan bulk --rejects FILE` empties its file, which must not be one that it reads or writes otherwise.
@Suite struct BulkRejectsTests {
  let home = UserHome()

  @Test(arguments: [
    #""$SCAN" bulk --files-from list --rejects list"#,
    #""$SCAN" bulk --files-from list --rejects link"#,
    #""$SCAN" bulk --files-from link --rejects other"#,
    #""$SCAN" bulk --rejects list < list"#,
    #""$SCAN" bulk --files-from other-list --resume list --rejects list"#,
    #""$SCAN" bulk --files-from other-list --rejects list >> list"#,
    #""$SCAN" bulk --files-from list --rejects -"#,
  ])
  func `what it reads or writes otherwise is not emptied`(command: String) async throws {
    let list = home.folder("list")
    let words = "\(TestData.clean)\nnowhere\n"
    Files.write(list, Array(words.utf8))
    Files.write(home.folder("other-list"), Array("nowhere\n".utf8))
    Files.symlink("list", at: home.folder("link"))
    Files.link(list, home.folder("other"))
    let run = try await home.shell(command)
    #expect(run.status == 64)
    #expect(run.diagnostics.contains("--rejects"), "\(run.diagnostics)")
    #expect(home.read(list) == words)
  }

  @Test func `an old file of rejects is emptied`() async throws {
    let rejects = home.folder("rejects")
    Files.write(rejects, [UInt8](repeating: 0x78, count: 10_000))
    #expect(try await home.shell("echo nowhere | \"$SCAN\" bulk --rejects \"\(rejects)\"").status == 0)
    #expect(home.read(rejects).count(where: \.isNewline) == 1)
    #expect(home.read(rejects).hasPrefix("{"))
  }
}
