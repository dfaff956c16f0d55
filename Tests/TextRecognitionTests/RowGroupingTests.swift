import ScanModel
import TestSupport
import Testing

@testable import TextRecognition

struct RowGroupingTests {
  /// A line 16 pixels high with capitals of 12.
  private func line(_ x: Int, _ y: Int, _ width: Int) -> RowGrouping.Item {
    RowGrouping.Item(box: PixelRect(x: x, y: y, width: width, height: 16), letterHeight: 12)
  }

  @Test func `the cells of a dense table are read row by row in one block`() {
    let names = (0..<4).map { line(20, 100 + $0 * 24, 150) }
    let dates = (0..<4).map { line(300, 100 + $0 * 24, 70) }
    let amounts = (0..<4).map { line(480 - $0 % 2 * 10, 101 + $0 * 24, 40 + $0 % 2 * 10) }
    let rows = RowGrouping.rows(of: [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], items: names + dates + amounts)
    #expect(rows == [[0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]])
  }

  @Test func `the rows of a loose table stay blocks of their own`() {
    let names = (0..<3).map { line(20, 100 + $0 * 90, 150) }
    let prices = (0..<3).map { line(480, 100 + $0 * 90, 50) }
    #expect(
      RowGrouping.rows(of: [[0], [1], [2], [3], [4], [5]], items: names + prices) == [[0, 3], [1, 4], [2, 5]])
  }

  @Test func `a cell that is empty does not stop the column`() {
    let names = (0..<5).map { line(20, 100 + $0 * 24, 150) }
    let notes = [line(300, 100, 60), line(300, 148, 60), line(300, 196, 60), line(300, 240, 60)]
    let rows = RowGrouping.rows(of: [[0, 1, 2, 3, 4], [5], [6], [7], [8]], items: names + notes)
    #expect(rows == [[0, 5, 1, 2, 6, 3, 4, 7], [8]])
  }

  @Test func `labels join the fields at their right`() {
    let labels = (0..<3).map { line(20, 100 + $0 * 24, 80) }
    let fields = (0..<3).map { line(140, 100 + $0 * 24, 400) }
    #expect(RowGrouping.rows(of: [[0, 1, 2], [3, 4, 5]], items: labels + fields) == [[0, 3, 1, 4, 2, 5]])
  }

  @Test func `the times in a list of mails follow the senders`() {
    // Sender, subject and first words of three mails, and three times.
    let mails = (0..<9).map { line(20, 100 + $0 / 3 * 90 + $0 % 3 * 22, $0 % 3 == 0 ? 120 : 380) }
    let times = (0..<3).map { line(360, 101 + $0 * 90, 40) }
    let rows = RowGrouping.rows(of: [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9], [10], [11]], items: mails + times)
    #expect(rows == [[0, 9, 1, 2], [3, 10, 4, 5], [6, 11, 7, 8]])
  }

  @Test func `the time in the corner of a bubble belongs to it`() {
    let bubble = [line(20, 100, 300), line(20, 124, 180)]
    let items = bubble + [line(280, 126, 40)]
    #expect(RowGrouping.rows(of: [[0, 1], [2]], items: items) == [[0, 1, 2]])
  }

  @Test func `columns of long lines stay columns`() {
    let left = (0..<6).map { line(20, 100 + $0 * 24, 380) }
    let right = (0..<6).map { line(440, 100 + $0 * 24, 380) }
    let columns = [Array(0..<6), Array(6..<12)]
    #expect(RowGrouping.rows(of: columns, items: left + right) == columns)
  }

  @Test func `a list beside a text that it has nothing to do with stays a list`() {
    let list = (0..<8).map { line(20, 100 + $0 * 31, 100) }
    let text = (0..<10).map { line(200, 104 + $0 * 24, 600) }
    let blocks = [Array(0..<8), Array(8..<18)]
    #expect(RowGrouping.rows(of: blocks, items: list + text) == blocks)
  }

  @Test func `entries of a list of mails do not join the mail that is open beside it`() {
    let senders = (0..<6).map { line(20, 100 + $0 * 48, 100) }
    let times = (0..<6).map { line(160, 100 + $0 * 48, 40) }
    let mail = (0..<12).map { line(300, 100 + $0 * 24, 600) }
    let blocks = (0..<12).map { [$0] } + [Array(12..<24)]
    let rows = RowGrouping.rows(of: blocks, items: senders + times + mail)
    #expect(rows == (0..<6).map { [$0, $0 + 6] } + [Array(12..<24)])
  }

  @Test func `the folders of a mailbox do not join the mails beside them`() {
    let folders = (0..<6).map { line(20, 100 + $0 * 48, 80) }
    let mails = (0..<12).map { line(140, 100 + $0 * 24, 130) }
    let blocks = [Array(0..<6), Array(6..<18)]
    #expect(RowGrouping.rows(of: blocks, items: folders + mails) == blocks)
  }

  @Test func `a headline beside a list of another size is no cell`() {
    let list = (0..<3).map { line(20, 100 + $0 * 24, 100) }
    let headlines = (0..<3).map {
      RowGrouping.Item(box: PixelRect(x: 200, y: 96 + $0 * 24, width: 300, height: 30), letterHeight: 26)
    }
    let blocks = [[0, 1, 2], [3, 4, 5]]
    #expect(RowGrouping.rows(of: blocks, items: list + headlines) == blocks)
  }

  @Test func `every line is kept exactly once, whatever the page`() {
    var generator = SeededGenerator(seed: 7)
    func random(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
    for _ in 0..<50 {
      let items = (0..<60).map { _ in line(random(12) * 60, random(30) * 11, 20 + random(8) * 30) }
      let blocks = stride(from: 0, to: 60, by: 3).map { Array($0..<($0 + 3)) }
      #expect(RowGrouping.rows(of: blocks, items: items).flatMap(\.self).sorted() == Array(0..<60))
    }
  }
}
