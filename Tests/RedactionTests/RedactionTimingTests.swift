import Redaction
import TestSupport
import Testing

/// Redacting takes time in proportion to the text, whatever it is.
@Suite(.serialized) struct RedactionTimingTests {
  private static let pieces = [
    "https://", "https://a.b?c=", "a?b=c&", "a?b=c&d=e\n", "https://a.b/c\n", "/a1b2c3d4", "a=", "&a=b", "?a=", "%41",
    "[hidden]", "[",
    "a1", "4111 ", "+44 20 ", "(888) 555-0142 ", "token ", "48291 ", "apple river ", "a@b\n", "password:", "x://", "\n",
    "aA1-", "1:", "a:b\n", "\n@", "verify/\n", "?a1&",
    "/%25", "%3Fa%3D1", "a.b/?c= d1e2 ", "a.b /", "a.b/\n> ", "verify-",
    "https://a.de,", "http//a.de:b1,",
    "a@b.de,", "a@b.de@", "a@\u{E9}.", "\"@b.de", "a\u{FF20}b\u{3002}", "\u{FF20}b\u{3002}",
  ]

  @Test(arguments: pieces) func `four times the text takes four times as long`(piece: String) {
    let texts = [1 << 15, 1 << 17].map { HostileText.repeating(piece, scalars: $0) }
    let times = ProcessorTime.least(texts) { _ = TextRedactor.redact($0) }
    // Less than a millisecond says nothing.
    #expect(ProcessorTime.isInProportion(times, least: 1_000), "\(times) µs")
  }
}
