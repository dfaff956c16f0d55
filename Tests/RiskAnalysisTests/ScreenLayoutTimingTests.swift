import ScanModel
import TestSupport
import Testing

@testable import RiskAnalysis

/// Measuring a page takes time in proportion to its words.
@Suite(.serialized)
struct ScreenLayoutTimingTests {
  private func page(words count: Int) -> TextPage {
    let lines = (0..<(count / 10)).map { number in
      let words = (0..<10).map { place in
        RecognizedWord(
          text: "word", confidence: 0.9, box: PixelRect(x: 50 * place, y: 30 * number, width: 40, height: 20))
      }
      return RecognizedLine(
        index: number, block: number / 4, box: PixelRect(x: 0, y: 30 * number, width: 490, height: 20), words: words)
    }
    return TextPage(RecognizedText(lines: lines, languages: ["eng"], isPartial: false))
  }

  @Test func `twice as many words take about twice the time`() {
    let times = ProcessorTime.least([8_000, 16_000].map(page)) { page in
      _ = ScreenLayout(page)
      for word in page.words { _ = page.boxes(in: word.range) }
    }
    #expect(times[1] < times[0] * 3, "\(times) µs")
  }
}
