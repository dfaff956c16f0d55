import Testing

@testable import Commands

/// What is kept of the parser's words about wrong usage.
struct UsageErrorTests {
  @Test func `the message and the usage are kept, the help of an option is not`() {
    let whole = """
      Error: The value 'x' is invalid for '--jobs <jobs>'
      Help:  --jobs <jobs>  How many.
      Usage: ocr-scan scan [<file> ...]
        See 'ocr-scan scan --help' for more information.
      """
    #expect(
      UsageError.translation(of: whole, about: "The value 'x' is invalid for '--jobs <jobs>'") == """
        Error: The value 'x' is invalid for '--jobs <jobs>'
        Usage: ocr-scan scan [<file> ...]
          See 'ocr-scan scan --help' for more information.
        """)
  }

  @Test func `a message in several lines stays whole, and so does the help that follows it`() {
    let whole = "Error: One of:\n  - a\n\nOVERVIEW: Help"
    #expect(UsageError.translation(of: whole, about: "One of:\n  - a") == whole)
    #expect(UsageError.translation(of: "Something else", about: "else") == "Something else")
  }
}
