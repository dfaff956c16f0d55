import Testing

@testable import ImageProcessing

struct CaptionLinesTests {
  private func wrap(_ text: String, width: Int = 10, maximum: Int = 9) -> [String] {
    CaptionLines.wrap(text, width: width, maximum: maximum) { $0.count }
  }

  @Test(
    arguments: [
      ("", []), ("one", ["one"]), ("one two three", ["one two", "three"]), ("exactly10c x", ["exactly10c", "x"]),
      ("a  b", ["a b"]), ("incomprehensible", ["incomprehe", "nsible"]),
      ("an incomprehensible word", ["an", "incomprehe", "nsible", "word"]),
    ] as [(String, [String])])
  func `lines are broken between words, and within a word only where it must be`(text: String, lines: [String]) {
    #expect(wrap(text) == lines)
  }

  @Test func `what is too much ends in dots that fit`() {
    #expect(wrap("one two three four five six", maximum: 2) == ["one two", "three f..."])
    #expect(wrap("one two three", maximum: 1) == ["one two..."])
  }

  @Test func `a width that nothing fits in comes to an end`() {
    #expect(wrap("abc", width: 0) == ["a", "b", "c"])
  }
}
