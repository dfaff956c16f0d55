import TestSupport
import Testing

@testable import TextEntities

/// Finding where a link leads takes time in proportion to its length, whatever is in it.
@Suite(.serialized) struct RedirectTimingTests {
  private static let pieces = [
    "https://a.b/", "//", ":/", "a/", "../a/", "%2e/", "%25", "%2F", "RU=/", "u=//a.b;", "u=//a.b&", "q=a&",
    "https%3A%2F%2Fa.b%2F", ";u=", "__;", "a-",
  ]

  private static let beginnings = [
    "https://www.google.com/", "https://r.search.yahoo.com/?u=", "https://a.translate.goog/v2/__",
  ]

  @Test(arguments: pieces, beginnings)
  func `four times the link takes four times as long`(piece: String, beginning: String) throws {
    let links = try [1 << 14, 1 << 16].map { count in
      let text = beginning + HostileText.repeating(piece, scalars: count)
      return try #require(EntityScanner.entities(in: Array(text.unicodeScalars)).first?.link)
    }
    let times = ProcessorTime.least(links) { _ = Redirect.target(of: $0) }
    // Less than a millisecond says nothing.
    #expect(ProcessorTime.isInProportion(times, least: 1_000), "\(times) µs")
  }
}
