import Redaction
import Testing

/// The limits by which secrets are told from ordinary words and numbers: what is just inside, and what just outside.
struct SecretLimitTests {
  private static func words(_ count: Int) -> String {
    (0..<count).map { ["we", "go", "by", "it", "so", "on"][$0 % 6] }.joined(separator: " ")
  }

  private static let nearCodesCases: [(String, String)] = [
    // A code after the word: six words in between.
    ("code \(words(6)) 48291", "code \(words(6)) [code]"), ("code \(words(7)) 48291", "code \(words(7)) 48291"),
    // Before it: seventeen if it has the usual length, otherwise six.
    ("48291 \(words(17)) code", "[code] \(words(17)) code"), ("48291 \(words(18)) code", "48291 \(words(18)) code"),
    ("48291377 \(words(17)) code", "[code] \(words(17)) code"),
    ("482913775 \(words(17)) code", "482913775 \(words(17)) code"),
    ("4829 \(words(6)) code", "[code] \(words(6)) code"), ("4829 \(words(7)) code", "4829 \(words(7)) code"),
    // In a list: one word between two.
    (
      "codes \(words(6)) 48291 or 59302 or 11827 by it 73640",
      "codes \(words(6)) [code] or [code] or [code] by it 73640"
    ),
    // Digits and length.
    ("code 12", "code 12"), ("code 123", "code [code]"), ("code 1234567890", "code [code]"),
    ("code 12345678901", "code 12345678901"),
    ("code AB12", "code AB12"), ("code A123", "code [code]"), ("code ABCDEFGHI123", "code [code]"),
    ("code ABCDEFGHIJ123", "code ABCDEFGHIJ123"), ("code 482-913", "code [code]"), ("code 482 913 7", "code [code] 7"),
    ("the code 4829 was [code] 5930", "the code [code] was [code] [code]"),
    ("was [code] or 5930", "was [code] or [code]"),
    ("was code] or the 5930", "was code] or the [code]"),
  ]

  @Test(arguments: nearCodesCases)
  func `codes near a word`(text: String, expected: String) {
    #expect(TextRedactor.redact(text) == expected)
  }

