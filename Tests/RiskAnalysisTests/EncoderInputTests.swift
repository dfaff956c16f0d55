import ScanModel
import Testing

@testable import RiskAnalysis

/// The encoder's input: the same texts must give the same pieces as long as `EncoderInput.featureVersion` is the same.
struct EncoderInputTests {
  private func line(_ text: String) throws -> String {
    try #require(Fixture.rulesAlone().passages(of: TextPage(plainText: text)).passages.first).input
  }

  @Test(arguments: [
    ("Hello World", "hello world"),
    ("Überprüfen Sie Ihr Konto – jetzt!", "check you your account - now !"),
    ("Prüfen – jetzt!", "prufen - jetzt !"),
    ("“Don’t wait…”", "don't wait . \""),
    ("a ----- b", "a - b"), ("a -=-=-=-=-= b", "a - = - = b"),
    ("5G, 20GB and acc0unt", "5g , 20gb and account"),
    ("It is 12:45 in 2026", "it is 12 : 45 in 2026"),
    ("Code 482910 and 12345678901", "code [number_short] and [number_long]"),
    ("Pay $1.99 or $250 or $5,000 or £250,000.", "pay [amount_small] or [amount] or [amount_large] or [amount_huge] ."),
  ])
  func `letters lose case and accents, numbers become markers`(text: String, expected: String) throws {
    #expect(try line(text) == expected)
  }

  @Test func `a company's own address is official, another one near its name foreign`() throws {
    #expect(try line("PayPal receipt: https://www.paypal.com/activity").hasSuffix("[link_official]"))
    let foreign = try line("PayPal receipt: https://receipt-desk.net/activity")
    #expect(foreign == "[payment] paypal receipt : [link_foreign] receipt-desk.net")
  }

  @Test func `each kind of link has a marker, and paths are left out`() throws {
    #expect(try line("see bit.ly/3xYz9 now") == "see [link_shortener] bit.ly now")
    #expect(
      try line("see http://garden-club.example-lane.org/a/b now").contains(
        "[link_unfamiliar] garden-club.example-lane.org now"))
    #expect(try line("see https://en.wikipedia.org/wiki/Rose now") == "see [link_familiar] now")
  }

  @Test func `no digits of accounts, cards, telephone numbers or wallets are in it`() throws {
    let text = """
      Call +44 7700 900123 or pay to DE89 3704 0044 0532 0130 00 with 4111 1111 1111 1111, or to \
      bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq
      """
    let input = try line(text)
    #expect(input == "call [phone] or pay to [iban] with [card] , or to [wallet]")
  }

  @Test(arguments: [
    ("y0ur p4rcel was he1d", "your parcel was held"),
    ("s3cur1ty 4l3rt", "security alert"),
    ("v.e.r.i.f.y your a-c-c-o-u-n-t", "verify your account"),
    // Names, sizes, times and codes keep their digits.
    ("mp3 and k8s and h264 and utf8 in 30min at 9am", "mp3 and k8s and h264 and utf8 in 30min at 9am"),
    // Of somebody who writes so throughout, short words and digits at the ends are read, too.
    (
      "y0ur p4rcel wa5 he1d, s1gn 1n w17h y0ur cod3 7od4y by 5pm",
      "your parcel was held , sign in with your code today by 5pm"
    ),
    ("windows11 covid19 2fa x4k9e2", "windows11 covid19 2fa x4k9e2"),
    ("e.g. the U.S.A. or a.b.c", "e . g . the u . s . a . or a . b . c"),
  ])
  func `letters written as digits or with marks between them are read`(text: String, expected: String) throws {
    #expect(try line(text) == expected)
  }

  @Test(arguments: [
    ("Pleease verrify your accoount today", "please verify your account today"),
    // One or two are slips or names.
    ("Pleease verify your accoount today", "pleease verify your accoount today"),
  ])
  func `doubled letters of somebody who writes so throughout are read`(text: String, expected: String) throws {
    let features = Fixture.features(text, try Fixture.pack(phrases: ["anything"]))
    let known: Set<String> = ["please", "verify", "account"]
    let input = EncoderInput(features) {
      known.contains(String(String.UnicodeScalarView($0)))
    }
    #expect(input.line(of: 0..<features.tokens.count) == expected)
  }

  @Test func `letters in disguise are marked and read`() throws {
    #expect(try line("Раypal account").contains("[disguised_letters]"))
  }
}
