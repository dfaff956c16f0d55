import Foundation
import ScanModel
import TestSupport
import Testing

@testable import History

struct CSVExportTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("two\nlines", "\"two\nlines\""), ("two\r\nlines", "\"two\r\nlines\""),
    ("e\u{301}\"\u{301}", "\"e\u{301}\"\"\u{301}\""),
    ("=1+1", "'=1+1"), ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"), ("-2+3", "'-2+3"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\t=1"), ("\r=1", "\"'\r=1\""), ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""),
    ("-1", "-1"), ("+1.5e-3", "+1.5e-3"), ("-inf", "'-inf"), ("-0x1p3", "'-0x1p3"), ("-", "'-"),
  ])
  func `cells are quoted and disarmed where needed`(text: String, cell: String) {
    #expect(CSVExport.cell(text) == cell)
  }

  @Test func `a row has the columns of the header`() async throws {
    let fixture = StateFolder()
    let store = try HistoryStore(in: fixture.directory)
    try await store.append(
      makeReport(id: "A1", source: .manual, risk: .high, explanation: "It asks, \"now\".", path: "=x.png"), path: nil)
    try await store.verify(1, as: .scam)
    #expect(CSVExport.header.split(separator: ",").count == 12)
    #expect(
      try CSVExport.row(await store.entry("1"))
        == "A1,2027-01-15T08:00:00.000Z,,manual,'=x.png,high,0.9,0.1,none,\"It asks, \"\"now\"\".\",scam,\r\n")
  }
}