  private static let passwordsCases: [(String, String)] = [
    ("password: abc", "password: [password]"), ("password=abc def", "password=[password] def"),
    ("password  :  abc", "password  :  [password]"), ("Kennwort ist a1b", "Kennwort ist [password]"),
    ("contraseña es x_1", "contraseña es [password]"), ("password is abc", "password is abc"),
    ("password is is a1", "password is is a1"), ("password is: a1", "password is: [password]"),
    ("password is: wrong", "password is: wrong"), ("password - a1", "password - [password]"),
    ("password - please wait", "password - please wait"), ("password:\nhunter2x", "password:\n[password]"),
    ("password:\r\nhunter2x\r\nBye", "password:\r\n[password]\r\nBye"),
    ("password:\nhunter2x now", "password:\nhunter2x now"), ("password:\n\nhunter2x", "password:\n\nhunter2x"),
    (#"{"password":"hunter2","a":1}"#, #"{"password":"[password]","a":1}"#),
    (#"{"password": "my dog 7"}"#, #"{"password": "[password]"}"#),
    ("password abc", "password abc"), ("password:", "password:"),
    ("password: [password]", "password: [password]"), ("password:           abc", "password:           [password]"),
    ("password:            abc", "password:            abc"),
  ]

  @Test(arguments: passwordsCases)
  func `passwords after a word`(text: String, expected: String) {
    #expect(TextRedactor.redact(text) == expected)
  }

  private static let seed = "apple river stone cloud music paper green horse table light ocean bread"

  private static let phrasesCases: [(String, String)] = [
    (seed, "[recovery phrase]"), ("\(seed) crisp", "[recovery phrase]"),
    (String(seed.dropLast(6)), String(seed.dropLast(6))),
    ("recovery phrase words \(seed)", "recovery phrase words [recovery phrase]"),
    (seed.replacing("stone", with: "Stone"), seed.replacing("stone", with: "Stone")),
    (seed.replacing("stone", with: "and"), seed.replacing("stone", with: "and")),
    (seed.replacing("stone", with: "ab"), seed.replacing("stone", with: "ab")),
    (seed.replacing("stone", with: "abcdefgh"), "[recovery phrase]"),
    (seed.replacing("stone", with: "abcdefghi"), seed.replacing("stone", with: "abcdefghi")),
    (seed.replacing(" ", with: ", "), "[recovery phrase]"), (seed.replacing(" ", with: "\n"), "[recovery phrase]"),
    (seed.replacing("river", with: "; river"), seed.replacing("river", with: "; river")),
    (seed.replacing(" ", with: " 7. "), "[recovery phrase]"),
  ]

  @Test(arguments: phrasesCases)
  func `recovery phrases`(text: String, expected: String) {
    #expect(TextRedactor.redact(text) == expected)
  }

  private static let hexadecimal = "4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a"

  private static let keysCases: [(String, Bool)] = [
    ("sk-a1b2c3d4e5f6g", true), ("sk-a1b2c3d4e5f6", false), ("sk-abcdefghijklm", false), ("ghp_7abcdefghijkl.", true),
    ("AKIA7ABCDEFGHIJK", true), ("key_7ABCDEFGHIJK", false), ("eyJ7abcdefgh.ijkl", true), ("AIza7_abcd-efghi", true),
    ("abcd1234efghijklmnopqrst", true), ("abcd1234efghijklmnopqrs", false), ("abcd123efghijklmnopqrstu", false),
    ("12345678901234567890abcd", true), ("12345678901234567890abc", false), ("123456789012345678901abc", false),
    ("abcdefghijklmnopqrstuvwxyz", false), (hexadecimal, true), ("0x" + hexadecimal, true), ("0X" + hexadecimal, true),
    (String(repeating: "abcdef01", count: 8), true), (String(repeating: "abcdefab", count: 8), false),
    ("5" + String(repeating: "Kb8kLf9zgW", count: 5), true),
    ("K" + String(repeating: "wDiBf89Qgb", count: 5) + "9", true),
    ("xprv" + String(repeating: "9s21ZrQH14", count: 10), true),
    ("xprv" + String(repeating: "abcdefghij", count: 10), true),
  ]

  @Test(arguments: keysCases)
  func `keys`(word: String, isKey: Bool) {
    #expect((TextRedactor.redact("so \(word) it") != "so \(word) it") == isKey)
  }

  private static let blocksCases: [(String, String)] = [
    ("-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----", "[private key]"),
    ("x -----BEGIN PRIVATE KEY-----\nabc", "x [private key]"),
    ("-----BEGIN PUBLIC KEY-----\nabc", "-----BEGIN PUBLIC KEY-----\nabc"),
    ("----BEGIN PRIVATE KEY-----\nabc", "----BEGIN PRIVATE KEY-----\nabc"),
    (
      "-----BEGIN \(String(repeating: "x ", count: 40))PRIVATE KEY-----",
      "-----BEGIN \(String(repeating: "x ", count: 40))PRIVATE KEY-----"
    ),
  ]

  @Test(arguments: blocksCases)
  func `blocks of keys`(text: String, expected: String) {
    #expect(TextRedactor.redact(text) == expected)
  }

  private static let addressesCases: [(String, String)] = [
    ("write to anna@exam\nple.com now", "write to [e-mail address] now"),
    ("anna@example.com\nfor you", "[e-mail address]\nfor you"),
    ("anna.b\n@example.com", "[e-mail address]"), ("see you\n@ noon", "see you\n@ noon"),
    ("anna@example.com\nbob@example.com", "[e-mail address]\n[e-mail address]"),
  ]

  @Test(arguments: addressesCases)
  func `addresses over two lines`(text: String, expected: String) {
    #expect(TextRedactor.redact(text) == expected)
  }
}
