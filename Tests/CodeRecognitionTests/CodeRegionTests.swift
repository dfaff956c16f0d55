import ScanModel
import Testing

@testable import CodeRecognition

struct CodeRegionTests {
  private func mark(_ x: Double, _ y: Double, module: Double = 4, inverted: Bool = false) -> CornerMark {
    CornerMark(x: x, y: y, module: module, isInverted: inverted, channel: .brightness)
  }

  private func regions(_ marks: [CornerMark]) -> [CodeRegion] {
    CodeRegion.regions(around: marks, width: 1_000, height: 1_000)
  }

  @Test func `three marks at a right angle are a code, with room for its quiet zone`() {
    let found = regions([mark(214, 214), mark(300, 214), mark(214, 300)])
    #expect(found.map(\.marks) == [3])
    #expect(found.first.map { $0.box.x <= 186 && $0.box.y <= 186 && $0.box.maxX >= 328 && $0.box.maxY >= 328 } == true)
  }

  @Test func `marks in a row, as radio buttons are, are no code`() {
    let found = regions([mark(100, 100, module: 2), mark(100, 150, module: 2), mark(100, 200, module: 2)])
    #expect(!found.contains { $0.isProbable })
  }

  @Test func `marks of other sizes or other polarity do not belong together`() {
    #expect(!regions([mark(214, 214), mark(300, 214, module: 9), mark(214, 300)]).contains { $0.isProbable })
    #expect(!regions([mark(214, 214), mark(300, 214, inverted: true), mark(214, 300)]).contains { $0.isProbable })
  }

  @Test func `two codes beside each other are two regions`() {
    let marks = [100.0, 400].flatMap { x in [mark(x, 100), mark(x + 86, 100), mark(x, 186)] }
    #expect(regions(marks).count { $0.isProbable } == 2)
  }

  @Test func `a region lies inside of the picture`() {
    for region in regions([mark(10, 10), mark(990, 10), mark(10, 990), mark(995, 995, module: 30)]) {
      let box = region.box
      #expect(box.x >= 0 && box.y >= 0 && box.maxX <= 1_000 && box.maxY <= 1_000)
    }
  }

  @Test func `marks everywhere cost bounded work`() {
    let marks = (0..<256).map { mark(Double($0 % 16) * 60 + 20, Double($0 / 16) * 60 + 20) }
    #expect(regions(marks).count <= 96 + 32 + 96)
  }
}
