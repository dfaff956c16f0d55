import CodeContents
import ScanModel
import Testing

/// Anyone may have made a code, so its text must not pass for ours.
struct StrangeCodeTests {
  @Test(arguments: [
    "weixin://wxpay/bizpayurl?pr=a1B2c3D", "weixin://dl/business/?t=x", "viber://chat?number=4930123456",
    "viber://pa?chatURI=shop", "https://chats.viber.com/shop",
  ])
  func `links to shops and chats sign nobody in`(payload: String) {
    let content = CodeContent(parsing: payload)
    #expect(content.action == (payload.hasPrefix("weixin://wxpay/") ? .pay : .openLink))
    #expect(content.payload == payload && content.trait != .deviceSignIn)
  }

  @Test(arguments: [
    "SPD*1.0*ACC:CZ5855000000001265098001*AM:480*CC:CZK to you, nothing is taken from*RN:Bank",
    "bank:x?iban=DE89370400440532013000&amount=480&currency=EUR to you from&name=Bank",
    "payto://iban/DE89370400440532013000?amount=YOU GET:480&receiver-name=Bank",
    "upi://pay?pa=a@examplebank&pn=Bank&am=480&cu=you%20get",
    "BCD\n002\n1\nSCT\n\nBank\nDE89370400440532013000\n?!-480",
    (["SPC", "0200", "1", "CH4431999123000889012", "S", "Bank"] + Array(repeating: "", count: 12)
      + ["480", "CHF are given to you by"]).joined(separator: "\n"),
  ])
  func `only a currency stands where the currency stands`(payload: String) {
    let content = CodeContent(parsing: payload)
    #expect(content.action == .pay)
    #expect(content.effect.english.hasPrefix("This code pays 480 to Bank"), "\(content.effect)")
  }
}

/// The stored form of a code must keep what judging needs.
struct StoredCodeTests {
  @Test(arguments: [
    "otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP&issuer=Example", "otpauth://totp/ada?secret=JBSWY3DPEHPK3PXP",
    "otpauth-migration://offline?data=CjEKCkhlbGxv", "LPA:1$rsp.example.com$04386-AGYFT",
    "tg://login?token=AQJkL3m9xZ7qW2e4r6t8y0u1i3o5p7a9", "wc:8a5e5bdc@1?bridge=x&key=1",
    "zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5",
    "WIFI:T:WPA;S:Cafe;P:leekandpotato;;",
  ])
  func `a secret is known by its sentence`(payload: String) {
    let content = CodeContent(parsing: payload)
    let stored = CodeContent(action: content.action, payload: nil, effect: content.effect)
    #expect(stored == content)
  }

  @Test(arguments: [
    "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.015", "bitcoin:", "lightning:lnurl1dp68gurn8ghj7",
    "upi://pay?pa=ravi@examplebank&pn=Ravi&am=12", CodeContentTests.epc, CodeContentTests.pix,
  ])
  func `a payment is known by its content, or without it by its sentence`(payload: String) {
    let content = CodeContent(parsing: payload)
    #expect(CodeContent(action: .pay, payload: payload, effect: content.effect) == content)
    #expect(CodeContent(action: .pay, payload: nil, effect: content.effect).trait == content.trait)
    // After redaction, a payment may no longer parse as one.
    let redacted = CodeContent(action: .pay, payload: "[wallet address]", effect: content.effect)
    #expect(redacted.action == .pay && redacted.trait == content.trait && redacted.payload == "[wallet address]")
  }
}

struct CodeContentTests {
  static let epc = "BCD\n002\n1\nSCT\n\nMax Muster\nDE89370400440532013000\nEUR480\n\n\nInvoice 7"
  static let pix = withChecksum(
    "00020126420014br.gov.bcb.pix0120maria.silva@exam.ple5204000053039865406150.505802BR5911MARIA SILVA6009SAO PAULO62070503***"
  )

