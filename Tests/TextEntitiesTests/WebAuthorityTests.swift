import FoundationEssentials
import Testing

@testable import TextEntities

/// Links are read as the WHATWG URL standard reads them: forms that senders could use, with the hosts that a browser gives them
/// (testdata/urls). The standard's own vectors are not part of the project; `make test VECTORS=FOLDER` reads them, too.
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
    try read(URL(filePath: #require(folder)).appending(path: name))
  }

  private static func read<Vector: Decodable>(_ file: URL) throws -> [Vector] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Vector.self, from: Data($0.utf8)) }
  }

  @Test func `a link that hides whose it is has the host that a browser gives it, in running text as well`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let links: [Address] = try Self.read(root.appending(path: "testdata/urls/links.jsonl"))
    #expect(links.count == 400)
    for link in links {
      #expect(WebAuthority.host(of: link.input) == link.host, "\(link.input.debugDescription)")
      expectHosts(in: link)
    }
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
    #expect(vectors.reduce(0) { $0 + expectHosts(in: $1) } > 300)
  }

  /// What is taken as a link in a text with an address has the standard's host, or none.
  /// - Returns: How many hosts were told.
  @discardableResult
  private func expectHosts(in vector: Address) -> Int {
    var told = 0
    for text in [vector.input, "pay at \(vector.input) today", vector.input.replacing("http://", with: "")] {
      let scalars = Array(text.unicodeScalars)
      for entity in EntityScanner.entities(in: scalars) {
        guard let link = entity.link, !link.host.isEmpty else { continue }
        var taken = scalars.string(entity.range)
        if !taken.lowercased().hasPrefix("http") { taken = "http://" + taken }
        var host = WebAuthority.host(of: taken)
        if host?.hasSuffix(".") == true { host?.removeLast() }
        #expect(link.host == host, "\(text.debugDescription)")
        told += 1
      }
    }
    return told
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

extension WebAuthority {
  /// The host of a whole address.
  /// - Parameter address: With "http:" or "https:", and perhaps spaces around it.
  /// - Returns: As the standard serialises it; nil if there is none, or the scheme is another.
  static func host(of address: String) -> String? {
    let all = address.unicodeScalars.filter { !isSkipped($0) }
    let scalars = Array(all.drop { $0.value <= 0x20 })
    let isSecure = scalars.hasPrefix("https:", at: 0, limit: scalars.count)
    guard isSecure || scalars.hasPrefix("http:", at: 0, limit: scalars.count) else { return nil }
    var start = isSecure ? 6 : 5
    var end = scalars.count
    while end > start, scalars[end - 1].value <= 0x20 { end -= 1 }
    while start < end, scalars[start] == "/" || scalars[start] == "\\" { start += 1 }
    return WebAuthority(of: scalars, in: start..<end).host
  }
}
