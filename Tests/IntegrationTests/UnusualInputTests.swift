import ScanModel
import TestSupport
import Testing

/// Input that is rare and allowed.
struct UnusualInputTests {
  private let home = UserHome()

  @Test func `of two files whose names look the same each is scanned`() async throws {
    let run = try await home.shell(
      """
      cp '\(TestData.clean)' "$(printf 'a\\344.png')"; cp '\(TestData.scam)' "$(printf 'a\\374.png')"
      $SCAN --no-history --json ./a*.png
      """)
    #expect(run.status == 1)
    #expect(Set(try run.reports.map(\.sha256)).count == 2)
  }

  @Test func `a list from a named pipe is read although its writer comes late`() async throws {
    let run = try await home.shell(
      "mkfifo list; (sleep 0.5; echo '\(TestData.clean)' > list) & $SCAN bulk --files-from list | wc -l")
    #expect(run.output.split(separator: " ").first == "1\n" || run.lines == ["1"])
  }

  @Test func `an empty folder name is no folder`() async throws {
    let run = try await home.shell("$(dirname $SCAN)/ocr-scand --directory ''")
    #expect(run.status == 64)
  }

  @Test func `an export goes on after a damaged entry and says how to delete it`() async throws {
    let run = try await home.shell(
      """
      for picture in '\(TestData.clean)' '\(TestData.scam)' '\(TestData.clean)'; do $SCAN "$picture" >/dev/null; done
      /usr/bin/python3 -c "import sqlite3; history = sqlite3.connect('$XDG_DATA_HOME/ocr-scan/history.sqlite')
      history.execute(\\"UPDATE entry SET report = '{' WHERE id = 2\\"); history.commit()"
      $SCAN history export | wc -l; $SCAN history export >/dev/null; echo "status $?"
      """)
    #expect(run.lines == ["2", "status 74"])
    #expect(run.diagnostics.contains("ocr-scan history delete"))
  }

  @Test func `a page for others does not name the folder of a screenshot that could not be read`() async throws {
    let run = try await home.shell(
      """
      mkdir private-folder; head -c 300 '\(TestData.clean)' > private-folder/broken.png
      $SCAN private-folder/broken.png; $SCAN history report 1 --output page.html; cat page.html
      """)
    #expect(run.output.contains("broken.png is"))
    #expect(!run.output.split(separator: "<html").dropFirst().joined().contains("private-folder"))
  }
}