  @Test(arguments: [
    ("https://www.example.org/a?b=1", CodeAction.openLink, "This code opens www.example.org."),
    ("URLTO:example.org/a", .openLink, "This code opens example.org."),
    ("MEBKM:TITLE:Shop;URL:https\\://shop.example/x;;", .openLink, "This code opens shop.example."),
    ("https://paypal.com@evil.example/x", .openLink, "This code opens evil.example."),
    ("https://www.paypal.com\t.evil.example/", .openLink, "This code opens www.paypal.com.evil.example."),
    ("https://www.paypal.com\r\n@evil.example/", .openLink, "This code opens evil.example."),
    // Browsers encode spaces in a user name, and open no host that has one.
    ("https://www.paypal.com @evil.example/x", .openLink, "This code opens evil.example."),
    ("https://www.paypal.com secure login@evil.example/a", .openLink, "This code opens evil.example."),
    ("https://www.paypal.com x@evil.example/a b", .openLink, "This code opens evil.example."),
    ("https:\\\\www.paypal.com x@evil.example?a", .openLink, "This code opens evil.example."),
    ("https://www.paypal.com\u{A0}@evil.example/a", .openLink, "This code opens evil.example."),
    ("https://www.paypal.com\u{3000}x\u{2028}@evil.example/", .openLink, "This code opens evil.example."),
    ("https://www.example.org/a Write to @example", .text, "This code holds a text."),
    ("https://www.example.org or ask anna@mail.example", .text, "This code holds a text."),
    ("HTTPS:evil.example/a", .openLink, "This code opens evil.example."),
    ("1.2.3.4/verify", .openLink, "This code opens 1.2.3.4."),
    ("Visit\nshop.example", .text, "This code holds a text."),
    ("myapp://do/this", .openLink, "This code opens an app (myapp)."),
    ("intent://evil.example/a#Intent;scheme=https;end", .openLink, "This code opens evil.example."),
    ("x-safari-https://evil.example/", .openLink, "This code opens evil.example."),
    ("microsoft-edge-https://evil.example", .openLink, "This code opens evil.example."),
    ("microsoft-edge:https://evil.example", .openLink, "This code opens evil.example."),
    ("googlechromes://evil.example/a", .openLink, "This code opens evil.example."),
    ("app2://evil.example/a", .openLink, "This code opens an app (app2)."),
    ("MEBKM:URL:https\\://shop.example;URL:evil.example;;", .openLink, "This code opens a web page."),
    ("MEBKM:URL:paypal.com;URL:evil.top;;", .openLink, "This code opens a web page."),
    ("URLTO:evil.top", .openLink, "This code opens evil.top."),
    ("MATMSG:TO:a@shop.example;TO:a@evil.example;;", .mail, "This code writes an e-mail."),
    ("intent://scan/#Intent;scheme=zxing;end", .openLink, "This code opens an app (intent)."),
    (epc, .pay, "This code pays 480 EUR to Max Muster (the account ending in 3000)."),
    (
      "BCD\n002\n1\nSCT\n\nMax Muster\nDE89370400440532013000", .pay,
      "This code pays Max Muster (the account ending in 3000) what you enter."
    ),
    (
      "upi://pay?pa=ravi@examplebank&pn=Ravi%20Kumar&am=1200.5&cu=INR", .pay,
      "This code pays 1200.50 INR to Ravi Kumar (ravi@examplebank)."
    ),
    (pix, .pay, "This code pays 150.50 BRL to MARIA SILVA."),
    (
      "SPD*1.0*ACC:CZ5855000000001265098001*AM:450.00*CC:CZK*RN:JAN NOVAK", .pay,
      "This code pays 450 CZK to JAN NOVAK (the account ending in 8001)."
    ),
    (
      "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=0.015&label=Shop", .pay,
      "This code pays 0.015 bitcoin to Shop (the wallet ending in tpyT)."
    ),
    (
      "ethereum:0x52908400098527886E0F7030069857D2E4169EE7@1?value=1.5e18", .pay,
      "This code pays 1.50 ether to the wallet ending in 9EE7."
    ),
    ("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", .pay, "This code pays coins to the wallet ending in 5mdq."),
    (
      "lightning:lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4js", .pay,
      "This code pays 0.0025 bitcoin to somebody on the Lightning network."
    ),
    ("sgnl://linkdevice?uuid=x&pub_key=y", .signIn, "This code lets another device use your Signal account."),
    ("tg://login?token=AQAB", .signIn, "This code lets another device use your Telegram account."),
    ("https://discord.com/ra/Yh7-x", .signIn, "This code lets another device use your Discord account."),
    (
      "2@pF1q2w3e4r5t6y7u8i9o0p,AbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/=,ZyXwVuTsRqPoNmLkJiHgFeDcBa9876543210+/=,abc==",
      .signIn,
      "This code lets another device use your WhatsApp account."
    ),
    ("wc:7f@2?relay-protocol=irn&symKey=00", .signIn, "This code connects your crypto wallet to a site."),
    ("FIDO:/1234567890", .signIn, "This code signs another device in with your passkey."),
    (
      "otpauth://totp/Example:me@mail.example?secret=JBSWY3DPEHPK3PXP&issuer=Example", .secret,
      "This code sets up sign-in codes for Example."
    ),
    (
      "otpauth-migration://offline?data=CjEKCkhlbGxv", .secret,
      "This code hands over the sign-in codes of all accounts in an app."
    ),
    (
      "army van defense carry jealous true garbage claim echo media make crunch", .secret,
      "This code holds the secret of a wallet: whoever has it has the money."
    ),
    ("WIFI:T:WPA;S:Caf\\;e;P:geheim123;;", .wifi, "This code joins the Wi-Fi network Caf;e."),
    ("tel:+49 30 123456", .call, "This code calls +4930123456."),
    ("tel:+4930123456;ext=77", .call, "This code calls +4930123456."),
    ("tel:1-800-FLOWERS", .call, "This code calls a number."),
    ("SMSTO:+33600000000:Bonjour", .message, "This code writes a text message to +33600000000."),
    ("SMSTO::12345", .message, "This code writes a text message."),
    ("mailto:a@example.org?subject=x", .mail, "This code writes an e-mail to a@example.org."),
    ("mailto:?to=a@example.org&subject=x", .mail, "This code writes an e-mail to a@example.org."),
    ("mailto:?subject=x", .mail, "This code writes an e-mail."),
    ("MATMSG:TO:a@example.org;SUB:x;BODY:y;;", .mail, "This code writes an e-mail to a@example.org."),
    ("BEGIN:VCARD\nVERSION:3.0\nFN:Ada Example\nEND:VCARD", .contact, "This code adds Ada Example to your contacts."),
    ("MECARD:N:Example,Ada;TEL:123;;", .contact, "This code adds Example Ada to your contacts."),
    ("Row 7, seat 12", .text, "This code holds a text."),
    ("\u{1}\u{2}", .unknown, "This code holds data of a kind that is not known."),
    ("", .unknown, "This code holds data of a kind that is not known."),
  ])
  func `what a code does is said in words`(raw: String, action: CodeAction, effect: String) {
    let content = CodeContent(parsing: raw)
    #expect(content.action == action)
    #expect(content.effect.english == effect)
  }

