import ScanModel
import SystemPackage
import Testing

@testable import Commands

final class KeyDecoderTests {
  private var decoder = KeyDecoder()

  private func keys(_ text: String) -> [KeyDecoder.Key] { decoder.decode(Array(text.utf8)) }

  @Test func `keys of different terminals mean the same`() {
    #expect(keys("\u{1B}[A\u{1B}OA\u{10}") == [.up, .up, .up])
    #expect(keys("\u{1B}[B\u{1B}OB\u{1B}[1;5B\u{0E}") == [.down, .down, .down, .down])
    #expect(
      keys("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[1~\u{1B}[F\u{1B}[4~") == [.pageUp, .pageDown, .home, .home, .end, .end])
    #expect(
      keys("\r\n\u{1B}OM\u{7F}\u{08}\u{15}\u{04}") == [.enter, .enter, .enter, .backspace, .backspace, .clear, .escape])
    #expect(keys("aé漢") == [.character("a"), .character("é"), .character("漢")])
  }

  @Test func `keys of no use here do nothing`() { #expect(keys("\u{1B}[15~\u{1B}[200~\u{01}\u{1B}[C") == []) }

  @Test func `a key may come in pieces, and an escape may be only that`() {
    #expect(decoder.decode([0x1B]) == [] && decoder.pending == [0x1B])
    #expect(decoder.decode([UInt8(ascii: "[")]) == [] && decoder.decode([UInt8(ascii: "B")]) == [.down])
    #expect(decoder.decode([0xC3]) == [] && decoder.decode([0xA9]) == [.character("é")])
    #expect(decoder.decode([0x1B]) == [] && decoder.flush() == [.escape])
    #expect(decoder.decode([0xE2, 0x82]) == [] && decoder.flush() == [] && decoder.pending.isEmpty)
    #expect(decoder.decode([0xFF, UInt8(ascii: "x")]) == [.character("x")])
    #expect(decoder.decode([0x1B, UInt8(ascii: "[")] + Array(repeating: UInt8(ascii: "1"), count: 100)) == [])
    #expect(decoder.pending.isEmpty)
  }
}

final class PickerStateTests {
  private static let items = (0..<30).map { index in
    PickerItem(
      path: FilePath("\(index)"), name: index == 20 ? "Quittung.png" : "shot-\(index).png", details: "just now  3 kB")
  }

  private var state = PickerState(items)

  private func press(_ keys: KeyDecoder.Key...) -> PickerState.Step {
    var step = PickerState.Step.goOn
    for key in keys { step = state.handle(key, page: 10) }
    return step
  }

  @Test func `arrows move and stop at the ends`() {
    #expect(press(.up, .enter) == .chosen("0"))
    #expect(press(.down, .down, .enter) == .chosen("2"))
    #expect(press(.pageDown, .enter) == .chosen("12"))
    #expect(press(.end, .down, .enter) == .chosen("29"))
    #expect(press(.home, .enter) == .chosen("0"))
  }

  @Test func `typing narrows the list down, whatever the capitals`() {
    #expect(press(.character("T"), .character("-"), .character("1"), .character("9"), .enter) == .chosen("19"))
    #expect(state.matches.map(\.name) == ["shot-19.png"])
    #expect(press(.character("x")) == .goOn && press(.enter) == .goOn)
    #expect(press(.clear, .enter) == .chosen("0"))
  }

  @Test func `q and escape end, but only where nothing is searched`() {
    #expect(press(.character("q")) == .cancelled)
    #expect(press(.escape) == .cancelled)
    #expect(press(.character("/"), .character("q"), .character("u"), .enter) == .chosen("20"))
    #expect(press(.escape) == .goOn && state.matches.count == 30)
    #expect(press(.escape) == .cancelled)
    #expect(press(.character("/"), .backspace, .character("q")) == .cancelled)
  }

  @Test func `the screen is full and never too wide, and the chosen line is on it`() {
    _ = press(.end)
    for (rows, columns) in [(24, 80), (7, 40), (50, 200)] {
      let lines = state.lines(rows: rows, columns: columns, style: TerminalStyle(usesColor: false))
      #expect(lines.count == rows)
      #expect(lines.allSatisfy { TextLayout.width(of: $0) <= columns })
      #expect(lines.contains { $0.hasPrefix("❯") && $0.contains("shot-29.png") })
    }
  }
}

struct ScreenshotPickerPathTests {
  @Test(arguments: [
    ("/a/b.png", "/a/b.png"), ("  /a b.png ", "/a b.png"), ("'/it is.png'", "/it is.png"),
    (#"/a\ b\\.png"#, #"/a b\.png"#),
    ("~/x.png", "/home/me/x.png"), ("\"/a'b.png\"", "/a'b.png"),
  ])
  func `a path may be typed or dropped`(line: String, path: String) {
    #expect(ScreenshotPicker.path(line, home: "/home/me").map { String(describing: $0) } == path)
  }

  @Test(arguments: ["", "   ", "''"]) func `nothing is nothing`(line: String) {
    #expect(ScreenshotPicker.path(line, home: nil) == nil)
  }
}

struct OpenCommandLinkTests {
  @Test func `two things can be asked for`() {
    #expect(OpenCommand.links["typesafe://scan?auto=true"] == true)
    #expect(OpenCommand.links["typesafe://scan?auto=false"] == false)
    #expect(OpenCommand.links["typesafe://scan"] == false)
  }

  @Test(arguments: [
    "", "typesafe:", "typesafe://", "typesafe://scan?", "typesafe://scan?auto", "typesafe://scan?auto=",
    "typesafe:scan",
    "typesafe://scan?auto=TRUE", "typesafe://scan?auto=1", "TYPESAFE://scan?auto=true", "typesafe://scan/?auto=true",
    "typesafe://scan?auto=true&x=1", "typesafe://scan?auto=true#x", "typesafe://scan?auto=true ",
    "https://scan?auto=true",
    "typesafe://scan?auto=true&auto=true", "typesafe://scan?auto=%74rue", "typesafe://user@scan?auto=true",
    "typesafe://scan?auto=true\n",
  ])
  func `anything else is refused`(link: String) { #expect(OpenCommand.links[link] == nil) }
}
