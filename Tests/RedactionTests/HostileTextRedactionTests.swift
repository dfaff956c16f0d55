import Redaction
import Testing

struct HostileTextRedactionTests {
  static let pieces = [
    "a", "aaaa ", "your account ", "send me the ", "http://a.b/", "1", "12 ", "$", "+1 ", "urgent\n\n", "@",
    "-----BEGIN ",
    "do not share your account code 123456 within 24 hours ", "\u{200B}", "é\u{301}", "never ", "|", "password: ",
  ]

  private func text(_ piece: String, scalars: Int) -> String {
    String(repeating: piece, count: scalars / piece.unicodeScalars.count)
  }

  @Test(arguments: pieces)
  func `hostile text is redacted without harm`(piece: String) {
    let hostile = text(piece, scalars: 20_000)
    let once = TextRedactor.redact(hostile)
    #expect(TextRedactor.redact(once) == once)
  }
}
