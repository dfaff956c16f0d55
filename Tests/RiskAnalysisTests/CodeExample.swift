import CodeContents
import RiskAnalysis
import ScanModel

/// A screen with a code: "⟨content of the code⟩ the words above it".
struct CodeExample {
  let page: TextPage
  let codes: [PageCode]

  /// Nil for a text without a code.
  init?(_ text: String) {
    guard text.hasPrefix("⟨"), let end = text.firstIndex(of: "⟩") else { return nil }
    let payload = text[text.index(after: text.startIndex)..<end].replacing("\\n", with: "\n")
    self.init(payload: String(payload), text: String(text[text.index(after: end)...]))
  }

  init(payload: String, text: String) {
    let rows = text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    let lines = rows.enumerated().map { row, words in
      let line = words.split(separator: " ").enumerated().map { place, word in
        RecognizedWord(
          text: String(word), confidence: 1, box: PixelRect(x: 20 + place * 60, y: 20 + row * 30, width: 55, height: 20)
        )
      }
      return RecognizedLine(
        index: row, block: 0, box: PixelRect(x: 20, y: 20 + row * 30, width: 60 * line.count, height: 20), words: line)
    }
    let box = PixelRect(x: 40, y: 40 + rows.count * 30, width: 200, height: 200)
    codes = [PageCode(RecognizedCode(kind: .qr, payload: payload, box: box))]
    let text = RecognizedText(lines: lines, languages: ["eng"], isPartial: false)
    page = TextPage(text.including(codes: codes.map { ($0.content.words, $0.box) }))
  }

  /// The rules that fire on the screen.
  func rules() throws -> [String] { try Fixture.rulesAlone().analyzeInDetail(page, codes: codes).rules }

  func assess() throws -> RiskAssessment { try Fixture.analyzer().analyze(page, codes: codes) }
}
