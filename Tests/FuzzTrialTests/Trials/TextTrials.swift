import PostCorrection
import Redaction
import ScanModel
import SystemPackage
import TextEntities

@testable import RiskAnalysis

enum TextTrials {
  /// The real rules, because the trial is about their effect on hostile text.
  private static let analyzer: RiskAnalyzer = {
    let repository = (0..<4).reduce(into: FilePath(#filePath)) { path, _ in path.removeLastComponent() }
    do {
      return RiskAnalyzer(
        pack: try RulePack.load(directory: repository.appending("Sources/RiskAnalysis/Rules")), classifier: nil)
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// No terminal control survives, and escaping twice is the same as escaping once.
  static func escapers(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for escaped in [
      TerminalEscaping.escaped(text), TerminalEscaping.escaped(bytes: bytes), FilePath(bytes: bytes).displayName,
    ] {
      precondition(!escaped.unicodeScalars.contains { TerminalEscaping.isUnsafe($0) })
      precondition(TerminalEscaping.escaped(escaped) == escaped)
    }
    let block = TerminalEscaping.escaped(text, keepingLineBreaks: true)
    precondition(!block.unicodeScalars.contains { $0 != "\n" && TerminalEscaping.isUnsafe($0) })
    if let plain = ASCIITransliteration.ascii(text) {
      precondition(plain.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) })
    }
  }

  /// The work is linear in the length, evidence lies in the text, and repeated redaction ends.
  static func text(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let details = analyzer.analyzeInDetail(TextPage(plainText: text))
    precondition(details.steps <= 300 * text.unicodeScalars.count + 100_000)
    let count = text.unicodeScalars.count
    for evidence in details.assessment.evidence {
      precondition(evidence.range.lowerBound >= 0 && evidence.range.upperBound <= count)
      precondition(evidence.weight.isFinite)
    }
    if let probability = details.assessment.scamProbability { precondition((0...1).contains(probability)) }
    // A label may have fewer words than the text it replaces, which brings more of the following text near enough to
    // "code".
    var (redacted, passes) = (text, 0)
    while case let next = TextRedactor.redact(redacted), next != redacted {
      (redacted, passes) = (next, passes + 1)
      precondition(passes <= 8)
    }
  }

  /// Ranges are sorted, inside the text, and do not overlap.
  static func links(_ bytes: [UInt8]) {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var position = 0
    for entity in EntityScanner.entities(in: scalars) {
      precondition(entity.range.lowerBound >= position && entity.range.upperBound <= scalars.count)
      precondition(!entity.range.isEmpty)
      position = entity.range.lowerBound
    }
  }

  /// Lines of words, with one byte of confidence each.
  static func repair(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(50).enumerated().map {
      index, line in
      let box = PixelRect(x: 0, y: index * 20, width: 200, height: 16)
      let words = line.split(separator: " ").prefix(40).enumerated().map { place, word in
        RecognizedWord(
          text: String(word), confidence: Double(word.utf8.first ?? 0) / 255,
          box: PixelRect(x: place * 30, y: index * 20, width: 28, height: 16))
      }
      return RecognizedLine(index: index, block: 0, box: box, words: words)
    }
    let repaired = PostCorrection.repaired(RecognizedText(lines: lines, languages: ["eng"], isPartial: false)).text
    // Words are corrected, joined or dropped, never invented.
    precondition(repaired.lines.count <= lines.count)
  }
}
