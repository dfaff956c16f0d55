import Redaction
import Testing

struct TextRedactorTests {
  @Test(arguments: [
    ("Card 4111 1111 1111 1111 exp 12/27", "Card [card number] exp 12/27"),
    ("IBAN DE89 3704 0044 0532 0130 00.", "IBAN [account number]."),
    // With check digits that are wrong, and in two lines.
    ("IBAN LT12 3250 0123 4567 8901 au nom", "IBAN [account number] au nom"),
    ("IBAN LT12 3250 0123\n4567 8901 au nom", "IBAN [account number] au nom"),
    ("on WhatsApp 07700\n900461 it is easier", "on WhatsApp [phone number] it is easier"),
    ("Your code is 482913.", "Your code is [code]."),
    ("482 913 is your WhatsApp code", "[code] is your WhatsApp code"),
    ("G-384920 is your Google verification code", "G-[code] is your Google verification code"),
    ("PIN: 4921", "PIN: [code]"),
    (
      "Backup codes: 1. 48291377 2. 59302244 3. 11827364 4. 90817263 5. 55443322",
      "Backup codes: 1. [code] 2. [code] 3. [code] 4. [code] 5. [code]"
    ),
    (
      "codes 4829, 1377, 5930, 2244, 1182, 7364, 9081, 7263, 5544, 3322",
      "codes [code], [code], [code], [code], [code], [code], [code], [code], [code], [code]"
    ),
    ("Your code is 482913. We began in far away 1984.", "Your code is [code]. We began in far away 1984."),
    ("Card 4111 1111 1111 1111 08/27 held", "Card [card number] 08/27 held"),
    ("4111 1111 1111 1111 5555 5555 5555 4444", "[card number] [card number]"),
    ("4111111111111111 08 27", "[card number] 08 27"),
    ("3782 822463 10005 exp 04/28", "[card number] exp 04/28"),
    ("Password: hunter2!x", "Password: [password]"),
    ("your password is Tr0ub4dor&3 ok", "your password is [password] ok"),
    ("Write to anna.b@example.com now", "Write to [e-mail address] now"),
    ("Write to j\u{F6}rg.m\u{FC}ller@b\u{E4}nk.example now", "Write to [e-mail address] now"),
    ("Write to anna\u{FF20}bank.example now", "Write to [e-mail address] now"),
    ("Write to anna@bank\u{3002}example now", "Write to [e-mail address] now"),
    ("anna@a.example;ben@b.example", "[e-mail address];[e-mail address]"),
    ("call +44 20 7946 0123 today", "call [phone number] today"),
    (
      "seed phrase: apple river stone cloud music paper green horse table light ocean bread",
      "seed phrase: [recovery phrase]"
    ),
    (
      "key 4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a",
      "key [private key]"
    ),
    // As recognition may read it: with a space inserted, and a letter for a digit.
    ("Key: 4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7 e8f90alb2c3d4e5f60718293a", "Key: [private key] [private key]"),
    ("token ghp_16C7e42F292c6912E7710c838347Ae178B4a.", "token [private key]."),
    ("export KEY=sk-proj-a1b2c3d4e5f6g7h8", "export KEY=[private key]"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl3", "[private key]"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIB\nxyz\n-----END RSA PRIVATE KEY-----\nafter", "[private key]\nafter"),
    ("-----BEGIN PRIVATE KEY-----\nMIIB cut off", "[private key]"),
    ("API_KEY=abcd1234efgh", "API_KEY=[password]"), ("token=hunter2 now", "token=[password] now"),
    ("Authorization: Bearer abcd.efgh", "Authorization: Bearer [password]"),
    ("curl -u anna:hunter2 https://a.example/", "curl -u [password] https://a.example/"),
    ("SG.abcdefgh1234.ijkl", "[private key]"), ("ya29.a0AfB_byabcdef", "[private key]"),
    ("Key VK7JG-NPHTM-C97JM-9MPGT-3V66T.", "Key [private key]."),
    ("111111-222222-333333-444444-555555-666666-777777-888888", "[private key]"),
    ("Your code: ABCDEF", "Your code: [code]"), ("Your code: ABCDEF.\nBye", "Your code: [code].\nBye"),
    ("Card 4111 1111\n1111 1111 exp", "Card [card number] exp"),
    ("IBAN DE89 3704 0044\n0532 0130 00.", "IBAN [account number]."),
    ("４１１１ １１１１ １１１１ １１１１", "[card number]"),
  ])
  func `a private part becomes a label`(text: String, expected: String) {
    #expect(TextRedactor.redact(text) == expected)
  }

  @Test(arguments: [
    "Meet me at 10:30 in room 204",
    "Order 9876543210 has shipped",
    "You owe $1,299.00 by 12-03-2025",
    "The password is wrong",
    "Forgot password? Click here",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "see https://example.com/a",
    "Send 0.1 BTC to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
    "Parcel JJD014600003456789012 is on its way",
    "ZIP code 10115", "Area code 030", "error code 0x80070005", "HTTP 404 code", "code of 2023",
    "token ring networks of 1985", "key=1 and token=abcd", "code: EXPIRED for you",
    "ABCDE-FGHIJ-KLMNO-PQRST-UVWXY", "4111 1111\n1111\n1111 1111", "The bearer of 2 tickets", "-u anna:hunter",
    "sk-learn and risk-free asia-pacific Donaudampfschifffahrtsgesellschaft",
    "We went to the shop and bought some bread, then walked along the river for hours in the rain",
  ])
  func `ordinary text stays as it is`(text: String) {
    #expect(TextRedactor.redact(text) == text)
  }

  @Test func `redacting twice changes nothing`() throws {
    let messages = try WrittenMessage.all(in: "scams.jsonl") + WrittenMessage.all(in: "look_alikes.jsonl")
    for text in messages.map(\.text) + ["code 123456 code 99887 Password: a1 Password: b2, PIN 5555"] {
      let once = TextRedactor.redact(text)
      #expect(TextRedactor.redact(once) == once)
    }
  }

  @Test func `genuine codes never survive`() throws {
    for message in try WrittenMessage.all(in: "look_alikes.jsonl") where message.kind == "otp" {
      #expect(TextRedactor.redact(message.text).contains("[code]"), "\(message.text)")
    }
  }
}
