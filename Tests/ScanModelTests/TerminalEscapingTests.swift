import ScanModel
import Testing

struct TerminalEscapingTests {
  @Test(arguments: [
    ("plain é 漢字 text", "plain é 漢字 text"),
    ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"),
    ("x\u{202E}gnp.y", "x\\u{202E}gnp.y"),
    ("line\nbreak\r", "line\\u{A}break\\u{D}"),
    ("\u{9B}1m\u{7F}", "\\u{9B}1m\\u{7F}"),
    ("\u{E0041}tag", "\\u{E0041}tag"),
  ])
  func `controls become visible and everything else stays`(input: String, expected: String) {
    #expect(TerminalEscaping.escaped(input) == expected)
  }

  @Test func `line breaks stay where a block is shown`() {
    #expect(TerminalEscaping.escaped("a\nb\u{7}", keepingLineBreaks: true) == "a\nb\\u{7}")
  }

  @Test func `bytes that are not UTF-8 show as hexadecimal`() {
    #expect(
      TerminalEscaping.escaped(bytes: Array("bad".utf8) + [0xFF, 0xFE] + Array(".png".utf8)) == "bad\\xFF\\xFE.png")
    #expect(TerminalEscaping.escaped(bytes: [0xE2, 0x82]) == "\\xE2\\x82")
    #expect(TerminalEscaping.escaped(bytes: Array("é\u{1B}".utf8)) == "é\\u{1B}")
  }
}
