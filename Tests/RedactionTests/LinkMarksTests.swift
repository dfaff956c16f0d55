import Redaction
import TestSupport
import Testing

/// Secrets of links behind marks that are encoded, written differently or set apart, and what is not taken for any.
struct LinkMarksTests {
  private static let encodedCases: [(String, String)] = [
    ("/reset%3Ftoken%3Dhunter2secret", "/reset%3Ftoken%3D[hidden]"),
    ("/reset%3ftoken%3dab1%26next%3Dhome?x=1", "/reset%3ftoken%3d[hidden]%26next%3D[hidden]"),
    ("/https%3A%2F%2Fshop.example%2Freset%3Fcode%3D4829", "/https%3A%2F%2Fshop.example%2Freset%3Fcode%3D[hidden]"),
    (
      "/a/https%253A%252F%252Fshop.example%252Fr%253Ft%253Dab1",
      "/a/https%253A%252F%252Fshop.example%252Fr%253Ft%253D[hidden]"
    ),
    ("/https:%2F%2Fshop.example%2Fverify%2F482913%2Fnow", "/https:%2F%2Fshop.example%2Fverify%2F[hidden]%2Fnow"),
    ("/reset%23hunter2secret", "/reset%23[hidden]"), ("/reset%3FZq9x", "/reset%3F[hidden]"),
    ("/\nreset%3Ftoken%3Dab1", "/\nreset%3Ftoken%3D[hidden]"),
    ("/reset%3Ftoken%3D\nkqjx7", "/reset%3Ftoken%3D\n[hidden]"),
    (
      "/reset\u{FE56}token\u{FE66}ab1\u{FE60}x\u{FE66}2", "/reset\u{FE56}token\u{FE66}[hidden]\u{FE60}x\u{FE66}[hidden]"
    ),
  ]

  @Test(arguments: encodedCases)
  func `marks of a path that are encoded or in small forms divide it`(path: String, expected: String) {
    expect("https://bank.example\(path)", "https://bank.example\(expected)")
    expect("bank.example.com\(path)", "bank.example.com\(expected)")
  }

  @Test func `a shared link has no query in its path`() {
    #expect(SharedLink("short.example/r%3Fcode%3D4829").shown == "short.example/r%3Fcode%3D[hidden]")
  }

  private static let spacedCases: [(String, String)] = [
    ("/x?token= hunter2secret now", "/x?token= [hidden] now"), ("/x?token = hunter2secret", "/x?token = [hidden]"),
    ("/x?token =hunter2secret&b=2", "/x?token =[hidden]&b=[hidden]"), ("/x?pin= 4829", "/x?pin= [hidden]"),
    (" /reset/8Fk29dLqPz7XmNb3", " /reset/[hidden]"), (" /r?token=ab1", " /r?token=[hidden]"),
    ("/x?token=8Fk29dLq\n> Pz7XmNb3", "/x?token=[hidden]\n> [hidden]"),
    ("/x?token= Please look", "/x?token= Please look"), (" /help /2024/01", " /help /2024/01"),
    (" = 8Fk29dLqPz", " = 8Fk29dLqPz"), ("/x?a=1 or 8Fk29dLq", "/x?a=[hidden] or 8Fk29dLq"),
    ("/x?a=1\n> Please look", "/x?a=[hidden]\n> Please look"),
  ]

  @Test(arguments: spacedCases)
  func `a space of recognition or a mark of quotation does not end a link`(rest: String, expected: String) {
    expect("https://bank.example\(rest)", "https://bank.example\(expected)")
  }

