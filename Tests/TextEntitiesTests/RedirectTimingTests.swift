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
  func `eight times the link takes no more than sixteen times as long`(piece: String, beginning: String) throws {
    let links = try [1 << 13, 1 << 16].map { count in
      let text = beginning + HostileText.repeating(piece, scalars: count)
      return try #require(EntityScanner.entities(in: Array(text.unicodeScalars)).first?.link)
    }
    let times = ProcessorTime.least(links, limit: 16) { _ = Redirect.target(of: $0) }
    // Every part read again for each other would take 64 times. Less than a millisecond says nothing.
    #expect(ProcessorTime.isInProportion(times, least: 1_000, limit: 16), "\(times) µs")
  }
}
