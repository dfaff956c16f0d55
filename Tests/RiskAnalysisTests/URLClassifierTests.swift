import Testing

@testable import RiskAnalysis

struct URLClassifierTests {
  private func signals(_ address: String) throws -> Set<BuiltInSignal> {
    Set(try Fixture.shipped.get().urlClassifier.classify(try Fixture.link(address)).signals)
  }

  @Test func `a sign-in page under a name that is bought for something else is no bait, a bought bait word is`() throws
  {
    #expect(try signals("https://login.larkspur.com/start").contains(.linkBaitWord) == false)
    #expect(try signals("https://larkspur-login.com/start").contains(.linkBaitWord))
  }

  @Test(arguments: [
    ("https://www.paypal.com/security", BuiltInSignal.linkOfficial),
    ("https://larkspur.gov.uk/parking", .linkOfficial),
    ("https://impots.larkspur.gouv.fr", .linkOfficial),
    ("https://larkspur-gov.uk/parking", .linkUnfamiliar),
    ("https://gov.uk.larkspur.top/parking", .linkOddEnding),
    ("https://bit.ly/3abcd", .linkShortener), ("https://paypal.bit.ly/3abcd", .linkLookAlike),
    ("http://203.0.113.9/login", .linkAddress),
    ("https://parcel.top/x", .linkOddEnding),
    ("https://mail-quota.weebly.com", .linkFreeHost),
    ("https://paypal.com.verify-login.top", .linkLookAlike),
    ("https://paypa1-help.com", .linkLookAlike),
    ("https://arnazon.support-desk.com", .linkLookAlike),
    ("https://netfliix.com/login", .linkLookAlike),
    ("https://paypal.com@evil.com/", .linkLookAlike),
    ("https://ledger.report/alert", .linkLookAlike),
    ("https://xn--pypal-4ve.com", .linkPunycode),
    ("https://wa.me/4915500000", .linkMessenger), ("https://discord.gg/larkspur", .linkMessenger),
    ("https://chat.whatsapp.com/larkspur", .linkMessenger), ("https://goo.gl/larkspur", .linkShortener),
    ("https://login-check.westeurope.cloudapp.azure.com/", .linkFreeHost),
    ("https://my-own-parcel-desk.com", .linkManyHyphens),
    ("https://secure-refund.com", .linkBaitWord),
  ])
  func `a mark is seen`(address: String, signal: BuiltInSignal) throws {
    #expect(try signals(address).contains(signal))
  }

  @Test(arguments: [
    "https://chat.whatsapp.com/larkspur", "https://api.whatsapp.com/send?phone=4915500000",
    "https://discord.gg/larkspur",
  ])
  func `an invitation is a messenger's, neither official nor suspicious`(address: String) throws {
    #expect(try signals(address) == [.linkAny, .linkMessenger])
  }

  @Test(arguments: [
    "https://docs.google.com/forms/d/e/1/viewform", "https://sites.google.com/view/larkspur",
    "https://forms.office.com/r/larkspur", "https://forms.office.com",
    "https://docs.google.com/u/1/forms/d/e/1/viewform", "https://script.google.com/macros/s/larkspur/exec",
    "https://lookerstudio.google.com/reporting/larkspur", "https://business.google.com/website/larkspur",
    "https://groups.google.com/g/larkspur", "https://express.adobe.com/page/larkspur",
    "https://new.express.adobe.com/webpage/larkspur", "https://indd.adobe.com/view/larkspur",
    // A short link to any site.
    "https://www.linkedin.com/slink?code=larkspur",
    "https://docs.google.com/./forms/d/e/1/viewform", "https://docs.google.com/x/../%66orms/d/e/1/viewform",
  ])
  func `a form or site of anybody on a company's host is not the company's`(address: String) throws {
    #expect(try signals(address) == [.linkAny, .linkFreeHost])
  }

