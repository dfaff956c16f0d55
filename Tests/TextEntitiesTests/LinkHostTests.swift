import Testing

@testable import TextEntities

/// Whose a link is, as far as its host tells.
struct LinkHostTests {
  private func links(_ text: String) -> [Link] {
    EntityScanner.entities(in: Array(text.unicodeScalars)).compactMap(\.link)
  }

  private func mailDomains(_ text: String) -> [String?] {
    EntityScanner.entities(in: Array(text.unicodeScalars)).filter { $0.kind == .email }.map(\.emailDomain)
  }

  @Test(arguments: [
    ("https://evil-login.example\\.paypal.com/verify", "evil-login.example"),
    ("https:\\\\evil-login.top\\.paypal.com/verify", "evil-login.top"),
    ("evil-login.top\\.paypal.com/verify", "evil-login.top"),
    ("evil-login.top/?to=https://www.paypal.com/verify", "evil-login.top"),
    ("evil-login.top/@paypal.com", "evil-login.top"),
    ("https://paypal.com:pay@evil-login.top/", "evil-login.top"),
    ("https://paypal.com\n@evil-login.top/a", "evil-login.top"),
    ("https://www.paypal.com\r\n.evil-login.top/a", "www.paypal.com.evil-login.top"),
    ("https://evil-login\u{3002}top\u{FF0F}.paypal.com/", ""),
    ("https://evil\u{3002}top/.paypal.com/", "evil.top"),
    ("https://pay%70al.com/", "paypal.com"), ("https://evil.top%2f.paypal.com/", ""),
    ("\u{FF50}aypal\u{FF0E}com", "paypal.com"), ("https://p\u{430}ypal.com", "xn--pypal-4ve.com"),
    ("https://p%D0%B0ypal.com", "xn--pypal-4ve.com"),
    ("http://0x7f.1/pay", "127.0.0.1"), ("http://2130706433/pay", "127.0.0.1"),
    ("http://[2001:DB8::1]/pay", "[2001:db8::1]"),
    ("https://www.paypal..com/", ""), ("https://-.paypal.com/", ""),
    ("https://a.\(String(repeating: "a", count: 64)).paypal.com/", ""),
    ("https://www.paypal.com\n\u{3002}evil.top/a", "www.paypal.com.evil.top"),
    ("https://www.paypal.com\n\u{200B}.evil.top/a", "www.paypal.com.evil.top"),
    ("www.paypal.com\r.evil.top/a", "www.paypal.com.evil.top"),
    ("https://www.paypal.com\n\u{AD}\u{200B}@evil.top/a", "evil.top"),
    ("https://www.paypal.com\n:x@evil.top/a", "evil.top"),
    ("https://www.paypal.com\n%2eevil.top", "www.paypal.com.evil.top"),
    ("https://paypal.com\n@1.2.3.4/a", "1.2.3.4"),
    ("https://www.paypal.com\t.evil.top/a", "www.paypal.com.evil.top"),
    ("https://www.paypal.com:\nlogin@evil.top/verify", "evil.top"),
    ("https://paypal.com:80\n80@evil.top/a", "evil.top"),
    ("https://www.paypal.com;\nlogin@evil.top?verify", "evil.top"),
    ("https://paypal.com:\nlogin@evil.top/", "evil.top"),
    ("https://paypal.com:\n@evil.top/a", "evil.top"), ("www.paypal.com:\nlogin@evil.top/a", "evil.top"),
    ("https://paypal.com:\r\nx:y@evil.top/a", "evil.top"), ("https://paypal.com;\nlogin@1.2.3.4/a", "1.2.3.4"),
    ("https://paypal.com,\nlogin@evil.top/a", "evil.top"), ("https://paypal.com.\nlogin@evil.top/", "evil.top"),
    ("https://www.paypal.com\nlogin@evil.top/verify", "evil.top"), ("www.paypal.com\nx:y@evil.top/a", "evil.top"),
    ("https://www.paypal.com\n;login@evil.top?verify", "evil.top"),
    ("https://www.paypal.com\n.secure\n.evil.top/a", "www.paypal.com.secure.evil.top"),
    ("www.paypal.com\n.cn", "www.paypal.com.cn"), ("www.paypal.com\n.evil\n.top", "www.paypal.com.evil.top"),
    ("https://paypal.com\n@[2001:db8::1]/a", "[2001:db8::1]"),
    ("https://paypal.com\n@evil.zip/a", "evil.zip"), ("https://evil\n.top/a", "evil.top"),
    ("www.paypal.com\n.evil.top", "www.paypal.com.evil.top"),
    ("paypal.com\n@evil.top/a", "evil.top"),
    ("185.23.45.67/m/verify-account", "185.23.45.67"), ("185.23.45.69/~user/paypal/login.php", "185.23.45.69"),
    ("1.2.3.4/verify", "1.2.3.4"), ("1.2.3.4:80/?a", "1.2.3.4"), ("0x7f.1/verify", "127.0.0.1"),
    ("([2001:DB8::1]/verify)", "[2001:db8::1]"), ("[::1]/a", "[::1]"), ("https//evil.top/a", "evil.top"),
    ("htps://evil.top/a", "evil.top"), ("//evil.top/a", "evil.top"), ("https:evil.top/a", "evil.top"),
    ("http//:evil.top/a", "evil.top"), ("Pulse aqu\u{ED}:evil.top/a", "evil.top"),
    ("\u{70B9}\u{51FB}:evil.top/a", "evil.top"),
    ("\u{201C}Link\u{201D}:evil.top/a", "evil.top"), ("*Link*:evil.top/a", "evil.top"),
    ("Website(new):evil.top/a", "evil.top"), ("E_mail:evil.top/a", "evil.top"), ("aujourd'hui:evil.top/a", "evil.top"),
    ("www.paypal.com@evil.top/verify", "evil.top"), ("www.paypal.com:x@evil.top/verify", "evil.top"),
    ("ftp://www.paypal.com@evil.top/x", "evil.top"), ("htps://login@evil.top/x", "evil.top"),
    ("www.paypal.com@evil.top/@verify", "evil.top"), ("secure_login.evil-pay.top/verify", "secure_login.evil-pay.top"),
    ("evil\u{200B}-login.top/verify", "evil-login.top"), ("evil\u{AD}-login.top/verify", "evil-login.top"),
    ("%65vil-login.top/verify", "evil-login.top"), ("%D0%B5vil.top/verify", "xn--vil-qdd.top"),
    ("https;//evil-login.top/verify", "evil-login.top"), ("https.//evil-login.top/verify", "evil-login.top"),
    ("https\u{FF1A}//evil-login.top/verify", "evil-login.top"), ("http,//evil-login.top/verify", "evil-login.top"),
    ("https://www.paypal.com,http:x@evil.top/", "evil.top"),
    ("https://www.paypal.com:pay/", ""), ("https://www.paypal.com./x", "www.paypal.com"),
  ])
  func `a link is whose the standard says`(text: String, host: String) {
    #expect(links(text).map(\.host) == [host])
  }

