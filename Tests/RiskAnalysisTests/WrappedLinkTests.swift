import Testing
import TextEntities

@testable import RiskAnalysis

struct WrappedLinkTests {
  private func signals(_ address: String) throws -> Set<BuiltInSignal> {
    Set(try Fixture.shipped.get().urlClassifier.classify(try Fixture.link(address)).signals)
  }

  @Test(arguments: [
    ("https://www.google.com/url?q=https%3A%2F%2Flarkspur-desk.top%2Flogin&sa=D", "larkspur-desk.top"),
    ("https://www.google.co.uk/url?sa=t&url=http://larkspur-desk.top/x", "larkspur-desk.top"),
    ("https://www.google.com/url?q=larkspur-desk.top/x", "larkspur-desk.top"),
    ("https://www.google.com/amp/s/larkspur-desk.top/pay", "larkspur-desk.top"),
    ("https://www-larkspur--desk-top.translate.goog/pay?_x_tr_sl=auto", "www.larkspur-desk.top"),
    ("https://translate.google.com/translate?hl=en&u=https://larkspur-desk.top/", "larkspur-desk.top"),
    ("https://larkspur--desk-top.cdn.ampproject.org/c/s/larkspur-desk.top/pay", "larkspur-desk.top"),
    ("https://www.bing.com/ck/a?!&&p=12ab&u=a1aHR0cHM6Ly9sYXJrc3B1ci1kZXNrLnRvcC94&ntb=1", "larkspur-desk.top"),
    ("https://www.youtube.com/redirect?event=x&q=https%3A%2F%2Flarkspur-desk.top", "larkspur-desk.top"),
    ("https://l.facebook.com/l.php?u=https%3A%2F%2Flarkspur-desk.top%2Fa&h=AT0", "larkspur-desk.top"),
    (
      "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Flarkspur-desk.top%2F&data=05",
      "larkspur-desk.top"
    ),
    ("https://urldefense.proofpoint.com/v2/url?u=https-3A__larkspur-2Ddesk.top_x&d=DwM", "larkspur-desk.top"),
    ("https://urldefense.com/v3/__https://larkspur-desk.top/x__;!!AbC", "larkspur-desk.top"),
    ("https://t.umblr.com/redirect?z=https%3A%2F%2Flarkspur-desk.top&t=1", "larkspur-desk.top"),
    ("https://www.tumblr.com/redirect?z=https%3A%2F%2Flarkspur-desk.top", "larkspur-desk.top"),
    ("https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Flarkspur-desk%2Etop", "larkspur-desk.top"),
    ("https://steamcommunity.com/linkfilter/?url=https://larkspur-desk.top", "larkspur-desk.top"),
    ("https://secure-web.cisco.com/1AbC/https%3A%2F%2Flarkspur-desk.top", "larkspur-desk.top"),
    // Cut off inside the path, and encoded twice.
    ("https://www.google.com/url?q=https%3A%2F%2Flarkspur-desk.top%2Flog%", "larkspur-desk.top"),
    ("https://www.google.com/url?q=https%253A%252F%252Flarkspur-desk.top%252Fa", "larkspur-desk.top"),
    // As browsers read the path, and in two lines.
    ("https://www.google.com/x/../url?q=https://larkspur-desk.top/verify", "larkspur-desk.top"),
    ("https://www.google.com/%2e/%75rl?q=https://larkspur-desk.top/verify", "larkspur-desk.top"),
    ("https://www.youtube.com/a/../redirect?q=https%3A%2F%2Flarkspur-desk.top", "larkspur-desk.top"),
    ("https://www.paypal.com/share/../x?url=https%3A%2F%2Flarkspur-desk.top%2Fverify", "larkspur-desk.top"),
    ("https://www.paypal.com/searchout?url=https%3A%2F%2Flarkspur-desk.top", "larkspur-desk.top"),
    ("https://www.google.com/url?\nq=https%3A%2F%2Flarkspur-desk.top%2Fverify", "larkspur-desk.top"),
    ("https://www.paypal.com\n/out?goto=https%3A%2F%2Flarkspur-desk.top", "larkspur-desk.top"),
    // One inside the other.
    (
      "https://www.google.com/url?q=https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttps%253A%252F%252Flarkspur-desk.top",
      "larkspur-desk.top"
    ),
  ])
  func `the target of a link inside a trusted one is judged`(address: String, host: String) throws {
    let classifier = try Fixture.shipped.get().urlClassifier
    #expect(classifier.destination(of: try Fixture.link(address)).host == host)
    let signals = try self.signals(address)
    #expect(signals.isSuperset(of: [.linkWrapped, .linkUnfamiliar, .linkOddEnding, .linkSuspicious]))
    #expect(!signals.contains(.linkOfficial))
  }