  @Test(arguments: [
    "otpauth://totp/Example:me?secret=JBSWY3DPEHPK3PXP&issuer=Example",
    "otpauth-migration://offline?data=JBSWY3DPEHPK3PXP",
    "WIFI:T:WPA;S:Cafe;P:JBSWY3DPEHPK3PXP;;", "WIFI:T:WPA;P:JBSWY3DPEHPK3PXP;S:Cafe;;",
    "tg://login?token=JBSWY3DPEHPK3PXP",
    "sgnl://linkdevice?uuid=JBSWY3DPEHPK3PXP", "https://discord.com/ra/JBSWY3DPEHPK3PXP",
    "wc:a@2?symKey=JBSWY3DPEHPK3PXP", "FIDO:/JBSWY3DPEHPK3PXP", "LPA:1$host.example$JBSWY3DPEHPK3PXP",
    "otpauth://totp/JBSWY3DPEHPK3PXP", "OTPAUTH://TOTP/x?SECRET=JBSWY3DPEHPK3PXP",
    "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqJBSWY3DP",
  ])
  func `nothing of a secret is left`(raw: String) {
    let content = CodeContent(parsing: raw)
    #expect(content.payload == nil)
    #expect(content.words.isEmpty)
    // The label of a second factor without an issuer could be anyone's name.
    #expect(!"\(content)".contains("JBSWY3DP"))
  }

  @Test func `an open network and a link stay as they are`() {
    #expect(CodeContent(parsing: "WIFI:T:nopass;S:Cafe;;").payload == "WIFI:T:nopass;S:Cafe;;")
    #expect(CodeContent(parsing: "https://www.example.org/a").words == ["https://www.example.org/a"])
  }

