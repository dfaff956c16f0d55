import ScanModel
import Testing

@testable import PostCorrection

struct URLSchemeCorrectionTests {
  private func repaired(_ text: String) -> String { URLSchemeCorrection.repaired(Line.words(text)).text }

  @Test(arguments: [
    ("https:/pay.example/x", "https://pay.example/x"), ("https//pay.example", "https://pay.example"),
    ("https: //pay.example", "https://pay.example"), ("https:// pay.example/a", "https://pay.example/a"),
    ("http:/ /pay.example", "http://pay.example"), ("https:l/pay.example", "https://pay.example"),
    ("https : // pay.example", "https://pay.example"), ("htps://pay.example", "https://pay.example"),
    ("nttps://pay.example", "https://pay.example"), ("https:pay.example/x", "https://pay.example/x"),
    ("https;//pay.example", "https://pay.example"), ("(https:/pay.example)", "(https://pay.example)"),
    ("Visithttps://pay.example now", "Visit https://pay.example now"), ("https:///pay.example", "https://pay.example"),
    ("Link:https:/pay.example", "Link:https://pay.example"), ("http:/203.0.113.7/login", "http://203.0.113.7/login"),
    ("https:// secure-bank.example", "https://secure-bank.example"), ("HTTPS:/PAY.EXAMPLE", "HTTPS://PAY.EXAMPLE"),
  ])
  func `a scheme that was misread is put right`(read: String, right: String) {
    #expect(repaired("Open \(read)") == "Open \(right)")
  }

  @Test(arguments: [
    "https://pay.example/x", "Link:https://pay.example", "HTTP 404 error", "http is a protocol", "the https scheme. We",
    "http and https are schemes", "ftp://pay.example", "htps is a typo", "nttp/pay.example", "HTTPS://PAY.EXAMPLE",
    "http.server module", "http: the definitive guide", "http:8080", "src/http/mod.rs", "http; pay.example",
  ])
  func `other words stay`(text: String) {
    #expect(repaired("See \(text)") == "See \(text)")
  }

  @Test func `a slash taken for an l is not taken from the host`() {
    #expect(repaired("https:/login.example") == "https://login.example")
    #expect(repaired("https:/l.example/x") == "https://l.example/x")
  }

  @Test func `pieces become one word with one box and one reading`() throws {
    let words = URLSchemeCorrection.repaired(Line.words("https: //pay.example"))
    let word = try #require(words.first)
    #expect(words.count == 1 && word.rawText == "https: //pay.example")
    #expect(word.box == PixelRect(x: 0, y: 0, width: 198, height: 26))
  }
}

struct LinkSpaceCorrectionTests {
  private func repaired(_ text: String) -> String { LinkSpaceCorrection.repaired(Line.words(text)).text }

  @Test(arguments: [
    ("www. example.com", "www.example.com"), ("www example.com/pay", "www.example.com/pay"),
    ("paypal. com/login", "paypal.com/login"), ("example .com/pay", "example.com/pay"),
    ("https://secure. bank.example/x", "https://secure.bank.example/x"),
    ("https://bank.example/ login?id=3", "https://bank.example/login?id=3"),
    ("www.bank.example /login", "www.bank.example/login"),
    ("https://bank.example/a?id= 77", "https://bank.example/a?id=77"),
    ("https://secure- bank.example", "https://secure-bank.example"),
    ("https://bank.example/pay-\u{2009}now", "https://bank.example/pay-now"),
  ])
  func `spaces inside an address go`(read: String, right: String) {
    #expect(repaired("at \(read)") == "at \(right)")
  }

  @Test(arguments: [
    "See you at work. is that fine", "I like example. com is nice", "https://bank.example/ and then",
    "https://bank.example/login to pay", "www.example.com. Call us", "the .net framework", "He said and/or else",
    "example.com /s", "https://bank.example\u{2003}/help", "see www and example", "Visit paypal. Com/login",
    "https://bank.example/ 08001234567", "https://bank.example/ 24/7", "https://bank.example/ re-activate",
    "https://bank.example/abc #crypto",
  ])
  func `words that only stand beside an address stay`(text: String) {
    #expect(repaired(text) == text.replacing("\u{2003}", with: " "))
  }
}

struct MailAddressCorrectionTests {
  private func repaired(_ text: String) -> String { MailAddressCorrection.repaired(Line.words(text)).text }

  @Test(arguments: [
    ("info @bank.com", "info@bank.com"), ("info@ bank.com", "info@bank.com"), ("info @ bank.com", "info@bank.com"),
    ("anna.smith@bank. com", "anna.smith@bank.com"), ("anna@bank,com", "anna@bank.com"),
    ("<support@ bank.example>", "<support@bank.example>"), ("anna\u{2009}@bank.com", "anna@bank.com"),
    ("j.doe99 @bank.com.", "j.doe99@bank.com."),
  ])
  func `addresses are put together`(read: String, right: String) {
    #expect(repaired("to \(read)") == "to \(right)")
  }