  @Test(arguments: [
    // What looks like a full stop written out is within the user name, or behind the host that browsers open.
    ("https://paypal(.)com@evil.top/", ["evil.top"]), ("https://paypal[.]com@evil.top/", ["evil.top"]),
    ("https://paypal[.]com\u{3002}evil.top", [""]),
    ("at https://dhl-parcel.top . dhl.com", ["dhl-parcel.top", "dhl.com"]),
    ("at dhl-parcel.top . dhl.com/pay", ["dhl-parcel.top", "dhl.com"]),
    ("at https://www.dhl.com (dot) top/pay now", ["www.dhl.com", "www.dhl.com.top"]),
    ("www.dhl.com dot top/pay", ["www.dhl.com", "www.dhl.com.top"]),
    ("_dhl-fee[.]top_", ["dhl-fee.top"]), ("dhl-fee[.]top%", ["dhl-fee.top"]),
    ("dhl-fee[.]top\u{8C22}\u{8C22}", ["dhl-fee.top"]), ("dhl-fee[.]top\u{3002}\u{8C22}", ["dhl-fee.top"]),
    ("at https://dhl-fee . example/pay", ["dhl-fee.example"]),
    // Two in one word.
    ("paypal-secure.bio/https://www.paypal.com/signin", ["paypal-secure.bio"]),
    ("secure-dhl.top,https://www.dhl.com", ["secure-dhl.top", "www.dhl.com"]),
    ("https:// secure-dhl.top,https://www.dhl.com", ["secure-dhl.top", "www.dhl.com"]),
    ("https://paypal.com:\(String(repeating: "0", count: 3_000))@evil.top/", ["evil.top"]),
    ("[https://www.paypal.com](https://evil.top/x)", ["www.paypal.com", "evil.top"]),
    ("https://www.dhl.com,https://www.paypal.com|https://evil.top", ["www.dhl.com", "www.paypal.com", "evil.top"]),
    ("https://www.dhl.com/,https://evil.top", ["www.dhl.com"]),
    ("paypal-secure.zip/login", ["paypal-secure.zip"]), ("lib/main.swift/a", []),
    ("-paypal.com\n-dhl.com", ["paypal.com", "dhl.com"]), ("www.dhl.com\n@dhl.com", ["www.dhl.com", "dhl.com"]),
    ("dhl.com\t@paypal.com", ["dhl.com", "paypal.com"]), ("asp.net\n.net core", ["asp.net"]),
    ("www.dhl.com\n.NET core", ["www.dhl.com"]), ("https://dhl.com,\n@anna.art", ["dhl.com"]),
    ("https://dhl.com/\nhttps://paypal.com/", ["dhl.com", "paypal.com"]),
    ("https://dhl.com/?url=\nhttps://paypal.com/", ["dhl.com", "paypal.com"]),
    ("is tomorrow.Call/text us", []), ("in backup.zip/photos", []),
  ])
  func `no link hides another`(text: String, hosts: [String]) {
    #expect(links(text).map(\.host) == hosts)
  }

