import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan bulk`: its inputs, and a record for each.
@Suite(.serialized) struct BulkCommandTests {
  let home = UserHome()

  private func write(_ bytes: [UInt8], as name: String = "list") -> FilePath {
    let path = home.folder(name)
    Files.write(path, bytes)
    return path
  }

  private func write(_ lines: [String]) -> FilePath { write(Array(lines.joined(separator: "\n").utf8)) }

  @Test func `every input has exactly one record with its identifier, whatever it is`() async throws {
    let base64 = Data(Files.contents(TestData.clean)).base64EncodedString()
    var list = Array(
      [
        TestData.scam.string, "", "{bad", #"{"id":7,"path":"\#(TestData.clean)"}"#, #"{"id":"b","bytes":"\#(base64)"}"#,
        #"{"id":"wrong","bytes":"?"}"#, #"{"id":"none"}"#, #"{"path":"/dev/zero"}"#, home.folder.path.string, "nowhere",
        TestData.corrupt.string, TestData.empty.string, String(repeating: "x", count: 100_000), "",
      ].joined(separator: "\n").utf8)
    list += Array(#"{"id":18446744073709551615,"path":"\#(TestData.clean)"}"#.utf8) + [10]
    list += [0xFF] + Array(".png\n".utf8) + [0x61, 0, 0x62] + Array("\nlast".utf8)
    let run = try await home.scan("bulk", input: write(list))
    #expect(run.status == 0)
    #expect(run.diagnostics == "")
    let reports = Dictionary(grouping: try run.reports, by: \.id)
    let expected: [String: ScanFailure.Code?] = [
      TestData.scam.string: nil, "line 2": .invalidInput, "line 3": .invalidInput, "7": nil, "b": nil,
      "wrong": .invalidInput, "none": .invalidInput, "/dev/zero": .unsupportedFormat,
      home.folder.path.string: .unsupportedFormat,
      "nowhere": .notFound, TestData.corrupt.string: .corruptImage, TestData.empty.string: .truncated,
      "line 13": .invalidInput, "line 14": .invalidInput, "\\xFF.png": .notFound, "line 16": .invalidInput,
      "last": .notFound,
    ]
    #expect(Set(reports.keys) == Set(expected.keys))
    for (id, code) in expected {
      #expect(reports[id]?.count == 1)
      #expect(reports[id]?.first?.error?.code == code, "\(id)")
    }
    #expect(reports["7"]?.first?.hasNumericID == true)
    #expect(reports["b"]?.first?.text == TestData.sentence)
    #expect(reports["b"]?.first?.sha256 == reports["7"]?.first?.sha256)
    #expect(reports[TestData.scam.string]?.first?.riskLevel == .high)
    // Nothing is stored anywhere.
    #expect(Files.mode(home.dataFolder) == nil)
    #expect(Files.mode(home.stateFolder.appending("events.jsonl")) == nil)
    try await expectSchema(run.output)
  }

  @Test func `records hold nothing private unless whole texts are asked for`() async throws {
    let list = Array("\(PrivateTextTests.picture)\n".utf8)
    let run = try await home.scan("bulk", input: write(list))
    #expect(try run.reports.first?.text?.contains("Zanzibar") == true)
    for secret in PrivateTextTests.secrets { #expect(!run.output.contains(secret), "\(secret)") }
    let whole = try await home.scan("bulk", input: write(list), adding: ["OCR_SCAN_STORE_TEXT": "full"])
    #expect(try whole.reports.first?.text?.contains("token=Quartz7Meadow31") == true)
  }

  /// Validates records with the published schema.
  private func expectSchema(_ records: String) async throws {
    let file = write(Array(records.utf8), as: "records.jsonl")
    let schema = Repository.folder.appending(path: "docs/record.schema.json").path
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      check = jsonschema.Draft202012Validator(schema)
      errors = [e.message for line in open(sys.argv[2]) for e in check.iter_errors(json.loads(line))]
      broken = dict(json.loads(open(sys.argv[2]).readline()), surprise=1)
      print(errors if errors or check.is_valid(broken) else "valid")
      """
    let run = try await home.shell("/usr/bin/python3 -c '\(script)' '\(schema)' '\(file)'")
    #expect(run.output == "valid\n", "\(run.diagnostics)")
  }

  @Test func `names that end with NUL may hold anything else`() async throws {
    let names = ["two\nlines.png", "{brace.png", " space .png"]
    for name in names { home.add(TestData.clean, as: name) }
    let run = try await home.shell("cd Screenshots && printf '%s\\0' *png \"\" | \"$SCAN\" bulk -0")
    #expect(run.status == 0)
    let reports = try run.reports
    #expect(Set(reports.map(\.id)) == Set(names + ["line 4"]))
    #expect(reports.count { $0.text == TestData.sentence } == 3)
    #expect(run.lines.count == 4)
  }

  @Test func `the parts of a divided list are the whole, whatever its order`() async throws {
    let names = (0..<20).map { "nowhere-\($0).png" }
    var seen: [String] = []
    for part in 1...3 {
      let run = try await home.scan("bulk", "--shard", "\(part)/3", input: write(part == 2 ? names.reversed() : names))
      #expect(run.status == 0)
      seen += try run.reports.map(\.id)
    }
    #expect(seen.sorted() == names.sorted())
    #expect(try await home.scan("bulk", "--shard", "4/3").status == 64)
  }

  @Test func `a run goes on where an earlier one has ended, in the middle of a line`() async throws {
    let names = (0..<6).map { "nowhere-\($0).png" }
    let records = home.folder("records.jsonl")
    let first = try await home.scan("bulk", input: write(Array(names.prefix(4))))
    Files.write(records, Array(first.output.utf8.dropLast(30)))
    let list = write(names)
    let run = try await home.shell(
      "\"$SCAN\" bulk --files-from '\(list)' --resume '\(records)' --stats >> '\(records)'")
    #expect(run.status == 0)
    let lines = home.read(records).split(separator: "\n")
    #expect(try lines.map { try ScanReport(jsonLine: String($0)).id }.sorted() == names)
    #expect(run.diagnostics.contains("\"skipped\":3"))
    // Nothing is left to do; a file that does not exist holds no records.
    #expect(try await home.scan("bulk", "--files-from", list.string, "--resume", records.string).output == "")
    #expect(try await home.scan("bulk", "--resume", "none.jsonl", input: list).lines.count == 6)
    #expect(try await home.scan("bulk", "--resume", "none.jsonl", "--only", "high").status == 64)
  }

  @Test func `records can be only those of a risk, and failures in a file of their own`() async throws {
    let list = write([TestData.scam.string, TestData.clean.string, "nowhere.png"])
    let only = try await home.scan("bulk", "--only", "high", input: list)
    #expect(Set(try only.reports.map(\.id)) == [TestData.scam.string, "nowhere.png"])
    let rejects = home.folder("rejects.jsonl")
    let run = try await home.scan("bulk", "--rejects", rejects.string, "--only", "medium", "--stats", input: list)
    #expect(try run.reports.map(\.id) == [TestData.scam.string])
    #expect(try ScanReport(jsonLine: home.read(rejects).trimmingCharacters(in: .newlines)).error?.code == .notFound)
    #expect(
      JSONText.keys(run.diagnostics) == [
        "errors", "failed", "levels", "p50_ms", "p95_ms", "records", "records_per_second", "seconds", "skipped",
      ])
    #expect(run.diagnostics.contains("\"failed\":1") && run.diagnostics.contains("\"records\":3"))
    #expect(try await home.scan("bulk", "--rejects", "/nowhere/rejects", input: list).status == 73)
  }

  @Test func `too many failures end it with 65, as many as allowed do not`() async throws {
    let list = write((0..<5).map { "nowhere-\($0).png" })
    let allowed = try await home.scan("bulk", "--max-errors", "5", input: list)
    #expect(allowed.status == 0 && allowed.lines.count == 5)
    let stopped = try await home.shell("yes nowhere.png | \"$SCAN\" bulk --max-errors 5")
    #expect(stopped.status == 65)
    #expect(stopped.lines.count >= 6)
    #expect(stopped.diagnostics.contains("more than --max-errors allows"))
  }

  @Test(arguments: [
    #""$SCAN" bulk --files-from list >> list"#, #""$SCAN" bulk < list >> list"#,
    #""$SCAN" text --jsonl list >> list"#, #""$SCAN" text --jsonl < list >> list"#,
  ])
  func `an output that would be read as input is refused`(command: String) async throws {
    let list = write(["nowhere"])
    let run = try await home.shell(command)
    #expect(run.status == 64)
    #expect(run.diagnostics.contains("without end"), "\(run.diagnostics)")
    #expect(home.read(list) == "nowhere")
  }

  @Test func `an input that cannot be read is told`() async throws {
    #expect(try await home.scan("bulk", "--files-from", "nowhere").status == 66)
    let folder = try await home.scan("bulk", "--files-from", home.screenshots.string)
    #expect(folder.status == 65)
    #expect(folder.diagnostics.contains("it is a folder"))
    #expect(try await home.scan("bulk").output == "")
  }
}
