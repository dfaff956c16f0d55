import Redaction
import Testing

/// Each word that tells of a secret does, and each that tells of none does not.
struct SecretWordTests {
  @Test(arguments: [
    "code", "codes", "otp", "passcode", "pin", "tan", "cvv", "cvc", "código", "codice", "verification",
    "verificatiecode", "Bestätigungscode", "Sicherheitscode", "Zahlencode", "Einmalcode", "pincode", "token", "clave",
    "pushTAN", "mTAN", "chipTAN",
  ])
  func `a code after its word is hidden`(word: String) {
    #expect(TextRedactor.redact("\(word) 48291 now") == "\(word) [code] now")
    #expect(TextRedactor.redact("\(word)x 48291 now") == "\(word)x 48291 now")
  }

  @Test(arguments: [
    "password", "Passwort", "Kennwort", "contraseña", "senha", "wachtwoord", "passphrase", "pwd", "passwd",
    "Mot de passe", "palavra-passe",
  ])
  func `a password after its word is hidden`(word: String) {
    #expect(TextRedactor.redact("\(word): abc now") == "\(word): [password] now")
    for copula in ["is", "ist", "es", "est", "é", "è", "IS", "Ist", "É"] {
      #expect(TextRedactor.redact("\(word) \(copula) a1 now") == "\(word) \(copula) [password] now")
      #expect(TextRedactor.redact("\(word) \(copula) wrong. now") == "\(word) \(copula) wrong. now")
    }
    #expect(TextRedactor.redact("\(word)x: abc now") == "\(word)x: abc now")
  }

  @Test(arguments: [
    "sk-", "sk_", "pk_live_", "rk_live_", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "AKIA",
    "ASIA",
    "AIza", "eyJ", "npm_", "pypi-", "hf_", "SG.", "ya29.",
  ])
  func `a key with the prefix of a service is hidden`(prefix: String) {
    #expect(TextRedactor.redact("so \(prefix)7abcdefghijkl it") == "so [private key] it")
  }

  @Test(arguments: [
    "activate", "activation", "auth", "c", "code", "confirm", "confirmation", "invite", "join", "k", "key", "login",
    "magic",
    "otp", "password", "pin", "recover", "recovery", "reset", "s", "secret", "session", "signin", "sso", "t", "token",
    "unsubscribe", "validate", "verification", "verify",
  ])
  func `a short part of a link after its cue is hidden`(cue: String) {
    #expect(TextRedactor.redact("https://bank.example/\(cue)/48b9") == "https://bank.example/\(cue)/[hidden]")
    #expect(TextRedactor.redact("https://bank.example/\(cue)x/48b9") == "https://bank.example/\(cue)x/48b9")
  }

  private static let phrase = "apple river stone cloud music paper green horse table light ocean"

  @Test(arguments: [
    "the", "and", "was", "were", "are", "has", "had", "his", "her", "our", "their", "from", "with", "for", "not", "but",
    "which", "would", "could", "been", "does", "did", "they", "them", "these", "those", "than", "who", "while", "into",
    "its", "out", "your", "yours", "und", "der", "die", "das", "ist", "que", "los", "las", "por", "per", "les", "des",
    "een", "het", "van", "con", "una", "del",
  ])
  func `a word of sentences makes no recovery phrase`(word: String) {
    #expect(TextRedactor.redact("\(Self.phrase) \(word)") == "\(Self.phrase) \(word)")
    #expect(TextRedactor.redact("\(Self.phrase) bread") == "[recovery phrase]")
  }

  @Test(arguments: ["seed", "recovery", "mnemonic", "backup", "secret", "words", "phrase"])
  func `the word that introduces a recovery phrase stays`(cue: String) {
    #expect(TextRedactor.redact("\(cue): \(Self.phrase) bread") == "\(cue): [recovery phrase]")
    #expect(TextRedactor.redact("\(cue): \(Self.phrase)") == "\(cue): \(Self.phrase)")
  }

  @Test(arguments: [
    "code https://bank.example/page4829", "token https://bank.example/page4829 and code",
    "https://bank.example/this-that-then", "https://bank.example/list/blue-iron",
    "Write to us\n(see page 4)", "anna at example.com\n(bob)",
  ])
  func `what only resembles a secret stays`(text: String) { #expect(TextRedactor.redact(text) == text) }
}