  @Test(arguments: [
    ("1.2.3.4/", "1.2.3.4"), ("0x7f.1/?to=", "127.0.0.1"), ("2130706433/", "127.0.0.1"),
    ("[2001:db8::1]/", "[2001:db8::1]"),
    ("evil_login.top/", "evil_login.top"), ("evil%2dlogin%2etop#", "evil-login.top"), ("evil\u{200B}.top/", "evil.top"),
    ("user@evil.top/", "evil.top"), ("a:b@evil.top/", "evil.top"), ("ftp://evil.top/", "evil.top"),
    ("https//evil.top/?to=", "evil.top"), ("evil%2dlogin%2etop:80/", "evil-login.top"),
    ("htps://evil.top/", "evil.top"), ("//evil.top?to=", "evil.top"), ("evil.zip/", "evil.zip"),
    ("xn--pypal-4ve.\u{1F4A9}.la/", ""),
  ])
  func `what stands before an address in one word is opened, not the address`(before: String, host: String) {
    #expect(links("at \(before)https://www.paypal.com/verify now").map(\.host) == [host])
  }

  @Test(arguments: [
    "[text/more](https://www.paypal.com/x)", "Website/https://www.paypal.com", "1/https://www.paypal.com",
    "and/or:https://www.paypal.com", "v1.2/notes](https://www.paypal.com",
    "Ref 20240512/https://www.paypal.com", "12.05.2024/https://www.paypal.com", "#12345678#https://www.paypal.com",
  ])
  func `words before an address are none`(text: String) { #expect(links(text).map(\.host) == ["www.paypal.com"]) }

  @Test(arguments: [
    "rated 3.5/10", "$9.99/month", "12.05.2024/13.05.2024", "192.168.1.0/24", "HTTP:404", "http://::1/",
    "std::vector.foo/x",
    "2.0.0.1/win64", "Firmware 1.0.0.23/R2", "0.0.0.0:8080/admin", "1.1.1.1:53/udp", "127.0.0.1:5432/postgres",
    "192.168.178.1/24,gw", "192.168.178.1/admin", "10.0.0.1/admin", "172.16.0.1/admin", "255.255.255.0/mask",
    "1.2.3.4/linux-x64",
    "/etc/resolv.conf", "C:\\Users\\a.com", "my_module.data.py", "pay_fee.top/a", "info@a.example/www.b.example",
    "anna@a.example/Tel.", "E-Mail:anna@a.example/Tel",
  ])
  func `numbers and names with slashes are no address`(text: String) { #expect(links(text).isEmpty) }

  @Test func `the path of a link begins with a slash, whichever is written`() {
    #expect(links("https://www.google.com\\url?q=a\\b").first?.path == "/url?q=a\\b")
  }

  @Test(arguments: [
    "https://www.paypal.com\n@PayPal", "https://www.paypal.com\n...", "https://www.paypal.com\n. Then",
    "https://www.paypal.com \n@evil.top", "https://www.paypal.com\n:D", "https://www.paypal.com\n-Item",
    "https://www.paypal.com\n\n.evil.top",
  ])
  func `a new line is not the rest of a host`(text: String) {
    #expect(links(text).map(\.host).contains("www.paypal.com"))
  }

  @Test(arguments: [
    ("/a/../b/./c", "/b/c"), ("/a/..#b", "/#b"), ("/../../a", "/a"), ("/a/%2E%2e/b", "/b"), ("/.%2e/%2e/a", "/a"),
    ("/a//../b", "/a/b"), ("/a/.?b", "/a/?b"), ("/.a/..b/.../c", "/.a/..b/.../c"),
    ("\\a\\..\\b?c\\..\\d", "/b?c\\..\\d"),
    ("/a?/../b", "/a?/../b"), ("/a#/../b", "/a#/../b"), ("//a", "//a"), ("/%61/..%2fb", "/%61/..%2fb"),
  ])
  func `the path of a link is the one that the standard says`(written: String, path: String) {
    #expect(links("https://www.example.com" + written).map(\.path) == [path])
  }

  @Test(arguments: [
    "\u{201E}*\u{201C}", "\u{AB}*\u{BB}", "\u{BB}*\u{AB}", "\u{201A}*\u{2018}", "\u{2039}*\u{203A}",
    "\u{FF08}*\u{FF09}",
    "\u{300C}*\u{300D}", "*\u{FF0C}", "*\u{FF01}", "*\u{3001}", "*\u{3002}", "*\u{2013}", "*\u{2014}", "`*`", "~*~",
    "_*_",
    "\u{202A}*\u{202C}", "\u{2066}*\u{2069}", "*\u{200B}", "*\u{AD}", "*\u{2122}", "*\u{2192}", "*&",
    "\u{1F449}*\u{1F448}",
    "\u{27A1}\u{FE0F}*\u{2705}", "\u{1F449}\u{1F3FD}*\u{2764}\u{FE0F}.",
  ])
  func `marks around a link are no part of it`(marks: String) {
    for (address, host) in [
      ("https://www.example.com", "www.example.com"), ("www.example.com", "www.example.com"),
      ("example-login.top", "example-login.top"), ("https://example.com:8080", "example.com"),
    ] {
      let scalars = Array("at \(marks.replacing("*", with: address)) now".unicodeScalars)
      let found = EntityScanner.entities(in: scalars)
      #expect(found.map { scalars.string($0.range) } == [address], "\(marks)")
      #expect(found.map(\.link?.host) == [host])
    }
  }

  @Test(arguments: ["a_", "a~", "?a=b&", "a\u{1F448}", "%E2%82%AC", "a-"])
  func `a path may end in marks`(path: String) {
    let text = "https://example.com/\(path)"
    let scalars = Array("\u{201E}\(text)\u{201C}".unicodeScalars)
    #expect(EntityScanner.entities(in: scalars).map { scalars.string($0.range) } == [text])
  }

  @Test(arguments: [
    "https://www.paypal.com\u{201C}\n.evil.top/a", "https://www.paypal.com)\n.evil.top/a",
    "https://www.paypal.com`\n%2eevil.top", "https://www.paypal.com\u{1F448}\n.evil.top/a",
    "https://www.paypal.com&\n@evil.top/a", "https://www.paypal.com%\n2eevil.top/a",
    "https://www.paypal.com-\nevil.top/a",
  ])
  func `a mark at the end of a line may be within a host`(text: String) {
    #expect(links(text).first.map { $0.isCertain && $0.host == "www.paypal.com" } == false)
  }

  @Test func `a number after a lone scheme is no address`() {
    #expect(links("http 2024 edition").isEmpty)
  }

  @Test(arguments: [
    ("service@paypal.com", "paypal.com"), ("service@paypal.com@evil.top", nil),
    ("service@paypal.com\u{3002}evil.top", nil),
    ("service@paypal.com\u{E9}.top", nil), ("service@paypal..com", nil),
    ("service@paypal.com\u{3002}\u{8C22}\u{8C22}", "paypal.com"),
    ("service@paypal.com\\.evil.top", "paypal.com"),
    ("service@paypal.com.\u{E9}vil.top", "paypal.com.xn--vil-9la.top"),
    ("service@paypal.com.\u{440}\u{444}", "paypal.com.xn--p1ai"),
    ("service@paypal.com-\u{E9}vil.top", "paypal.xn--com-vil-eya.top"),
    ("service@paypal.com.\u{2713}.top", nil),
    ("service@paypal.com.\u{200B}evil.top", "paypal.com.evil.top"), ("service@\u{E9}vil.top", "xn--vil-9la.top"),
    ("service@paypal.com\u{440}\u{444}.\u{440}\u{444}", nil), ("\"service@paypal.com\"@evil.top", nil),
    ("\"service@paypal.com,a\"@evil.top", nil), ("<service@paypal.com\n.evil.top>", nil),
    ("<service@paypal.com.\nevil.top>", nil), ("<service@paypal.com\nx.evil.top>", nil),
    ("service@paypal.com\n.evil.top", nil), ("service@paypal.com.\nevil.top is it", "paypal.com"),
    ("<service@paypal.com\n>", "paypal.com"), ("service@paypal.com\n... then", "paypal.com"),
    ("service@paypal.com\u{1F448}", "paypal.com"), ("_service@paypal.com_", "paypal.com"),
    ("\u{201E}service@paypal.com\u{201C}", "paypal.com"), ("service@paypal.com(@paypal)", "paypal.com"),
    ("service\u{FF20}paypal.com", "paypal.com"),
  ])
  func `a mail address is of a company only if its domain is told`(text: String, domain: String?) {
    #expect(mailDomains(text) == [domain])
  }

  @Test(arguments: [
    ("anna@a.example,ben@b.example", ["a.example", "b.example"]),
    ("<anna@a.example>,<ben@b.example>", ["a.example", "b.example"]),
    ("service@paypal.com+x@evil.top", [nil, "evil.top"]), ("service@paypal.com=x@evil.top", [nil, "evil.top"]),
    ("service@paypal.com.@evil.top", [nil, "evil.top"]), ("service@paypal.com-@evil.top", [nil, "evil.top"]),
    ("service@paypal.com,\"x\"@evil.top", [nil]),
  ])
  func `of several addresses in one word each has its domain if marks divide them`(text: String, domains: [String?]) {
    #expect(mailDomains(text) == domains)
  }

  @Test func `the letters of a host are kept for those who compare them`() throws {
    let link = try #require(links("https://secure-p\u{430}ypal.co.uk/").first)
    #expect(link.writtenHost == "secure-p\u{430}ypal.co.uk" && link.writtenDomain == link.writtenHost)
    #expect(link.hasForeignLetters)
  }
}
