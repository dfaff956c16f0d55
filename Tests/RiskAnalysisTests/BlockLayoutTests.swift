import ScanModel
import Testing

@testable import RiskAnalysis

struct BlockLayoutTests {
  private struct Block {
    var text: String
    var x: Int
    var y: Int
    var height = 20
  }

  private static func page(_ blocks: [Block]) -> TextPage {
    let lines = blocks.enumerated().map { number, block in
      RecognizedLine(
        block.text, index: number, block: number, x: block.x, y: block.y, letterWidth: 12, height: block.height)
    }
    return TextPage(lines: lines)
  }

  private static let claim = "We hold apples for you in our big store"
  private static let action = "Please send berries to our new address today"

  /// Whether a rule that needs words from both blocks fires.
  private static func fires(on page: TextPage) throws -> Bool {
    let yaml = """
      rules:
        - {id: both, category: prize, weight: 9, message: says both, when: {all: [{phrase: apples}, {phrase: berries}]}}
      """
    let analyzer = RiskAnalyzer(pack: try RulePack.load(files: [("test.yaml", yaml)]), classifier: nil)
    return analyzer.analyzeInDetail(page).rules == ["both"]
  }

  @Test func `paragraphs under each other are one message`() throws {
    let page = Self.page([Block(text: Self.claim, x: 100, y: 100), Block(text: Self.action, x: 100, y: 160)])
    #expect(BlockLayout(page).continues == [true, false])
    #expect(try Self.fires(on: page))
  }

  @Test(arguments: [
    (x: 900, y: 100, height: 20), (x: 100, y: 400, height: 20), (x: 100, y: 200, height: 60),
  ])
  func `a column beside it, a distant block and one in other letters are not`(x: Int, y: Int, height: Int) throws {
    let other = Block(text: Self.action, x: x, y: y, height: height)
    let page = Self.page([Block(text: Self.claim, x: 100, y: 100), other])
    #expect(BlockLayout(page).continues == [false, false])
    #expect(try Self.fires(on: page) == false)
  }

  @Test func `plain text has no places, so neighbors may belong together`() throws {
    let page = TextPage(plainText: Self.claim + "\n\n" + Self.action)
    #expect(BlockLayout(page).continues.isEmpty)
    #expect(try Self.fires(on: page))
  }
}
