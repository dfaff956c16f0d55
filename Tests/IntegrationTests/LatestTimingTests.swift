import ScanModel
import SystemPackage
import TestSupport
import Testing

/// `ocr-scan latest` while a screenshot is being saved.
@Suite(.serialized) struct LatestTimingTests {
  let home = UserHome(UserHome.patience.merging(["OCR_SCAN_DEBOUNCE": "0"]) { $1 })

  @Test func `a screenshot that is still being written is waited for`() async throws {
    let run = try await home.shell(
      """
      head -c 1000 '\(TestData.clean)' > Screenshots/shot.png
      $SCAN latest & sleep 0.3
      tail -c +1001 '\(TestData.clean)' >> Screenshots/shot.png
      wait $!
      """)
    #expect(run.status == 0)
    #expect(run.output.contains("Scanned shot.png: nothing found"))
  }

  @Test func `one that is never finished is told as such`() async throws {
    Files.write(home.screenshots.appending("shot.png"), Files.contents(TestData.truncated))
    let run = try await home.scan("latest")
    #expect(run.status == 65)
    #expect(run.diagnostics.contains("shot.png is incomplete"))
  }
}
