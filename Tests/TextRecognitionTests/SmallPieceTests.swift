import ScanModel
import Testing
import TextRecognition

struct SmallPieceTests {
  /// Pieces of screens that may cut a letter or show an icon. If the lines contain no text, the engine reads the piece
  /// again in its own way.
  @Test func `no line of a small piece comes twice, and each fits what it came from`() throws {
    let recognizer = try PageRecognizer(languages: ["eng"])
    var generator = Numbers(state: 2)
    var readPieces = 0
    for file in ["clean/notification-crop", "clean/code-editor-dark", "scam/bank-sms-dark", "clean/photo-caption"] {
      let whole = try FixtureReading.rgb("images/\(file).png")
      for _ in 0..<100 {
        let piece = whole.piece(generator.next(in: 8...72), generator.next(in: 8...40), &generator)
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

  /// Gives the same numbers every time (a linear congruential generator, Knuth's MMIX).
  fileprivate struct Numbers {
    var state: UInt64

    mutating func next(in range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % range.count
    }
  }
}

extension RGBImage {
  fileprivate func piece(_ width: Int, _ height: Int, _ numbers: inout SmallPieceTests.Numbers) -> RGBImage {
    let (width, height) = (min(width, self.width), min(height, self.height))
    let left = numbers.next(in: 0...(self.width - width))
    let top = numbers.next(in: 0...(self.height - height))
    var piece: [UInt8] = []
    for y in top..<(top + height) {
      let start = (y * self.width + left) * 3
      piece += pixels[start..<(start + width * 3)]
    }
    return RGBImage(width: width, height: height, pixels: piece)
  }
}
