import Testing

@testable import RiskAnalysis

struct PassageSegmentationTests {
  private func passages(_ lengths: [Int], continues: (Int) -> Bool = { _ in true }) -> [Passage] {
    var starts: [Int] = []
    var count = 0
    for length in lengths {
      starts.append(count)
      count += length
    }
    return PassageSegmentation.passages(starts: starts, count: count, continues: continues)
  }

  private func covered(_ passages: [Passage]) -> Set<Int> { Set(passages.flatMap { Array($0.tokens) }) }

  @Test func `a short text is one passage`() {
    #expect(passages([12]) == [Passage(tokens: 0..<12, isRun: false)])
    #expect(passages([2]) == [Passage(tokens: 0..<2, isRun: false)])
    #expect(passages([]) == [])
  }

  @Test func `neighbors are judged together, and alone where they are long enough`() {
    #expect(
      passages([10, 3, 20]) == [
        Passage(tokens: 0..<10, isRun: false), Passage(tokens: 0..<33, isRun: true),
        Passage(tokens: 13..<33, isRun: false),
      ])
  }

  @Test func `blocks that do not belong together stay apart`() {
    #expect(passages([10, 10], continues: { _ in false }).map(\.tokens) == [0..<10, 10..<20])
  }

  @Test func `all of a page with many blocks is judged`() {
    let many = passages(Array(repeating: 8, count: 2_000))
    #expect(many.count <= PassageSegmentation.maximumPassages)
    #expect(covered(many).count == 16_000)
    #expect(passages(Array(repeating: 8, count: 2_000), continues: { _ in false }).count == 512)
  }

  @Test func `a long block is cut into overlapping pieces`() {
    let pieces = passages([200])
    #expect(pieces.map(\.tokens) == [0..<80, 40..<120, 80..<160, 120..<200])
    #expect(pieces.allSatisfy { !$0.isRun })
  }

  @Test(arguments: [
    [1, 1, 1], [30, 30, 30, 30, 30], [5, 90, 5], [7, 7, 7, 300, 2, 2], Array(repeating: 9, count: 200),
  ])
  func `every token is in a passage, passages ascend and are not too long`(lengths: [Int]) {
    let passages = passages(lengths)
    #expect(covered(passages).count == lengths.reduce(0, +))
    #expect(passages.allSatisfy { $0.tokens.count <= PassageSegmentation.length })
    #expect(zip(passages, passages.dropFirst()).allSatisfy { $0.tokens.lowerBound <= $1.tokens.lowerBound })
  }

  @Test func `the work on a dense page stays below three times its text`() {
    let lengths = Array(repeating: 10, count: 300)
    let work = passages(lengths).reduce(0) { $0 + $1.tokens.count }
    #expect(work < 3 * 3_000)
  }
}
