import Testing

@testable import TextEntities

/// Links of which a browser may open another host than the one that stands there.
struct AmbiguousHostTests {
  private func links(_ text: String) -> [Link] {
    EntityScanner.entities(in: Array(text.unicodeScalars)).compactMap(\.link)
  }

  private func mailDomains(_ text: String) -> [String?] {
    EntityScanner.entities(in: Array(text.unicodeScalars)).filter { $0.kind == .email }.map(\.emailDomain)
  }

  @Test(arguments: [
    "https://www.paypal.com;\nlogin@evil.top", "https://www.paypal.com:\nlogin@evil.top to pay",
    "https://paypal.com:80\n80@evil.top", "https://www.paypal.com\nsecure:pw@evil.top",
    "https://www.paypal.com:\nx:y@evil.top",
    "www.paypal.com;\nlogin@evil.top/1",
  ])
  func `what looks like a mail address may end an address of two lines`(text: String) throws {
    let link = try #require(links(text).first)
    #expect(link.host.hasSuffix("paypal.com") && link.isAmbiguous && !link.isCertain && !link.hasUserPart)
    #expect(mailDomains(text) == ["evil.top"])
  }

  @Test(arguments: [
    "https://www.paypal.com;\nservice@paypal.com", "https://www.paypal.com:\nservice@mail.paypal.com/help",
    "https://www.paypal.com\nanna@mail.example", "https://www.paypal.com,\nanna@mail.example",
    "https://www.paypal.com.\nanna@mail.example", "(https://www.paypal.com)\nanna@mail.example",
    "https://www.paypal.com;\n\nanna@mail.example", "https://www.paypal.com; \nanna@mail.example",
    "https://www.paypal.com,\nanna@mail.example/+49 30 1", "https://www.paypal.com/;\nanna@mail.example",
    "www.paypal.com;\nanna@mail.example", "https://www.paypal.com\nE-Mail:anna@mail.example",
  ])
  func `the mail address of the next line is one of its own`(text: String) throws {
    let link = try #require(links(text).first)
    #expect(link.host == "www.paypal.com" && link.isCertain)
    #expect(mailDomains(text).count == 1)
  }

  @Test(arguments: [
    ("https://www.paypal.com @evil.top", false), ("https://www.paypal.com @evil.top/verify now", false),
    ("https://www.paypal.com: @evil.top", false), ("https://www.paypal.com @PayPal", true),
    ("https://www.paypal.com @www.paypal.com", true), ("https://www.paypal.com/help @evil.top", true),
    ("https://www.paypal.com  @evil.top", true), ("www.paypal.com @anna.art", true),
    ("https://www.paypal.com\u{A0}@evil.top", false), ("https://www.paypal.com\u{2003}@evil.top/a", false),
    ("https://www.paypal.com\u{3000}@evil.top", false), ("https://www.paypal.com\u{B}@evil.top", false),
    ("https://www.paypal.com\u{C}@evil.top", false), ("https://www.paypal.com\u{2028}@evil.top", false),
    ("https://www.paypal.com\u{2029}@evil.top", false),
  ])
  func `a host with another behind a space and @ may be a user name`(text: String, isCertain: Bool) {
    #expect(links(text).first?.isCertain == isCertain)
  }

  /// Who taps the first line, or has another app for the scheme, opens another.
  @Test(arguments: [
    ("https://evil.top\n.paypal.com/signin", "evil.top.paypal.com"),
    ("https://evil.top\n%2epaypal.com/signin", "evil.top.paypal.com"),
    ("evil.com\n.paypal.com\n.paypal.com/a", "evil.com.paypal.com.paypal.com"),
    ("https://evil.top\n.google.com\n/url?q=https://paypal.com", "evil.top.google.com"),
    ("https://paypal.com\n-login.evil.top/a", "paypal.com"), ("https://paypal.com\n_a.evil.top/a", "paypal.com"),
    ("www.paypal.com\n_a.evil.top/a", "www.paypal.com"),
    ("intent://paypal.com/#Intent;S.browser_fallback_url=https%3A%2F%2Fevil.top;end", "paypal.com"),
    ("javascript://paypal.com/%0aalert(1)", "paypal.com"), ("myapp://paypal.com/x", "paypal.com"),
    ("myapp://open?to=https://paypal.com/", "paypal.com"), ("htps://paypal.com/", "paypal.com"),
  ])
  func `a host beside another that may be opened is ambiguous`(text: String, host: String) {
    #expect(links(text).first.map(\.host) == host && links(text).first?.isCertain == false)
  }

  @Test(arguments: [
    "https://www\n.paypal.com/a", "https://paypal\n.com/a", "https://paypal.com\n.paypal.com/a",
    "Visit:paypal.com/a", "//paypal.com/a", "https://paypal.com\n-Item", "https://paypal.com\n_next_",
  ])
  func `a host without another is certain`(text: String) {
    #expect(links(text).first.map { $0.isCertain && $0.host.hasSuffix("paypal.com") } == true)
  }

  @Test(arguments: [
    "https://www.paypal.com\n:\(String(repeating: "0", count: 2_047))@evil-login.top/verify",
    "https://www.paypal.com\n:\(String(repeating: "0", count: 9_000))@evil-login.top/verify",
    "https://www.paypal.com\(String(repeating: "\n:a", count: 8))\n@evil.top",
  ])
  func `a host of which not all is read is nobody's`(text: String) {
    #expect(links(text).first?.isCertain == false)
  }

  @Test func `a link behind many that all seem to go on cannot be told, one behind many of eight lines can`() {
    let decoys = String(repeating: "x=https://a.example/?\(String(repeating: "c=d&", count: 60))\n", count: 400)
    let line = "=" + String(repeating: "a", count: 70) + "\n"
    let wrapped = "https://shop.example/\(String(repeating: line, count: 7))"
    for (before, isCertain) in [(decoys, false), (String(repeating: wrapped, count: 100), true)] {
      let link = links("\(before)https://www.paypal.com/help\nHello").last
      #expect(link?.host == "www.paypal.com" && link?.isCertain == isCertain)
    }
  }
}
