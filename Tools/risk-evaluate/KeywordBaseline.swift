/// A baseline for comparison: two words of a list make a text suspicious.
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
