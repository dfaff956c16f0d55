import ScanModel
import TestSupport
import Testing

@testable import RiskAnalysis

/// Measuring a page takes time in proportion to its words.
@Suite(.serialized)
struct ScreenLayoutTimingTests {
  private func page(words count: Int) -> TextPage {
    let lines = (0..<(count / 10)).map { number in
      RecognizedLine(String(repeating: "word ", count: 10), index: number, block: number / 4, y: 30 * number)
    }
    return TextPage(lines: lines)
  }

  @Test func `four times as many words take four times as long`() {
    let times = ProcessorTime.least([4_000, 16_000].map(page)) { page in
      _ = ScreenLayout(page)
      for word in page.words { _ = page.boxes(in: word.range) }
    }
    #expect(ProcessorTime.isInProportion(times), "\(times) µs")
  }

  @Test func `judging it with the encoder and the model of the page does, too`() throws {
    let analyzer = try Fixture.analyzer()
    let times = ProcessorTime.least([3_000, 12_000].map(page)) { _ = analyzer.analyze($0) }
    #expect(ProcessorTime.isInProportion(times), "\(times) µs")
  }
}
