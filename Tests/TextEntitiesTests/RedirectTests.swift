import Testing

@testable import TextEntities

/// Where a link leads that another one carries; whether that is well known is for risk analysis to say.
struct RedirectTests {
  private func target(of address: String) -> Redirect.Target? {
    EntityScanner.entities(in: Array(address.unicodeScalars)).first?.link.flatMap(Redirect.target)
  }

  private func host(of address: String) -> String? {
    if case .link(let link) = target(of: address) { link.host } else { nil }
  }

  @Test(arguments: [
    "https://www.google.com/url?q=https%3A%2F%2Flarkspur.top%2Fa", "https://www.google.co.uk/url?q=larkspur.top/a",
    "https://translate.google.com/translate?hl=en&u=https://larkspur.top/", "https://google.com/amp/s/larkspur.top/a",
    "https://google.com/amp/larkspur.top/a", "https://larkspur-top.translate.goog/a",
    "https://larkspur-top.cdn.ampproject.org/c/s/larkspur.top/a", "https://larkspur-top.cdn.ampproject.org/other",
    "https://cdn.ampproject.org/v/s/larkspur.top/a", "https://www.youtube.com/redirect?q=https%3A%2F%2Flarkspur.top",
    "https://t.umblr.com/redirect?z=https%3A%2F%2Flarkspur.top&t=1",
    "https://www.bing.com/ck/a?u=a1aHR0cHM6Ly9sYXJrc3B1ci50b3AveA",
    "https://urldefense.proofpoint.com/v2/url?u=https-3A__larkspur.top_x&d=D",
    "https://urldefense.com/v3/__https://larkspur.top/x__;!!AbC",
    "https://steam.example/linkfilter/https://larkspur.top",
    "https://secure-web.example/1AbC/https%3A%2F%2Flarkspur.top", "https://secure-web.example/http:/larkspur.top",
    "https://shop.example/out?url=https://larkspur.top/a", "https://shop.example/out#a&url=http://larkspur.top",
    "https://shop.example/?a=1;dest=//larkspur.top", "https://shop.example/?GoTo=https:\\\\larkspur.top",
    "https://a.awstrack.me/L0/https:%2F%2Flarkspur.top%2Fa/1/01",
    "https://google.com/url?q=https:%252F%252Flarkspur.top",
    "https://shop.example/200x/https:%5C%5Clarkspur.top%2Fa.jpg",
    "https://shop.example/?url=https%253A%252F%252Flarkspur.top", "https://shop.example/?url=&u=https://larkspur.top",
    // As browsers and servers read their paths.
    "https://www.google.com/./url?q=larkspur.top", "https://www.google.com/x/../url?q=larkspur.top",
    "https://www.google.com/x/%2e%2E/url?q=larkspur.top", "https://www.google.com/%75r%6C?q=larkspur.top",
    "https://www.google.com//url?q=larkspur.top", "https://www.google.com\\x\\..\\url?q=larkspur.top",
    "https://google.com/x/../amp/s/larkspur.top/a", "https://google.com//amp//s/larkspur.top/a",
    "https://google.com/amp/s/paypal.com/../larkspur.top/a", "https://www.youtube.com/a/../redirect?q=larkspur.top",
    "https://www.bing.com/x/../ck/a?u=a1aHR0cHM6Ly9sYXJrc3B1ci50b3AveA",
    "https://steam.example//linkfilter/https://larkspur.top", "https://secure-web.example/1/%68ttps://larkspur.top",
    "https://shop.example/share/../x?url=https://larkspur.top", "https://shop.example/searchout?url=//larkspur.top",
    "https://shop.example/shared?goto=https://larkspur.top", "https://shop.example//share?url=https://larkspur.top",
    "https://shop.example/share/%2e%2e%2fx?url=https://larkspur.top",
    "https://shop.example/share/..;/x?url=https://larkspur.top", "https://shop.example/x/share?url=//larkspur.top",
    "https://translate.google.com/website?sl=auto&u=larkspur.top/x", "https://google.com/local_url?q=larkspur.top",
    "https://rover.shop.example/rover/1/711/1?mpre=https%3A%2F%2Flarkspur.top",
    "https://shop.example/Search/redirect?url=https://larkspur.top", "https://shop.example/search/a?url=//larkspur.top",
    "https://shop.example/share/%72edirect.php?url=//larkspur.top",
    // In the path, and under another name.
    "https://shop.example/out;a=1;goto=https%3A%2F%2Flarkspur.top", "https://www.google.com/url;q=larkspur.top?a=b",
    "https://ad.doubleclick.net/ddm/clk/1;2;x?https://larkspur.top/a?b=1", "https://href.li/?https%3A//larkspur.top",
    "https://r.search.yahoo.com/_ylt=A;_ylu=B/RV=2/RU=https%3a%2f%2flarkspur.top%2fa/RK=2/RS=c-",
    "https://www.bing.com/aclk?ld=e&u=aHR0cHMlM2ElMmYlMmZsYXJrc3B1ci50b3AlMmZ4&rlid=1",
    "https://linkprotect.cudasvc.com/url?a=https%3a%2f%2flarkspur.top%2fa&c=E,1",
    "https://shop.example/#/out?url=https://larkspur.top",
    "https://duckduckgo.com/l/?uddg=https%3A%2F%2Flarkspur.top%2F&rut=1",
    "https://google.com/maps/url?q=larkspur.top", "https://l.messenger.com/l.php?u=larkspur.top/a",
    "https://www.facebook.com/l.php?u=larkspur.top", "https://a.example/ServiceLogin?continue=https://larkspur.top",
  ])
  func `a link inside another one is found`(address: String) { #expect(host(of: address) == "larkspur.top") }

  @Test(arguments: [
    "https://docs.example/http", "https://docs.example/httpd/2.4", "https://docs.example/a?b=https://larkspur.top",
    "https://shop.example/share?url=https://larkspur.top", "https://shop.example/?url=home",
    "https://shop.example/x/../share?url=https://larkspur.top", "https://shop.example/./share/a?url=//larkspur.top",
    "https://social.example/sharer/sharer.php?u=https://larkspur.top", "https://social.example/Share.php?url=//a.top",
    "https://social.example/shareArticle?mini=true&url=https://larkspur.top",
    "https://shop.example/sharing/share-offsite/?url=//larkspur.top", "https://shop.example/search/?url=//larkspur.top",
    "https://shop.example/share/url?url=https://larkspur.top",
    "https://docs.example/?https", "https://docs.example/?httpd=2&http", "https://docs.example/?text=a:https://a.top",
    "https://chrome.example/cws/share?url=//larkspur.top", "https://shop.example/a;jsessionid=1A?b=https://a.top",
    "https://shop.example/?to=",
    "https://notgoogle.example/url?q=larkspur.top", "https://www.google.com/search?q=larkspur.top",
    "https://shop.example/amp/s/larkspur.top",
  ])
  func `a link without another one in it has no target`(address: String) { #expect(target(of: address) == nil) }

  @Test(arguments: [
    "https://shop.example/out?url=http", "https://www.google.com/url?q=http%3A%2F%2F", "https://www.google.com/url?q=a",
    "https://www.bing.com/ck/a?u=b2xhcmtzcHVyLnRvcA", "https://www.bing.com/ck/a?u=a1aHR0",
  ])
  func `a target that was cut off cannot be read`(address: String) { #expect(target(of: address) == .unreadable) }

  @Test(arguments: [
    "https://www.google.com/url?q=https://paypal.com;@evil.top/a",
    "https://l.facebook.com/l.php?u=https://paypal.com;@evil.top",
    "https://www.youtube.com/redirect?q=https://paypal.com;@evil.top",
    "https://www.google.com/url?q=https%3A%2F%2Fpaypal.com%2523@evil.top/",
    "https://t.umblr.com/redirect?z=https%3A%2F%2Fpaypal.com%252f@evil.top/",
    "https://google.com/amp/s/paypal.com%2540evil.top/", "https://google.com/amp/s/paypal.com%2F@evil.top/",
    "https://www.google.com/url?Q=https://paypal.com&q=https://evil.top/a",
    "https://www.google.com/url?q=https://paypal.com&%71=https://evil.top",
    "https://www.google.com/url?q=https://paypal.com&url=https://evil.top",
    "https://www.google.com/aclk?to=https://www.paypal.com&adurl=https://evil.top/a",
    "https://www.google.com/aclk?to=https://www.paypal.com&adurl=%20https://evil.top/a",
    "https://l.facebook.com/l.php/https://paypal.com?u=https://evil.top",
    "https://www.google.com/url?Q=https://google.com/maps&q=https://google.com/url?q%3Devil.top",
    // Of one site, but either may lead on.
    "https://www.google.com/url?Q=https://google.com/url?q%3Dpaypal.com&q=https://google.com/url?q%3Devil.top",
  ])
  func `a target that redirectors may read differently cannot be told`(address: String) {
    #expect(target(of: address) == .unreadable)
  }

  @Test(arguments: [
    "https://www.google.com/url?a=1&amp;q=https%3A%2F%2Flarkspur.top%2Fa%3Bb",
    "https://www.google.com/url?q=https%3A%2F%2Flarkspur.top%2F%40me",
    "https://shop.example/?url=https://larkspur.top/a;b",
    "https://shop.example/?url=https://larkspur.top/&u=https://larkspur.top/",
    "https://www.google.com/url?q=https%3A%2F%2Flarkspur.top&url=https%3A%2F%2Flarkspur.top%2F",
    "https://larkspur.top/login?url=https://larkspur.top/a&redirect_url=https://larkspur.top/b",
    "https://web.archive.org/web/2020/https://larkspur.top/a?url=https://other.example/b",
    "https://www.google.com/url?\u{301}=/https://paypal.com&q=https://larkspur.top",
    "https://www.google.com/url?q=%20h%09ttps://larkspur.top",
    "https://www.google.com/url?q=https://paypal.com%3b@larkspur.top",
  ])
  func `readings that agree give their target`(address: String) { #expect(host(of: address) == "larkspur.top") }

  @Test(arguments: ["http", "https"], ["%253A%252F%252F", "%25253A%25252F%25252F", ":%252F%252F", "%3A%5C%5C", "://"])
  func `a target that is encoded more than once is found`(scheme: String, marks: String) {
    #expect(host(of: "https://www.google.com/url?q=\(scheme)\(marks)larkspur.top") == "larkspur.top")
    #expect(host(of: "https://shop.example/?url=\(scheme)\(marks)larkspur.top") == "larkspur.top")
  }

  @Test(arguments: [
    "https://www.google.com/url?\nq=https%3A%2F%2Flarkspur.top%2Fverify", "https://www.google.com\n/url?q=larkspur.top",
    "https://www.google.com/url\n?q=https://larkspur.top/a", "https://google.com/url?sa=t&\nurl=https://larkspur.top",
    "https://shop.example\n/out?goto=https%3A%2F%2Flarkspur.top",
    "https://shop.example/\nout?goto=https://larkspur.top",
    "https://shop.example/out?goto\r\n=https://larkspur.top/", "https://shop.example/out?goto=\nhttps%3A//larkspur.top",
    "https://www.google.com/ur\nl?q=https%3A%2F%2Flarkspur.top", "https://shop.example\n\\out?u=https://larkspur.top",
    "https://www.google.com/url?\nsa=t&\na=1&\nb=2&\nc=3&\nd=4&\nq=https%3A%2F%2Flarkspur.top to pay",
    "https://www.google.com/url?q=https%3A%\n2F%2Flarkspur.top%2F", "https://shop.example\n#url=https://larkspur.top",
    "https://www.google.com/url?q=https:/\n/larkspur.top/a", "https://google.com/amp/s\n/larkspur.top/a",
    "https://www.google.com/url?q=https://paypal.com\n@larkspur.top/a",
    "https://google.com/url?q=https://lark\n%73pur.top", "https://shop.example/\n#/out?url=https://larkspur.top",
    "https://shop.example/?goto=https%3A%2F%2Fpaypal.com\n%40larkspur.top", "www.google.com/url?\nq=larkspur.top/a",
    "https://www.google.com/url?q=\nhttps://larkspur.top/a", "https://www.google.com/url?q=\nlarkspur.top/a",
    "https://www.google.com/url?q=https://paypal.com:\nlogin@larkspur.top/verify",
    "https://www.google.com/url?q=https://paypal.com\nlogin@larkspur.top/verify",
  ])
  func `a link inside one of several lines is found`(text: String) { #expect(host(of: text) == "larkspur.top") }

  @Test func `a target in the next line that contradicts the one before cannot be told`() {
    #expect(target(of: "https://google.com/url?q=https://paypal.com&\nq=https://evil.top/a") == .unreadable)
    #expect(target(of: "https://google.com/url?q=https://paypal.com;\nlogin@evil.top/a") == .unreadable)
  }

  @Test(arguments: [
    "https://shop.example/a?\nPlease look", "https://shop.example/a/\nhome", "https://shop.example/a\n/home",
    "https://shop.example/a?b=1&\nc=2", "https://www.google.com/url?q=https://larkspur.top/\nThen",
    "https://www.google.com/url?q=https://larkspur.top\n-Item",
    "https://www.google.com/url?q=https://larkspur.top\n==========\nThen",
    "https://www.google.com/url?q=https://larkspur.top\nanna@mail.example",
    "https://google.com/url?q=https://larkspur.top\n50% off",
    "https://www.google.com/url?q=https://larkspur.top\n@Larkspur",
    "https://google.com/url?q=https://larkspur.top.\nIt is",
    "https://www.google.com/url?q=https://larkspur.top\nx=5", "https://www.google.com/url?q=\nClick here",
    "https://www.google.com/amp/s/\nThen", "https://shop.example/a? \nurl=https://larkspur.top",
    "https://shop.example/a?\n\nurl=https://larkspur.top", "https://shop.example/\nhttps://larkspur.top/",
    "https://shop.example\nhttps://larkspur.top/", "https://shop.example/share?\nurl=https://larkspur.top",
    "https://shop.example/out?url=\nhttps://larkspur.top/a",
  ])
  func `words and links of the next line are not swallowed`(text: String) throws {
    let scalars = Array(text.unicodeScalars)
    let end = try #require(EntityScanner.entities(in: scalars).first).range.upperBound
    #expect(end <= scalars.firstIndex(of: "\n") ?? 0)
  }

  @Test func `a sign-in names where it returns to`() throws {
    for (query, host) in [("redirect_uri=https%3A//larkspur.top/a", "larkspur.top"), ("redirect_uri=app://a", nil)] {
      let scalars = Array("https://login.example/authorize?client_id=1&\(query)".unicodeScalars)
      let link = try #require(EntityScanner.entities(in: scalars).first?.link)
      #expect(Redirect.target(of: link) == nil && Redirect.returnTarget(of: link)?.host == host)
    }
  }

  @Test func `hyphens of a translated name are written twice`() {
    #expect(host(of: "https://www-lark--spur-top.translate.goog/a") == "www.lark-spur.top")
  }
}
