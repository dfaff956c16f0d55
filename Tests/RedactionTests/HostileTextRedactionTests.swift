import Redaction
import TestSupport
import Testing

struct HostileTextRedactionTests {
  @Test(arguments: HostileText.pieces)
  func `hostile text is redacted without harm`(piece: String) {
    let hostile = HostileText.repeating(piece, scalars: 20_000)
    let once = TextRedactor.redact(hostile)
    #expect(TextRedactor.redact(once) == once)
  }
}
