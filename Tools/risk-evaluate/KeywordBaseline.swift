/// A baseline for comparison: a text is suspicious if it contains two words of a list.
enum KeywordBaseline {
  private static let words = [
    "urgent", "verify", "suspended", "click", "winner", "won", "prize", "bitcoin", "gift card", "password", "account",
    "bank", "refund", "parcel", "delivery", "congratulations", "free", "claim", "immediately", "blocked", "http",
  ]

  static func isSuspicious(_ text: String) -> Bool {
    let lowered = text.lowercased()
    return words.count { lowered.contains($0) } >= 2
  }
}