  @Test(arguments: [
    "https://www.google.com/url?q=https://www.paypal.com/signin",
    "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.dhl.de%2Fx&data=1",
  ])
  func `an official target stays official`(address: String) throws {
    let signals = try self.signals(address)
    #expect(signals.isSuperset(of: [.linkOfficial, .linkWrapped]) && !signals.contains(.linkUnfamiliar))
  }

  @Test func `an official address in a parameter makes nobody official`() throws {
    let signals = try self.signals("https://larkspur-desk.top/login?url=https://www.paypal.com/signin")
    #expect(signals.isSuperset(of: [.linkWrapped, .linkUnfamiliar, .linkOddEnding]))
    #expect(!signals.contains(.linkOfficial))
  }

  @Test(arguments: [
    ("https://wa.me/447700900123?url=https://www.paypal.com", BuiltInSignal.linkMessenger),
    ("https://t.me/larkspur?u=https://www.paypal.com", .linkMessenger),
    ("https://larkspur.weebly.com/?url=https://www.paypal.com", .linkFreeHost),
  ])
  func `a messenger and a page that anybody can make pass nobody on`(address: String, mark: BuiltInSignal) throws {
    let signals = try self.signals(address)
    #expect(signals.contains(mark) && !signals.contains(.linkOfficial))
  }

  @Test func `a form does not pass on to a company`() throws {
    let form = try Fixture.link("https://docs.google.com/forms/d/e/1/viewform?url=https://www.paypal.com")
    #expect(try Fixture.shipped.get().urlClassifier.destination(of: form).host == "docs.google.com")
  }

  @Test func `an unknown site that passes on to a bad one has the marks of both`() throws {
    let signals = try self.signals("https://larkspur.com/go?url=https%3A%2F%2Fpaypal.larkspur-desk.top")
    #expect(signals.isSuperset(of: [.linkWrapped, .linkUnfamiliar, .linkLookAlike]))
  }

  @Test(arguments: [
    "https://www.google.com/url?q=https%3A%2F%2Flarks", "https://www.google.com/url?q=htt",
    "https://l.facebook.com/l.php?u=https%3A",
  ])
  func `a target of which too little is left says nothing, least of all that it is official`(address: String) throws {
    #expect(try signals(address) == [.linkAny, .linkWrapped])
  }

  @Test(arguments: [
    "https://www.google.com/search?q=https://larkspur.com",
    "https://www.facebook.com/sharer.php?u=https://larkspur.com",
    "https://www.paypal.com/signin?returnUri=https%3A%2F%2Fwww.paypal.com", "https://www.paypal.com/u/larkspur",
    "https://developer.mozilla.org/docs/Web/http", "https://www.google.com/maps?q=Larkspur",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://example.com/?url=larkspur",
  ])
  func `an ordinary link holds none`(address: String) throws {
    #expect(try !signals(address).contains(.linkWrapped))
  }

  @Test func `links inside each other are taken apart three times and no more`() throws {
    let inner = "https://larkspur-desk.top"
    let address = (0..<40).reduce(inner) { address, _ in "https://l.facebook.com/l.php?u=" + address }
    #expect(try signals(address).contains(.linkWrapped))
    let classifier = try Fixture.shipped.get().urlClassifier
    #expect(classifier.destination(of: try Fixture.link(address)).path.hasPrefix("/l.php?u=https://l.facebook.com"))
  }

  @Test(arguments: ["https://reurl.cc/a1", "https://buly.kr/x9", "https://kortlink.dk/ab", "https://tiny.pl/q1"])
  func `short-link services of many countries are known`(address: String) throws {
    #expect(try signals(address).contains(.linkShortener))
  }
}
