import TestSupport

/// Makes up private parts: valid numbers, addresses and links, different ones for each seed.
struct PrivateParts {
  enum Kind: CaseIterable { case card, iban, email, phone, link, pathLink, key, code, password, recoveryPhrase }

  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// What is in the text, and the piece of it that must not survive.
  mutating func make(_ kind: Kind) -> (text: String, secret: String) {
    switch kind {
    case .card: return whole(card())
    case .iban: return whole(iban())
    case .email: return email()
    case .phone: return whole(phone())
    case .link, .pathLink: return link(inPath: kind == .pathLink)
    case .key:
      return whole("ghp_" + "7" + random.word(30, of: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
    case .code: return code()
    case .password: return password()
    case .recoveryPhrase: return recoveryPhrase()
    }
  }

  private func whole(_ text: String) -> (text: String, secret: String) { (text, text) }

  private mutating func digits(_ count: Int) -> String { random.word(count, of: "0123456789") }

  private mutating func card() -> String {
    let start = random.pick(["4", "5", "37", "6"]) + ""
    let length = start == "37" ? 15 : 16
    let body = start + digits(length - 1 - start.count)
    let number = body + Self.luhnDigit(body)
    let groups = length == 15 ? [4, 6, 5] : [4, 4, 4, 4]
    let separator = random.pick(["", " ", "-"])
    return Self.grouped(number, groups, separator)
  }

  static func luhnDigit(_ body: String) -> String {
    var sum = 0
    for (index, digit) in body.reversed().compactMap(\.wholeNumberValue).enumerated() {
      let value = index % 2 == 0 ? digit * 2 : digit
      sum += value > 9 ? value - 9 : value
    }
    return String((10 - sum % 10) % 10)
  }

  private mutating func iban() -> String {
    let (country, body) = random.pick([("DE", digits(18)), ("GB", "WEST" + digits(14)), ("NL", "ABNA" + digits(10))])
    let number = country + Self.checkDigits(country, body) + body
    return Self.grouped(number, Array(repeating: 4, count: (number.count + 3) / 4), random.pick(["", " "]))
  }

  private static func checkDigits(_ country: String, _ body: String) -> String {
    var remainder = 0
    for character in body + country + "00" {
      let value = character.wholeNumberValue ?? Int(character.asciiValue ?? 0) - 55
      remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
    }
    return String(198 - remainder).suffix(2).description
  }

  static func grouped(_ text: String, _ groups: [Int], _ separator: String) -> String {
    var rest = text[...]
    var parts: [Substring] = []
    for count in groups {
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return parts.filter { !$0.isEmpty }.joined(separator: separator)
  }

  private mutating func email() -> (text: String, secret: String) {
    let name = random.word(Int.random(in: 2...12, using: &random), of: "abcdefghijklmnopqrstuvwxyz0123456789")
    let address =
      name + random.pick(["", ".lee", "_x", "+news"]) + "@" + random.pick(["example.com", "mail.example.org"])
    return (address, address)
  }

  private mutating func phone() -> String {
    let separator = random.pick(["", " ", "-"])
    return random.pick([
      "+44" + separator + "20" + separator + digits(4) + separator + digits(4),
      "+49" + separator + "170" + separator + digits(7),
      "(888) 555-" + digits(4),
    ])
  }

  private mutating func link(inPath: Bool) -> (text: String, secret: String) {
    let secret = token()
    let scheme = random.pick(["https://", "http://", "", "HTTPS://"])
    let start = scheme + random.pick(["bank.example.com", "www.example.org", "bank.example.com:8443"])
    let before = random.pick(["/", "/reset/", "/a/b/"])
    let after = random.pick(["", "&id=7", "#top", "&x"])
    if inPath { return (start + before + secret + random.pick(["", "/", "/now", "?a=b"]), secret) }
    return (start + before + random.pick(["?token=", "?a=1&t=", "#t=", "?redirect=x&key="]) + secret + after, secret)
  }

  private mutating func code() -> (text: String, secret: String) {
    let code = digits(Int.random(in: 4...8, using: &random))
    let (before, after) = random.pick([
      ("Your code is ", ""), ("PIN: ", ""), ("OTP ", ""), ("", " is your code"), ("G-", " is your verification code"),
    ])
    return (before + code + after, code)
  }

  private mutating func password() -> (text: String, secret: String) {
    let password = random.word(Int.random(in: 4...20, using: &random), of: "abcdefghijkmnpqrstuvwxyzABC!$&-_+#") + "7"
    return (random.pick(["Password: ", "your password is ", "pwd=", "mot de passe : "]) + password, password)
  }

  /// No word of it may survive.
  private mutating func recoveryPhrase() -> (text: String, secret: String) {
    let words = (0..<random.pick([12, 15, 24])).map { _ in
      random.pick(["apple", "river", "stone", "cloud", "music", "paper", "green", "horse", "ocean", "bread", "cat"])
    }
    let separator = random.pick([" ", "\n", ", "])
    let isNumbered = random.pick([true, false])
    let items = words.enumerated().map { isNumbered ? "\($0 + 1). \($1)" : $1 }
    let before = random.pick(["", "Seed phrase: ", "Recovery words\n"])
    return (before + items.joined(separator: separator), random.pick(words))
  }

  /// As services make them: hexadecimal, Base64, a UUID, a JSON Web Token, or letters and digits.
  mutating func token() -> String {
    let hexadecimal = "0123456789abcdef"
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    let count = Int.random(in: 16...64, using: &random)
    return switch Int.random(in: 0..<5, using: &random) {
    case 0: random.word(count, of: hexadecimal)
    case 1: random.word(count, of: letters + "-_") + "a1"
    case 2: [8, 4, 4, 4, 12].map { random.word($0, of: hexadecimal) }.joined(separator: "-")
    case 3:
      "eyJ" + random.word(20, of: letters) + "." + random.word(count, of: letters) + "." + random.word(43, of: letters)
    default: random.word(count, of: "abcdefghijklmnopqrstuvwxyz0123456789") + "x7"
    }
  }
}
