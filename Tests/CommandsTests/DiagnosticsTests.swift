import Testing

@testable import Application

struct DiagnosticsTests {
  @Test(
    arguments: [
      ("de", ["eng"], "deu"), ("pt", ["eng", "spa"], "por"), ("de", ["deu", "eng"], nil), ("en", ["fra"], nil),
      ("qps", ["eng"], nil),
    ] as [(String, [String], String?)])
  func `the language that the user reads should be among those of the texts`(
    language: String, languages: [String], leftOut: String?
  ) {
    #expect(Diagnostics.leftOut(language, of: languages) == leftOut)
  }
}
