import Testing

@testable import TextEntities

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Links are read as the WHATWG URL standard reads them. The vectors are the standard's own, which are not part of the project:
/// `make test VECTORS=FOLDER` reads them.
struct WebAuthorityTests {
  private struct Address: Decodable {
    var input: String
    var host: String?
  }

  private struct Name: Decodable {
    var input: String
    var output: String?
  }

  private static let folder = ProcessInfo.processInfo.environment["OCR_SCAN_URL_VECTORS"]

  private static func vectors<Vector: Decodable>(_ name: String) throws -> [Vector] {
    try String(contentsOf: URL(filePath: #require(folder)).appending(path: name), encoding: .utf8)
      .split(separator: "\n").map { try JSONDecoder().decode(Vector.self, from: Data($0.utf8)) }
  }

  @Test(.enabled(if: folder != nil)) func `every address of the standard has the standard's host`() throws {
    let vectors: [Address] = try Self.vectors("whatwg-http.jsonl")
    #expect(vectors.count == 378)
    for vector in vectors {
      #expect(WebAuthority.host(of: vector.input) == vector.host, "\(vector.input.debugDescription)")
    }
  }

  /// Names longer than DNS allows, with hyphens where IDNA 2008 allows none, or with letters newer than libidn2's tables.
  private static let unknownNames = 14

  @Test(.enabled(if: folder != nil)) func `a name has the standard's form or none`() throws {
    let vectors: [Name] = try Self.vectors("whatwg-toascii.jsonl")
    #expect(vectors.count == 87)
    var unknown = 0
    for vector in vectors {
      let host = WebAuthority.host(of: "https://\(vector.input)/")
      if host == nil, vector.output != nil { unknown += 1 }
      #expect(host == nil || host == vector.output, "\(vector.input.debugDescription)")
    }
    #expect(unknown <= Self.unknownNames)
  }

  @Test(.enabled(if: folder != nil))
  func `what is taken as a link has the standard's host or none, in running text as well`() throws {
    let vectors: [Address] = try Self.vectors("whatwg-http.jsonl")
    var told = 0
    for vector in vectors {
      for text in [vector.input, "pay at \(vector.input) today", vector.input.replacing("http://", with: "")] {
        let scalars = Array(text.unicodeScalars)
        for entity in EntityScanner.entities(in: scalars) {
          guard let link = entity.link, !link.host.isEmpty else { continue }
          var taken = scalars.string(entity.range)
          if !taken.hasPrefix("http") { taken = "http://" + taken }
          var host = WebAuthority.host(of: taken)
          if host?.hasSuffix(".") == true { host?.removeLast() }
          #expect(link.host == host, "\(text.debugDescription)")
          told += 1
        }
      }
    }
    #expect(told > 300)
  }

  // The last labels are as Python's codec "punycode" has them.
  @Test(arguments: [
    ("http://i\u{2764}\u{FE0F}.ws/", "xn--i-7iq.ws"), ("http://\u{1F4A9}.la", "xn--ls8h.la"),
    ("http://\u{2603}.net", "xn--n3h.net"), ("http://\u{2603}\u{1F4A9}\u{2603}.net", "xn--n3ha72466a.net"),
    ("http://\u{1E9E}.com", "xn--zca.com"), ("http://paypal.com\u{2024}evil.top", nil),
    ("http://xn--pypal-4ve.\u{1F4A9}.la", nil), ("http://a\u{0}b\u{E9}.top", nil),
  ])
  func `a name outside ASCII`(address: String, host: String?) {
    #expect(WebAuthority.host(of: address) == host)
  }

  @Test(arguments: ["[", "[[", "::", "%", "%e9", "\u{E9}.", "0x", "1.", "@", ":", "\u{1F4A9}", "\u{64A}", "xn--"])
  func `an endless host is refused`(piece: String) {
    let address = "http://" + String(repeating: piece, count: 20_000) + ".example.top/"
    let host = WebAuthority.host(of: address)
    #expect(host == nil || piece == "@" && host == ".example.top" || host.map { $0.utf8.count } ?? 0 < 65_536)
  }
}
