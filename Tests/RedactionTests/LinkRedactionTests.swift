import Redaction
import Testing

/// What is kept of a link: scheme, host, port and what people can read of the path.
struct LinkRedactionTests {
  @Test(arguments: [
    ("https://bank.example/reset?token=4b5c6d7e8f90a1b2", "https://bank.example/reset?token=[hidden]"),
    ("see https://bank.example/a?b=1.", "see https://bank.example/a?b=[hidden]."),
    ("https://bank.example:8443/a?x=1&y=two&z=#part", "https://bank.example:8443/a?x=[hidden]&y=[hidden]&z=#[hidden]"),
    ("https://anna:hunter2@bank.example/a", "https://[hidden]@bank.example/a"),
    ("https://paypal.com@evil.example/a", "https://[hidden]@evil.example/a"),
    ("https://bank.example/a#access_token=ab1", "https://bank.example/a#[hidden]"),
    ("https://bank.example/reset/4b5c6d7e8f90a1b2c3d4e5f60718293a/now", "https://bank.example/reset/[hidden]/now"),
    ("https://bank.example/u/550e8400-e29b-41d4-a716-446655440000", "https://bank.example/u/[hidden]"),
    ("https://bank.example/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "https://bank.example/[hidden]"),
    ("https://bank.example/verify/482913", "https://bank.example/verify/[hidden]"),
    ("https://bank.example/reset/hunter2", "https://bank.example/reset/[hidden]"),
    ("myapp://auth/hunter2", "myapp://auth/[hidden]"),
    (
      "https://bank.example/card/4111/1111/1111/1111/now",
      "https://bank.example/card/[hidden]/[hidden]/[hidden]/[hidden]/now"
    ),
    ("https://bank.example/card/4111/1111/1111/1112", "https://bank.example/card/4111/1111/1111/1112"),
    ("https://bank.example/reset;session=ab1/x?y", "https://bank.example/reset;session=[hidden]/x?y"),
    ("https://list.example/leave?eyJhbGciOiJIUzI1NiJ9", "https://list.example/leave?[hidden]"),
    // Without a scheme, misread, with an ending of a network at home, or without a host.
    ("bank.example.com/reset?token=ab1", "bank.example.com/reset?token=[hidden]"),
    ("go to http //bank.example/r?t=ab1 today", "go to http //bank.example/r?t=[hidden] today"),
    ("hitps://bank.example/r?t=ab1", "hitps://bank.example/r?t=[hidden]"),
    ("https://router.internal/r?t=ab1 now", "https://router.internal/r?t=[hidden] now"),
    ("router.internal/r?t=ab1", "router.internal/r?t=[hidden]"),
    ("reset?token=ab1&next=home", "reset?token=[hidden]&next=[hidden]"),
    ("at id=1&token=ab1", "at id=[hidden]"), ("Zq9xK2vv81mm?token=ab1", "[hidden]?token=[hidden]"),
    // What no host and no port has.
    ("https://bank.example&token=hunter22", "https://bank.example&token=[hidden]"),
    ("https://bank.example;hunter22", "https://bank.example;[hidden]"),
    ("https://bank.example:hunter22/", "https://bank.example:[hidden]/"),
    ("https://bank.example:port/", "https://bank.example:port/"),
    ("https://bank.example:Call us", "https://bank.example:Call us"),
    ("https://[2001:db8::1]:80/", "https://[2001:db8::1]:80/"),
    // In a redirect, all that is behind the parameter.
    (
      "https://out.example/?url=https%3A%2F%2Fbank.example%2Freset%3Ftoken%3Dab1",
      "https://out.example/?url=[hidden]"
    ),
    ("https://out.example/?url=https://bank.example/reset?token=ab1", "https://out.example/?url=[hidden]"),
    ("https://out.example/l/https://bank.example/r?t=ab1", "https://out.example/l/https://bank.example/r?t=[hidden]"),
    // A query without names, addresses of people, hosts of networks at home, wide marks.
    ("https://bank.example/reset?482913", "https://bank.example/reset?[hidden]"),
    ("https://bank.example/reset?48291", "https://bank.example/reset?[hidden]"),
    ("https://bank.example/?Zq9x", "https://bank.example/?[hidden]"),
    ("https://bank.example/?zebra7&x=1", "https://bank.example/?[hidden]&x=[hidden]"),
    ("https://list.example/leave/anna.smith@mail.example", "https://list.example/leave/[hidden]"),
    ("https://list.example/u/anna.smith%40mail.example/x", "https://list.example/u/[hidden]/x"),
    ("anna@bank.example/Zq9xK2vv81mm", "[e-mail address]/[hidden]"),
    ("anna:x1@bank.example/Zq9xK2vv81mm", "[hidden]/[hidden]"), ("anna@bank.example#Zq9", "[e-mail address]#[hidden]"),
    ("192.168.1.1/Zq9xK2vv81mm", "192.168.1.1/[hidden]"),
    ("(localhost:8080/Zq9xK2vv81mm)", "(localhost:8080/[hidden])"),
    ("localhost:80/Zq9xK2vv81mm", "localhost:80/[hidden]"),
    ("nas2:5000/verify/83kd92xq", "nas2:5000/verify/[hidden]"),
    ("administrator:hunter22@localhost/admin", "[hidden]@localhost/admin"),
    ("web1.internal/Zq9xK2vv81mm", "web1.internal/[hidden]"),
    ("anna:x1@localhost/Zq9xK2vv81mm", "[hidden]@localhost/[hidden]"),
    ("bank.internal/Zq9xK2vv81mm", "bank.internal/[hidden]"),
    (
      "https://bank.example\u{FF0F}reset\u{FF1F}token\u{FF1D}Zq9",
      "https://bank.example\u{FF0F}reset\u{FF1F}token\u{FF1D}[hidden]"
    ),
    ("https://bank.example/?password=hunter2", "https://bank.example/?password=[hidden]"),
    (
      "pay bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=1",
      "pay bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=1"
    ),
    ("upi://pay?pa=shop@okbank&am=500", "upi://pay?pa=shop@okbank&am=500"),
  ])
  func `secrets of a link become a label`(text: String, expected: String) {
    #expect(TextRedactor.redact(text) == expected)
    #expect(TextRedactor.redact(expected) == expected)
  }

  @Test(arguments: [
    (
      "https://bank.example/reset?token=4b5c6d7e\n8f90a1b2 or call",
      "https://bank.example/reset?token=[hidden]\n[hidden] or call"
    ),
    ("https://bank.example/reset?token=4b5c6d7e\nf8 or", "https://bank.example/reset?token=[hidden]\n[hidden] or"),
    ("https://bank.example/reset?token=\nkqjx7", "https://bank.example/reset?token=\n[hidden]"),
    (
      "https://bank.example/reset?to\nken=abc&id=7\r\n&x=9",
      "https://bank.example/reset?to\nken=[hidden]&id=[hidden]\r\n&x=[hidden]"
    ),
    ("https://bank.example/\nreset?token=abc", "https://bank.example/\nreset?token=[hidden]"),
    ("https://bank.example/reset/4b5c6d7e8f90\na1b2c3d4/now", "https://bank.example/reset/[hidden]\n[hidden]/now"),
    ("https://bank.example/a#ab1\ncd2\nef3", "https://bank.example/a#[hidden]\n[hidden]\n[hidden]"),
    ("https://bank.example/verify/\n482913", "https://bank.example/verify/\n[hidden]"),
    ("https://anna:hunt\ner2@bank.example/a", "https://[hidden]@bank.example/a"),
    ("https://anna.smith:hunter22 @bank.example/a", "https://[hidden]@bank.example/a"),
    ("https://bank.example/?token=\n| hunter2", "https://bank.example/?token=\n| [hidden]"),
    ("https://bank.example/?token=\n* hunter2", "https://bank.example/?token=\n* [hidden]"),
    ("https://bank.example/?token=\n\thunter2", "https://bank.example/?token=\n\t[hidden]"),
    ("https://bank.example/?token=\nHSBC and", "https://bank.example/?token=\n[hidden] and"),
    // Behind a key, what may be the end of it.
    ("https://bank.example/?token=Zq9xK2vv81mm\nXKQJT", "https://bank.example/?token=[hidden]\n[hidden]"),
    ("https://bank.example/?token=Zq9xK2vv81mm\n12-34", "https://bank.example/?token=[hidden]\n[hidden]"),
    ("https://bank.example/?token=Zq9xK2vv81mm\n12h", "https://bank.example/?token=[hidden]\n[hidden]"),
    ("https://bank.example/?token=Zq9xK2vv81mm\n£1.99", "https://bank.example/?token=[hidden]\n£1.99"),
    ("https://bank.example/?token=Zq9xK2vv81mm\n14:30 Uhr", "https://bank.example/?token=[hidden]\n14:30 Uhr"),
    ("https://bank.example/?id=Zq9xK2vv81mm\n30.11.2026", "https://bank.example/?id=[hidden]\n30.11.2026"),
    ("https://bank.example/?token=ab1\n30.11.[code]", "https://bank.example/?token=[hidden]\n30.11.[code]"),
    ("https://bank.example/?token=ab1\n12-34cd or", "https://bank.example/?token=[hidden]\n[hidden] or"),
    ("https://bank.example/verify/\n482913\nThanks", "https://bank.example/verify/\n[hidden]\nThanks"),
    ("http://intranet:port\nanna@mail.com", "http://intranet:port\n[e-mail address]"),
    ("https://bank.example/a\n4b5c6d7e8f90a1b2 now", "https://bank.example/a\n[hidden] now"),
    ("https://bank.example/my-\naccount/verify/482913", "https://bank.example/my-\naccount/verify/[hidden]"),
    ("https://bank.example/my\naccount/verify/482913", "https://bank.example/my\naccount/verify/482913"),
    // A sentence goes on.
    ("https://bank.example/login/\n5000 people", "https://bank.example/login/\n5000 people"),
    ("https://bank.example/login/\nPlease look", "https://bank.example/login/\nPlease look"),
    ("https://bank.example:8080\nanna@mail.example", "https://bank.example:8080\n[e-mail address]"),
    ("https://bank.example/a?b=1\nPlease look.", "https://bank.example/a?b=[hidden]\nPlease look."),
    ("https://bank.example/reset\nto keep your account", "https://bank.example/reset\nto keep your account"),
    ("https://bank.example/a?b=1\nhttps://shop.example/b", "https://bank.example/a?b=[hidden]\nhttps://shop.example/b"),
    ("https://bank.example/a?b=1\n\n2024 began", "https://bank.example/a?b=[hidden]\n\n2024 began"),
  ])
  func `a link goes on in the next line`(text: String, expected: String) {
    #expect(TextRedactor.redact(text) == expected)
    #expect(TextRedactor.redact(expected) == expected)
  }

  @Test(arguments: [
    "£1.99", "1.99 GBP", "100 Euro", "08:15", "14:30 Uhr", "2026-11-30", "30.11.2026 at noon", "24h left",
    "24/7 support", "2nd try", "12:30pm", "HMRC", "HSBC will call", "BBVA\nThanks",
  ])
  func `an amount, a time, a date or an abbreviation in the next line is no rest of a link`(rest: String) {
    let text = TextRedactor.redact("https://bank.example/pay?id=1\n\(rest)")
    #expect(text == "https://bank.example/pay?id=[hidden]\n\(rest)")
  }

  @Test(arguments: [
    "track/redelivery-fee", "order/2024/invoice", "2024/01/15/a-title-of-ten-words-about-the-year-2024", "index.html",
    "help/how-to-reset-your-password", "docs/v2/api", "products/iphone-15-pro-max-256gb", "de-de/hilfe/kontoeröffnung",
    "blog/covid19vaccine2024", "article12345678", "news/20240115", "resetPassword", "Account/SignIn",
    "wp-content/uploads",
    "Donaudampfschifffahrtsgesellschaft", "%C3%BCber-uns", "search", "a/b/c", "login/step1", "cgi-bin/webscr",
    "verify", "secure/verify/account", "ps5-4k-tv", "mein-konto/übersicht", "s/help", "photos/IMG_2041.jpg",
    "@anna/title", "npm/vue@3.2/x", "?page", "Zahlungsaufforderung", "aanmaningskosten", "remboursement-impots-2024",
    "recuperacion/cuenta", "~anna",
    "rfc/rfc3986", "session/keynote", "k/python3", "schwarzwald", "szczecin/", "Krzysztof", "przemysl",
    "react@latest/umd", "tree/HEAD@master", "page?2024",
  ])
  func `a path that people can read stays`(path: String) {
    let text = "https://bank.example/\(path) and bank.example.com/\(path)"
    #expect(TextRedactor.redact(text) == text)
  }

  @Test func `a UUID is one by its groups, though its letters make words`() {
    let (start, words) = ("https://bank.example/u", "deadbeef-cafe-babe-face-feedfacedead")
    #expect(TextRedactor.redact("\(start)/\(words)/a") == "\(start)/[hidden]/a")
    let others = [String(words.dropLast()) + "g", String(words.dropLast()), words.replacing("cafe", with: "facade")]
    for other in others { #expect(TextRedactor.redact("\(start)/\(other)/a") == "\(start)/\(other)/a") }
  }

  @Test func `text beside links stays as it is`() {
    for text in [
      "Is a=b or a>b? I think a=b.", "Q&A at 5", "and/or", "see page 3/4", "what?why", "R&D=fun", "1/2 + 1/2 = 1",
      "https://bank.example/", "https://bank.example", "bank.example.com", "https://bank.example/?",
      "https://bank.example/#", "10:30/11:45", "e.g./foo", "No.#123",
      "Art.-Nr./4711081520", "Part:5/abcdefghij0123456789", "10:30:05/abcdefghij0123456789", "./configure/a1b2c3d4e5f6",
    ] { #expect(TextRedactor.redact(text) == text) }
  }

  @Test func `a random name of a host is part of the host, not a key, in every link of a text`() {
    let name = "d1a2b3c4e5f6g7h8i9j0k1l2"
    let links = (1...3).map { "https://\(name)\($0).example.com/help" }
    for text in [links[0], "at \(links[0]) now", links.joined(separator: " or ")] {
      #expect(TextRedactor.redact(text) == text)
    }
    #expect(TextRedactor.redact("\(name) \(links[0]) \(name)") == "[private key] \(links[0]) [private key]")
  }

  @Test func `a token behind many links or in an endless one is found`() {
    let token = "4b5c6d7e8f90a1b2"
    let many = String(repeating: "https://a.example/ ", count: 600) + "https://bank.example/?t=\(token)"
    #expect(!TextRedactor.redact(many).contains(token))
    let long = "https://bank.example/?a=\(String(repeating: "ab", count: 1500))&t=\(token)"
    #expect(TextRedactor.redact(long) == "https://bank.example/?a=[hidden]&t=[hidden]")
  }

  @Test func `only links are replaced where only they are asked for`() {
    let text = "code 482913, https://bank.example/?t=ab1, anna@example.com"
    #expect(
      TextRedactor.redaction(of: text, .links).text == "code 482913, https://bank.example/?t=[hidden], anna@example.com"
    )
  }

  @Test func `a shared link has the same key each time, which hides its random part`() {
    let link = SharedLink("short.example/a8Fk2xQ")
    #expect(link.shown == "short.example/[hidden]")
    #expect(link.key.hasPrefix("short.example/[hidden]#") && !link.key.contains("a8Fk2xQ"))
    #expect(link.key == SharedLink("short.example/a8Fk2xQ").key)
    #expect(link.key != SharedLink("short.example/a8Fk2xR").key)
    #expect(SharedLink("short.example/my-shop").key == "short.example/my-shop")
  }
}
