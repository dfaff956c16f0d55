import PNGContainer
import Testing

struct CompletenessTests {
  @Test func `a file that is no PNG is told at once`() {
    #expect(PNGContainer.completeness(of: Array("hello".utf8).span.bytes) == .notPNG)
  }
}