  private static let wordCases: [(String, String)] = [
    ("token/hunter2", "token/[hidden]"), ("secret/Hunter2", "secret/[hidden]"), ("pw/Sommer2024", "pw/[hidden]"),
    ("password/reset", "password/reset"), ("token/v2", "token/v2"), ("login/step1", "login/step1"),
    ("verify-482913", "verify-[hidden]"), ("verify_code_482913", "verify_code_[hidden]"),
    ("code-4829-x", "code-[hidden]-x"),
    ("a=x-code-4829", "a=[hidden]"), ("verify-4829;a=1", "verify-[hidden];a=[hidden]"), ("join-2024", "join-2024"),
    ("code-4829-x\n2nd", "code-[hidden]-x\n2nd"), ("code-482", "code-482"), ("code-482913775", "[hidden]"),
    ("c-4829", "c-4829"),
    // A word of several, a word in between, and other languages.
    ("reset-password/482913", "reset-password/[hidden]"), ("verify-email/h7k2p", "verify-email/[hidden]"),
    ("magic_link/483921", "magic_link/[hidden]"), ("Activate-Account/8fh3k", "Activate-Account/[hidden]"),
    ("confirm/email/h7k2p", "confirm/email/[hidden]"), ("confirm/your/h7k2p", "confirm/your/h7k2p"),
    ("passwort/hunter2", "passwort/[hidden]"), ("kennwort/hunter2", "kennwort/[hidden]"),
    ("clave/482913", "clave/[hidden]"), ("tan/482913", "tan/[hidden]"),
    ("mot-de-passe/hunter2", "mot-de-passe/[hidden]"), ("pin-code/abc1", "pin-code/[hidden]"),
    ("source-code/swift5", "source-code/swift5"), ("c++/cpp20", "c++/cpp20"), ("t/link/a1b2", "t/link/a1b2"),
    ("contrase%C3%B1a/hunter2", "contrase%C3%B1a/[hidden]"), ("contraseña/hunter2", "contraseña/[hidden]"),
    ("token:482913", "token:[hidden]"), ("a:b:verify:h7k2p/x", "a:b:verify:[hidden]/x"),
    ("how-to-reset-your-password/step2", "how-to-reset-your-password/step2"), ("vitamin-c/b12c3", "vitamin-c/b12c3"),
    ("join-us/2024", "join-us/2024"), ("verify-email/address", "verify-email/address"),
    ("confirm/email/step1", "confirm/email/step1"), ("tan-lines/summer", "tan-lines/summer"),
    ("leave/anna%2540mail.example", "leave/[hidden]"),
    ("x?tokenhuntersecret", "x?[hidden]"), ("x?reset/hunterzwei", "x?[hidden]"), ("x?share-a-word", "x?share-a-word"),
    ("x?noredirects1", "x?[hidden]"), ("x?in-plain-words", "x?[hidden]"), ("x?withoutframe", "x?withoutframe"),
    ("What%3F_(American_TV_series)", "What%3F_(American_TV_series)"), ("tagged/c%23+linq", "tagged/c%23+linq"),
    ("a%26b%2Fc", "a%26b%2Fc"), ("100%25-wool", "100%25-wool"),
  ]

  @Test(arguments: wordCases)
  func `short keys are told by the word before them, and long words of a query by their length`(
    path: String, expected: String
  ) {
    expect("https://bank.example/\(path)", "https://bank.example/\(expected)")
  }

  @Test(arguments: ["passcode", "passwd", "password", "pin", "pw", "pwd", "secret", "token", "otp", "code"])
  func `a digit makes a key of what follows a word for secrets`(cue: String) {
    expect("https://bank.example/\(cue)/abc1", "https://bank.example/\(cue)/[hidden]")
    expect("https://bank.example/\(cue)/words", "https://bank.example/\(cue)/words")
  }

  @Test func `encoded marks of a host are part of it`() {
    expect("https://bank.example%2F@shop.example/a", "https://[hidden]@shop.example/a")
  }

  private func expect(_ text: String, _ expected: String) {
    #expect(TextRedactor.redact(text) == expected)
    #expect(TextRedactor.redaction(of: text, .links).text == expected)
    #expect(TextRedactor.redact(expected) == expected)
  }
}
