/// Long texts that repeat one piece, made to be slow: they tempt a scanner to read the same part again and again.
package enum HostileText {
  package static let pieces = [
    "a", "aaaa ", "your account ", "send me the ", "http://a.b/", "service@paypal.com ", "1", "12 ",
    "$", "+1 ", "urgent\n\n", "@", "-----BEGIN ",
    "do not share your account code 123456 within 24 hours ", "\u{200B}", "é\u{301}", "never ", "|", "password: ",
  ]

  /// - Parameters:
  ///   - piece: Not empty.
  ///   - scalars: Maximum length of the text.
  /// - Returns: As many whole pieces as fit.
  package static func repeating(_ piece: String, scalars: Int) -> String {
    String(repeating: piece, count: scalars / piece.unicodeScalars.count)
  }
}
