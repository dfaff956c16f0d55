import PNGContainer
import Testing

struct CompletenessTests {
  @Test func `a file that is no PNG is told at once`() {
    let bytes = Array("hello".utf8)
    unsafe #expect(PNGContainer.completeness(of: bytes.span.bytes) == .notPNG)
  }
}
