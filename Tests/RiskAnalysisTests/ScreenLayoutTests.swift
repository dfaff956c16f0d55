import ScanModel
import Testing

@testable import RiskAnalysis

struct ScreenLayoutTests {
  private static func value(_ name: String, _ page: TextPage) throws -> Float {
    ScreenLayout(page).values[try #require(ScreenLayout.names.firstIndex(of: name))]
  }

  /// Lines of words in boxes of one size, from the top left of a screen.
  private static func page(_ lines: [String]) -> TextPage {
    TextPage(lines: lines.enumerated().map { RecognizedLine($1, index: $0, x: 40, y: 40 + 30 * $0) })
  }

  @Test func `plain text has no layout`() {
    let layout = ScreenLayout(TextPage(plainText: "one two three"))
    #expect(layout.values == [Float](repeating: 0, count: ScreenLayout.names.count))
  }

  @Test func `every measure has a name and is finite`() {
    for page in [Self.page(["x"]), Self.page(["09:41", "one two three four five six seven eight nine ten"])] {
      let values = ScreenLayout(page).values
      #expect(values.count == ScreenLayout.names.count)
      #expect(values.allSatisfy { $0.isFinite })
    }
  }

  @Test func `a time of day at the top is a clock, elsewhere it is not`() throws {
    let message = Array(repeating: "some words of a message", count: 30)
    #expect(try Self.value("clock", Self.page(["09:41"] + message)) == 1)
    #expect(try Self.value("clock", Self.page(message + ["09:41"] + message)) == 0)
  }

  @Test func `menus have short lines, messages long ones`() throws {
    let menu = Self.page(["File", "Edit", "View", "Help"])
    let message = Self.page(Array(repeating: "a line of eight words in a message", count: 4))
    #expect(try Self.value("short_lines", menu) == 1)
    #expect(try Self.value("short_lines", message) == 0)
  }

  @Test func `letters of one width are told from others`() throws {
    let code = Self.page(Array(repeating: "function returns another number", count: 6))
    #expect(try Self.value("even_widths", code) == 1)
  }
}
