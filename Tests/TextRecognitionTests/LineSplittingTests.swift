import TestSupport
import Testing

@testable import TextRecognition

/// A mark that stands on a row.
func mark(at x: Int, width: Int = 6, height: Int = 10, on bottom: Int = 100) -> ConnectedComponent {
  ConnectedComponent(
    minX: Int32(x), minY: Int32(bottom - height), maxX: Int32(x + width), maxY: Int32(bottom),
    area: Int32(width * height / 2))
}

struct LineSplittingTests {
  /// Three words of four letters each.
  private let words = (0..<12).map { mark(at: 100 + 8 * $0 + 6 * ($0 / 4)) }

  private func split(_ letters: [ConnectedComponent], specks: [ConnectedComponent] = []) -> [[Int32]] {
    LineSplitting.split(TextLineCandidate(letters: letters, specks: specks)).map { $0.letters.map(\.minX) }
  }

  @Test func `words of one line stay together`() {
    #expect(split(words) == [words.map(\.minX)])
    #expect(split([words[0]]) == [[100]])
  }

  @Test func `icons at both ends are apart, each by itself`() {
    let icons = [mark(at: 0, height: 30), mark(at: 40, height: 30), mark(at: 300, height: 40)]
    #expect(split(icons + words) == [[0], [40], words.map(\.minX), [300]])
  }

  @Test func `if an icon is split off, the punctuation of other rows is dropped`() throws {
    let far = mark(at: 150, width: 2, height: 2, on: 40)
    let near = mark(at: 151, width: 2, height: 2)
    let line = TextLineCandidate(letters: words + [mark(at: 0, height: 60)], specks: [far, near])
    let text = try #require(LineSplitting.split(line).last)
    #expect(text.specks.map(\.minX) == [151])
    #expect(LineSplitting.split(TextLineCandidate(letters: words, specks: [far]))[0].specks.count == 1)
  }

  @Test func `a small time is apart only behind a wide gap and on another row`() {
    let start = 220
    let time = (0..<4).map { mark(at: start + 8 * $0, on: 104) }
    #expect(split(words + time) == [words.map(\.minX), time.map(\.minX)])
    #expect(split(words + (0..<4).map { mark(at: start + 8 * $0) }).count == 1)
    #expect(split(words + (0..<4).map { mark(at: start - 14 + 8 * $0, on: 104) }).count == 1)
  }

  @Test func `letters that come and go are measured as those of a line`() {
    var draw = SeededGenerator(seed: 3)
    let letters = (0..<60).map {
      mark(at: 10 * $0, height: Int.random(in: 4...30, using: &draw), on: Int.random(in: 40...60, using: &draw))
    }
    var tally = LetterTally(for: letters)
    for _ in 0..<200 {
      let part = letters[Int.random(in: 0..<30, using: &draw)..<Int.random(in: 31...60, using: &draw)]
      tally.add(part)
      let line = TextLineCandidate(letters: Array(part))
      #expect((tally.letterHeight, tally.baseline) == (line.letterHeight, line.baseline))
      tally.remove(part)
    }
    #expect(tally.count == 0)
  }

  @Test func `specks alone are no part`() {
    #expect(split(words, specks: [mark(at: 0, width: 2, height: 2), mark(at: 300, width: 2, height: 2)]).count == 1)
  }
}