  @Test(arguments: [
    "follow us @example.com", "meet @ noon", "write to anna@work. is it fine", "anna@bank.com, bob@bank.com",
    "anna@bank.com com", "price @5 each", "info and more", "anna@bank.com. Regards", "Anna2 @anna.social",
    "8pm @venue.com",
  ])
  func `other words with an at sign stay`(text: String) {
    #expect(repaired(text) == text)
  }
}

struct DomainCorrectionTests {
  @Test(arguments: [
    ("paypal.corn/login", "paypal.com/login"), ("https://example.c0m", "https://example.com"),
    ("www.example.0rg.", "www.example.org."), ("vvww.example.com", "www.example.com"),
    ("wvvw.example.com", "www.example.com"), ("www.post—desk.example/pay", "www.post-desk.example/pay"),
    ("anna@example.corn", "anna@example.com"), ("https://shop.1nfo/x", "https://shop.info/x"),
  ])
  func `an ending that does not exist becomes the one that does`(read: String, right: String) {
    #expect(DomainCorrection.repaired(read) == right)
  }

  @Test(arguments: [
    "https://rnicrosoft.com/login", "https://paypa1.com", "www.g00gle.com", "https://vvhatsapp.com",
    "https://clropbox.com",
    "popcorn.corn", "https://example.com", "report.c0m", "https://bank.example/corn.c0m", "1.0", "https://host.rnzz",
  ])
  func `the name before it stays letter by letter`(text: String) {
    #expect(DomainCorrection.repaired(text) == text)
  }
}

struct LineEndCorrectionTests {
  private func repaired(_ lines: [String]) -> String {
    TextPage(
      PostCorrection.repaired(RecognizedText(lines: Line.block(lines), languages: ["eng"], isPartial: false)).text
    ).text
  }

  @Test(arguments: [
    (
      ["Go to https://secure-bank.example/verify", "/account?id=3 today"],
      "Go to https://secure-bank.example/verify/account?id=3\ntoday"
    ),
    (["Pay at https://bank.example/a-", "b/c?d=1"], "Pay at https://bank.example/a-b/c?d=1"),
    (["https://secure-", "bank.example/verify now"], "https://secure-bank.example/verify\nnow"),
    (["Visit www.bank.", "example/login soon"], "Visit www.bank.example/login\nsoon"),
    (["mail to anna.smith@", "example.com please"], "mail to anna.smith@example.com\nplease"),
    (["mail anna.smith", "@example.com please"], "mail anna.smith@example.com\nplease"),
    (["mail x@secure-", "bank.com"], "mail x@secure-bank.com"),
    (["https://bank.example/a/", "b1/", "c2/d"], "https://bank.example/a/b1/c2/d"),
    (["https://bank.example/pay?id=", "33"], "https://bank.example/pay?id=33"),
  ])
  func `an address goes on in the next line`(lines: [String], text: String) {
    #expect(repaired(lines) == text)
  }

  @Test(arguments: [
    ["See https://bank.example/verify", "to keep your account"], ["https://bank.example/", "and pay"],
    ["Our site is bank.example.", "Thank you"], ["write to anna@example.com", "or call"],
    ["follow", "@example.com now"],
    ["and/", "or"], ["https://bank.example.", "Reply STOP"], ["See https://bank.example/a", "/ but then"],
    ["See https://bank.example/", "Regards"], ["See https://bank.example/", "24 hours remain"],
    ["See https://bank.example/a", "#crypto"],
  ])
  func `two lines that only follow one another stay two`(lines: [String]) {
    #expect(repaired(lines) == lines.joined(separator: "\n"))
  }

  @Test func `lines of different blocks are never joined`() {
    let lines = [
      Line.line("Go to https://bank.example/a-", index: 0, block: 0), Line.line("b/c?d=1", index: 1, block: 1),
    ]
    let page = TextPage(PostCorrection.repaired(RecognizedText(lines: lines, languages: [], isPartial: false)).text)
    #expect(page.text == "Go to https://bank.example/a-\n\nb/c?d=1")
  }

  @Test func `both parts keep their boxes`() {
    let lines = Line.block(["https://bank.example/a-", "b?d=1"])
    let page = TextPage(PostCorrection.repaired(RecognizedText(lines: lines, languages: [], isPartial: false)).text)
    #expect(page.text == "https://bank.example/a-b?d=1")
    #expect(page.boxes(in: 0..<10) == [lines[0].box])
    #expect(page.boxes(in: 0..<page.text.unicodeScalars.count) == [lines[0].box, lines[1].box])
  }
}
