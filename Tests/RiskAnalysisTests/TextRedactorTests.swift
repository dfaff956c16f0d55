import RiskAnalysis
import Testing

struct TextRedactorTests {
  @Test(arguments: [
    ("Card 4111 1111 1111 1111 exp 12/27", "Card [card number] exp 12/27"),
    ("IBAN DE89 3704 0044 0532 0130 00.", "IBAN [account number]."),
    ("Your code is 482913.", "Your code is [code]."),
    ("482 913 is your WhatsApp code", "[code] is your WhatsApp code"),
    ("G-384920 is your Google verification code", "G-[code] is your Google verification code"),
    ("PIN: 4921", "PIN: [code]"),
    ("Password: hunter2!x", "Password: [password]"),
    ("your password is Tr0ub4dor&3 ok", "your password is [password] ok"),
    ("Write to anna.b@example.com now", "Write to [e-mail address] now"),
    ("call +44 20 7946 0123 today", "call [phone number] today"),
    (
      "seed phrase: apple river stone cloud music paper green horse table light ocean bread",
      "seed phrase: [recovery phrase]"
    ),
    (
      "key 4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a",
      "key [private key]"
    ),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIB\nxyz\n-----END RSA PRIVATE KEY-----\nafter", "[private key]\nafter"),
    ("-----BEGIN PRIVATE KEY-----\nMIIB cut off", "[private key]"),
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
    "We went to the shop and bought some bread, then walked along the river for hours in the rain",
  ])
  func `ordinary text stays as it is`(text: String) {
    #expect(TextRedactor.redact(text) == text)
  }

  @Test func `redacting twice changes nothing`() throws {
    let messages = try Fixture.messages("scams.jsonl") + Fixture.messages("look_alikes.jsonl")
    for text in messages.map(\.text) + ["code 123456 code 99887 Password: a1 Password: b2, PIN 5555"] {
      let once = TextRedactor.redact(text)
      #expect(TextRedactor.redact(once) == once)
    }
  }

  @Test func `genuine codes never survive`() throws {
    for message in try Fixture.messages("look_alikes.jsonl") where message.kind == "otp" {
      #expect(TextRedactor.redact(message.text).contains("[code]"), "\(message.text)")
    }
  }
}
