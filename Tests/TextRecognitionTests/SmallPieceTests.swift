import ScanModel
import TestSupport
import Testing
import TextRecognition

struct SmallPieceTests {
  /// Pieces of screens that may cut a letter or show an icon. If the lines contain no text, the engine reads the piece
  /// again in its own way.
  @Test func `no line of a small piece comes twice, and each fits what it came from`() throws {
    let recognizer = try PageRecognizer(languages: ["eng"])
    var random = SeededGenerator(seed: 2)
    var readPieces = 0
    for file in ["clean/notification-crop", "clean/code-editor-dark", "scam/bank-sms-dark", "clean/photo-caption"] {
      let whole = try FixtureReading.rgb("images/\(file).png")
      for _ in 0..<100 {
        let (width, height) = (Int.random(in: 8...72, using: &random), Int.random(in: 8...40, using: &random))
        let piece = whole.piece(width, height, &random)
        var indexes: [Int] = []
        try recognizer.recognize(piece) { _ in
        } onLine: { line in
          indexes.append(line.index)
          #expect(!line.words.isEmpty && line.words.allSatisfy { !$0.text.isEmpty && $0.box.maxX <= piece.width })
        }
        #expect(Set(indexes).count == indexes.count, "\(file): \(piece.width) x \(piece.height)")
        readPieces += indexes.isEmpty ? 0 : 1
      }
    }
    #expect(readPieces > 50)
  }
}

extension RGBImage {
  fileprivate func piece(_ width: Int, _ height: Int, _ random: inout SeededGenerator) -> RGBImage {
    let (width, height) = (min(width, self.width), min(height, self.height))
    let left = Int.random(in: 0...(self.width - width), using: &random)
    let top = Int.random(in: 0...(self.height - height), using: &random)
    var piece: [UInt8] = []
    for y in top..<(top + height) {
      let start = (y * self.width + left) * 3
      piece += pixels[start..<(start + width * 3)]
    }
    return RGBImage(width: width, height: height, pixels: piece)
  }
}
