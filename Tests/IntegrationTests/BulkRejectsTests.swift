import SystemPackage
import TestSupport
import Testing

/// `ocr-scan bulk --rejects FILE` empties its file, which must not be one that it reads or writes otherwise.
@Suite struct BulkRejectsTests {
  let home = UserHome()
  private static let record = #"{"advice":"","error":{"code":"not_found"}}"# + "\n"

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

  @Test func `what its own messages go to is not emptied`() async throws {
    let log = home.folder("log")
    Files.write(log, Array(Self.record.utf8))
    let run = try await home.shell("echo nowhere | \"$SCAN\" bulk --stats --rejects log 2>> log")
    #expect(run.status == 64)
    #expect(home.read(log).hasPrefix(Self.record + "Error: --rejects"))
  }

  @Test func `what holds no records, such as a picture of the list, is not emptied`() async throws {
    let picture = home.folder("p.png")
    Files.write(picture, Files.contents(TestData.clean))
    let run = try await home.shell("printf 'q.png\np.png\n' | \"$SCAN\" bulk --rejects p.png")
    #expect(run.status == 64)
    #expect(run.diagnostics.contains("--rejects"), "\(run.diagnostics)")
    #expect(Files.contents(picture) == Files.contents(TestData.clean))
    Files.write(home.folder("settings.json"), Array("{\"theme\":1}".utf8))
    #expect(try await home.shell("echo nowhere | \"$SCAN\" bulk --rejects settings.json").status == 64)
    #expect(home.read(home.folder("settings.json")) == "{\"theme\":1}")
  }

  /// The name leads to the list when the file of rejects is opened, or when it is emptied.
  @Test(arguments: [("openat", 64), ("ftruncate", 0)] as [(String, Int32)])
  func `a name that leads to another file a moment later empties none`(call: String, status: Int32) async throws {
    let (list, rejects, trace) = (home.folder("list"), home.folder("rejects"), home.folder("trace"))
    let words = #"{"advice":"","id":"a","path":"nowhere"}"# + "\n"
    Files.write(list, Array(words.utf8))
    Files.write(rejects, Array(Self.record.utf8))
    let run = try home.start(
      "/usr/bin/strace",
      [
        "-f", "-qq", "-o", trace.string, "-P", rejects.string, "-e", "trace=\(call)",
        "-e", "inject=\(call):delay_enter=6000000:when=1", BuiltProgram.path("ocr-scan").string, "bulk",
        "--files-from", list.string, "--rejects", rejects.string,
      ])
    try await eventually(within: .seconds(60)) { home.read(trace).contains(call) }
    Files.link(list, home.folder("other"))
    Files.rename(home.folder("other"), rejects)
    #expect(!home.read(trace).contains(" = "), "the call has returned before the name leads elsewhere")
    let ended = try await run.ended()
    #expect(ended.status == status, "\(ended.diagnostics)")
    #expect(home.read(list) == words)
  }

  @Test(
    arguments: [
      (#""$SCAN" bulk --files-from nowhere --rejects rejects"#, 66),
      (#"echo a.png | "$SCAN" bulk --resume . --rejects rejects"#, 65),
      (
        #"""
        mkdir -p config/ocr-scan/rules.d && echo "{" > config/ocr-scan/rules.d/a.yaml
        echo a.png | "$SCAN" bulk --rejects rejects
        """#, 78
      ),
    ] as [(String, Int32)])
  func `no file is emptied for an input that is not there`(command: String, status: Int32) async throws {
    let rejects = home.folder("rejects")
    Files.write(rejects, Array(Self.record.utf8))
    let run = try await home.shell(command)
    #expect(run.status == status, "\(run.diagnostics)")
    #expect(home.read(rejects) == Self.record)
  }

  @Test(arguments: [0, 1, 1_000]) func `an old file of rejects is emptied`(size: Int) async throws {
    let rejects = home.folder("rejects")
    Files.write(rejects, Array(String(repeating: Self.record, count: size).utf8))
    #expect(try await home.shell("echo nowhere | \"$SCAN\" bulk --rejects \"\(rejects)\"").status == 0)
    #expect(home.read(rejects).count(where: \.isNewline) == 1)
    #expect(home.read(rejects).hasPrefix("{"))
  }

  @Test func `results of an earlier run are not emptied`() async throws {
    let records = home.folder("records")
    let list = "printf 'nowhere\\n\(TestData.clean)\\n'"
    #expect(try await home.shell("\(list) | \"$SCAN\" bulk > records").status == 0)
    let whole = home.read(records)
    #expect(whole.hasPrefix("{\"advice") && whole.count(where: \.isNewline) == 2)
    let result = String(whole.drop { !$0.isNewline }.dropFirst())
    let hardToRead = Self.record.replacing("not_found", with: "low_confidence")
    let contents = [
      whole, result, result.dropLast() + "", Self.record + "\n", Self.record + "{\"other", hardToRead,
      Self.record + hardToRead, hardToRead.replacing("low_confidence", with: "unheard_of"),
    ]
    for content in contents {
      Files.write(records, Array(content.utf8))
      let run = try await home.shell("echo nowhere | \"$SCAN\" bulk --rejects records")
      #expect(run.status == 64 && run.diagnostics.contains("--rejects"), "\(run.diagnostics)")
      #expect(home.read(records) == content)
    }
    // A run that was killed leaves a record without its end.
    Files.write(records, Array((Self.record + "{\"advice\":\"Ch").utf8))
    #expect(try await home.shell("echo nowhere | \"$SCAN\" bulk --rejects records").status == 0)
    #expect(home.read(records).count(where: \.isNewline) == 1)
  }
}
