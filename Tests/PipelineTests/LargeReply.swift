import ScanModel
import Testing
import WorkerProtocol

@testable import WorkerClient

/// Replies as a worker could send them that a hostile picture has taken over: within the limits of the protocol, and
/// made to be slow for one of the stages.
struct LargeReply: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let word: @Sendable (_ number: Int, _ count: Int) -> String
  /// Pixels between words.
  private var gap = 8
  private var wordsPerLine = ProtocolLimits.maximumWords
  private var confidence = 0.95
  private var startsBlock = false
  private var isRow = false
  private var codes = 0

  private init(_ name: String, _ word: @escaping @Sendable (_ number: Int, _ count: Int) -> String) {
    testDescription = name
    self.word = word
  }

  private init(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    self.init(String(text.prefix(40))) { number, _ in words[number % words.count] }
  }

  private func with(_ change: (inout LargeReply) -> Void) -> LargeReply {
    var copy = self
    change(&copy)
    return copy
  }

  /// For each nested loop there has been, and for each limit of the protocol.
  static let shapes = [
    LargeReply("codes far from their word") { $0 * 2 < $1 ? "code" : "4829l" },
    LargeReply("column headings") { number, _ in String(Unicode.Scalar(UInt8(0x41 + number % 26))) }
      .with { ($0.wordsPerLine, $0.isRow) = (1, true) },
    LargeReply("cells of a table") { number, _ in ["E", "N", "Total amount", "R+"][number % 4] }
      .with { $0.wordsPerLine = 1 },
    LargeReply("a | b |").with { $0.wordsPerLine = 1_000 },
    LargeReply("x").with { $0.gap = 40 },
    LargeReply("Q").with { $0.gap = 40 },
    LargeReply("_name_").with { $0.gap = 3 },
    LargeReply("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNx"),
    LargeReply("NO93860111179A7"),
    LargeReply("https://bank.example/ a-1/ /b ?c=1"),
    LargeReply("info @bank,com anna@work. 5@b.example"),
    LargeReply("www. example .com paypal. com/login"),
    LargeReply("PayPal service@mail-87.example From: Amazon http://pay.example/x"),
    LargeReply("your pin is 1234 call +44 2O 7946 O123").with { $0.confidence = 0.5 },
    LargeReply("http//a.b @ -----BEGIN sk-a1 | 1 $ O0"),
    LargeReply("one word in each block").with { ($0.wordsPerLine, $0.startsBlock) = (1, true) },
    LargeReply("a.top b.example c@d.example").with { $0.codes = RecognizedCode.maximumCount },
  ]

  /// What long words are made of.
  static let longPieces = ["a", "password:", "http", "www.", "@", "h", "1", "e\u{301}", ".", "|l", "-----BEGIN_"]

  static func longWords(_ piece: String, bytes: Int) -> LargeReply {
    LargeReply("long words of \(piece)") { _, _ in String(repeating: piece, count: bytes / piece.utf8.count) }
  }

  func outcome(words count: Int) -> RecognitionOutcome {
    var outcome = RecognitionOutcome(end: .complete)
    outcome.size = (4_000, 4_000)
    var number = 0
    while number < count {
      let line = outcome.lines.count
      let y = isRow ? 0 : line % 100_000 * 30
      var x = isRow ? line * 20 : 0
      let words = (number..<min(number + wordsPerLine, count)).map { number in
        let text = word(number, count)
        let width = 10 * min(text.utf8.count, 100)
        defer { x += width + gap }
        return RecognizedWord(
          text: text, confidence: confidence, box: PixelRect(x: x, y: y, width: width, height: 20))
      }
      number += words.count
      outcome.lines.append(
        RecognizedLine(
          index: line, block: startsBlock ? line : 0,
          box: words.dropFirst().reduce(words[0].box) { $0.union($1.box) }, words: words))
    }
    let everything = PixelRect(x: 0, y: 0, width: 1 << 24, height: 1 << 24)
    let payload = String(repeating: "a ", count: RecognizedCode.maximumPayload / 2)
    outcome.codes = CodeReading(
      codes: (0..<codes).map { _ in RecognizedCode(kind: .qr, payload: payload, box: everything) }, isComplete: true)
    return outcome
  }
}