  @Test(arguments: [
    "https://www.paypal.com;\nlogin@larkspur.top", "https://www.gov.uk:\nlogin@larkspur.top",
    "https://www.wikipedia.org;\nlogin@larkspur.top",
  ])
  func `a host that may be a user name is nobody's`(text: String) throws {
    let classification = try Fixture.shipped.get().urlClassifier.classify(try Fixture.link(text))
    #expect(classification.signals.contains(.linkUnfamiliar) && classification.owners.isEmpty)
    // Nor does it imitate itself: "Confirm at https://www.paypal.com:" may be followed by any mail address.
    #expect(!classification.signals.contains(.linkLookAlike) && !classification.signals.contains(.linkSuspicious))
  }

  @Test func `a site where people list their pages, and a company's shortener, are what they are`() throws {
    // One letter more than "Linkt", which collects tolls.
    #expect(try signals("https://linktr.ee/larkspur") == [.linkAny])
    #expect(try signals("https://spotify.link/larkspur").contains(.linkOfficial))
  }

  @Test func `a sign-in is the company's own unless it returns to a suspicious site`() throws {
    let start = "https://login.microsoftonline.com/common/oauth2/authorize?client_id=1&redirect_uri=https%3A%2F%2F"
    #expect(try signals(start + "larkspur.top%2Fa").contains(.linkOddEnding))
    #expect(try !signals(start + "larkspur.top%2Fa").contains(.linkOfficial))
    for target in ["larkspur-desk.com%2Fauth", "www.office.com%2F", "lark", ""] {
      #expect(try signals(start + target) == [.linkAny, .linkOfficial])
    }
  }

  @Test func `a document on a company's host is`() throws {
    #expect(try signals("https://docs.google.com/document/d/1/edit").contains(.linkOfficial))
  }

  @Test(arguments: [
    "https://maps.app.goo.gl/larkspur", "https://photos.app.goo.gl/larkspur",
    "https://www.paypal.com/security", "https://accounts.google.com/reset", "https://www.amazon.co.uk/orders",
    "https://www.o2online.de/", "https://github.com/paypal/sdk", "https://en.wikipedia.org/wiki/PayPal",
    "https://ledger.co.nz/news",
  ])
  func `an official or familiar address has no suspicious mark`(address: String) throws {
    #expect(try !signals(address).contains(.linkSuspicious))
  }

  @Test(arguments: [
    ("https://agenziaentrate.gov.it/x", BuiltInSignal.linkOfficial), ("https://grow.withgoogle.com/x", .linkOfficial),
    ("https://larkspur.qld.gov.au/x", .linkOfficial), ("https://larkspur.github.io/x", .linkFreeHost),
  ])
  func `what is below an ending of its owner is official, below one for everybody a free host`(
    address: String, signal: BuiltInSignal
  ) throws {
    #expect(try signals(address).contains(signal))
  }

  @Test(arguments: ["rnicrosoft.com", "paypa1.com", "arnazon.co.uk"])
  func `a look-alike that was read well is accused, one that may be a misread genuine address is not`(host: String)
    throws
  {
    let classifier = try Fixture.shipped.get().urlClassifier
    let link = try Fixture.link("https://\(host)/login")
    #expect(classifier.classify(link, alternatives: [], isUncertain: false).signals.contains(.linkLookAlike))
    #expect(classifier.classify(link, alternatives: [], isUncertain: true).signals == [.linkAny])
  }

  @Test func `doubt about the letters does not excuse an address that resembles no official one`() throws {
    let classifier = try Fixture.shipped.get().urlClassifier
    let link = try Fixture.link("https://paypal-secure-login.top/x")
    #expect(classifier.classify(link, alternatives: [], isUncertain: true).signals.contains(.linkOddEnding))
  }

  @Test func `of several readings only what all have counts`() throws {
    let classifier = try Fixture.shipped.get().urlClassifier
    let found = try Fixture.link("https://paypal.com.evil-desk.top/a")
    let genuine = try Fixture.link("https://www.paypal.com/a")
    let shared = classifier.classify(found, alternatives: [genuine], isUncertain: false)
    #expect(shared.signals == [.linkAny] && shared.owners.isEmpty)
    #expect(
      classifier.classify(found, alternatives: [found], isUncertain: false).signals
        == classifier.classify(found).signals)
  }
}