  /// The host is behind the last "@", and the target of a redirect may come last.
  @Test func `a link is judged as a whole, however long it is`() {
    let long = String(repeating: "0", count: 1_100)
    let payloads = [
      "https://bank.example:\(long)@larkspur.top/verify", "https://bank.example/url?x=\(long)&q=larkspur.top",
    ]
    for payload in payloads { #expect(CodeContent(parsing: payload).words == [payload]) }
    #expect(CodeContent(parsing: payloads[0]).effect.english == "This code opens larkspur.top.")
  }

  @Test(arguments: [
    (
      "intent://evil.example/a?b=1#Intent;scheme=https;S.browser_fallback_url=https%3A%2F%2Flarkspur.top%2F;end",
      ["https://evil.example/a?b=1", "https://larkspur.top/"]
    ),
    ("intent://scan#Intent;scheme=zxing;S.browser_fallback_url=http://larkspur.top;end", ["http://larkspur.top"]),
    ("myapp://open?url=https%3A%2F%2Flarkspur.top%2Fpay&x=1", ["https://larkspur.top/pay"]),
    ("firefox://open-url?url=https://larkspur.top", ["https://larkspur.top"]),
    ("x-safari-https://larkspur.top/", ["https://larkspur.top/"]),
    ("googlechromes://larkspur.top/a", ["https://larkspur.top/a"]),
    ("microsoft-edge:http://larkspur.top", ["http://larkspur.top"]),
    ("myapp://larkspur.top/a", ["myapp://larkspur.top/a"]),
    ("MEBKM:URL:https\\://paypal.com;URL:http\\://larkspur.top;;", ["https://paypal.com", "http://larkspur.top"]),
    ("intent://Intent;scheme=https;end", []), ("intent://#Intent;scheme=https;end", []),
  ])
  func `the addresses that a code gives to an app are judged`(payload: String, words: [String]) {
    let content = CodeContent(parsing: payload)
    #expect(content.words == words && content.payload == payload && content.action == .openLink)
  }

  @Test(arguments: [
    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nURL:https://larkspur.top/login\r\nEND:VCARD",
    "BEGIN:VCARD\nFN:Ada\nitem1.url;type=pref:https\\://larkspur.top/\n login\nEND:VCARD",
    "BEGIN:VCARD\nX-SOCIALPROFILE;type=x:https://larkspur.top/login\nFN:Ada\nEND:VCARD",
    "MECARD:N:Ada;URL:https\\://larkspur.top/login;;",
  ])
  func `the addresses of a contact are judged`(payload: String) {
    let content = CodeContent(parsing: payload)
    #expect(content.words == ["https://larkspur.top/login"] && content.effect == "This code adds Ada to your contacts.")
  }

  @Test(arguments: [
    ("www.paypal.com\n.evil.example/a now", ["www.paypal.com\r.evil.example/a", "now"]),
    ("smsto:+33600000000:www.paypal.com\n.evil.example/a", ["+33600000000", "www.paypal.com\r.evil.example/a"]),
    ("One \n two\u{2003}three", ["One", "two", "three"]),
    ("https://paypal.com or a@evil.example", ["https://paypal.com", "@evil.example", "or", "a@evil.example"]),
  ])
  func `an address that goes on in the next line of a text does so in its words`(payload: String, words: [String]) {
    #expect(CodeContent(parsing: payload).words == words)
  }

  @Test func `a merchant's code with a wrong checksum pays nothing`() {
    let broken = String(Self.pix.dropLast()) + (Self.pix.hasSuffix("0") ? "1" : "0")
    #expect(CodeContent(parsing: broken).action == .text)
  }

  @Test func `names cannot write on a terminal, nor lines of their own`() {
    let content = CodeContent(parsing: "BCD\n002\n1\nSCT\n\n\u{1B}[2JMax\u{202E}\nDE89370400440532013000\nEUR1")
    #expect(content.effect == "This code pays 1 EUR to \\u{1B}[2JMax\\u{202E} (the account ending in 3000).")
    let long = CodeContent(parsing: "WIFI:S:" + String(repeating: "x", count: 500) + ";;")
    #expect(long.effect.english.count < 120)
  }

  @Test(arguments: ["mailto:", "mailto:?subject=x", "mailto:?to=", "MATMSG:TO:;;", "smtp::x", "tel:", "sms:", "bank:"])
  func `a code without an address adds no words`(raw: String) {
    #expect(CodeContent(parsing: raw).words.isEmpty)
  }

  /// U+0600 and what follows it are one character, however often it is repeated.
  @Test func `the end of an account is four letters or digits`() {
    let prefixes = String(repeating: "\u{600}", count: 200)
    let content = CodeContent(parsing: "bank:\(prefixes)1\(prefixes)2\(prefixes)3000")
    #expect(content.effect == "This code pays the account ending in 3000 what you enter.")
  }

  @Test func `amounts that nobody can pay are none`() {
    for amount in ["EUR-5", "EUR1e9", "EUR", "EUR0.00", "EUR99999999999999", "EUR1.2.3"] {
      let raw = Self.epc.replacing("EUR480", with: amount)
      #expect(CodeContent(parsing: raw).effect.english.hasSuffix("what you enter."), "\(amount)")
    }
  }

  private static func withChecksum(_ fields: String) -> String {
    let text = fields + "6304"
    var sum: UInt16 = 0xFFFF
    for byte in text.utf8 {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
    let digits = String(sum, radix: 16, uppercase: true)
    return text + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
