import Testing

@testable import RiskAnalysis

struct PassageSelectionTests {
  private func chosen(_ passages: [(Range<Int>, Double)], length: Int? = nil) -> [Int] {
    PassageSelection.chosen(of: passages.map { (tokens: $0.0, likeness: $0.1) }) { length ?? passages[$0].0.count }
  }

  @Test func `all of a short page is read, what looks worst first`() {
    #expect(chosen([(0..<20, -3), (20..<60, 1), (60..<70, -1)]) == [1, 2, 0])
    #expect(chosen([]) == [])
  }

  @Test func `of a long page what looks most like a scam is read`() {
    let page = (0..<40).map { ($0 * 60..<$0 * 60 + 60, $0 == 33 ? 2.0 : -4.0) }
    #expect(chosen(page).first == 33)
    #expect(chosen(page).count == PassageSelection.budget / 60)
    #expect(chosen(page, length: PassageSelection.budget) == [33])
  }

  @Test func `a part of what is read anyway comes after others`() {
    #expect(chosen([(0..<80, 3), (10..<70, 2), (200..<260, 1)]) == [0, 2, 1])
    #expect(chosen([(0..<80, 3), (70..<150, 2), (200..<260, 1)]) == [0, 1, 2])
  }

  @Test func `of equal passages the first ones are read`() {
    #expect(chosen([(0..<100, 0), (100..<200, 0), (200..<300, 0), (300..<400, 0)]) == [0, 1, 2])
  }
}
