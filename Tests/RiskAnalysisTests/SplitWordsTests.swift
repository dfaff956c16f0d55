import RiskAnalysis
import ScanModel
import Testing

struct SplitWordsTests {
  @Test(arguments: [
    "your ac count has been sus pended",
    "your a c c o u n t has been suspended",
    "your account has been s u s p e n d e d",
    "your ac\u{A0}count has been suspended",
    "your cred it card ac co unt has been su spen ded",
  ])
  func `words in pieces do not hide a phrase`(text: String) throws {
    #expect(try Fixture.finds(["your [credit] [card] account has been suspend*"], in: text))
  }

  @Test(arguments: [
    ("buy a gift card now", "(gift|card|giftcard)", ["buy", "a", "gift", "card", "now"]),
    ("your acc\nount is here", "(account|your)", ["your", "acc", "ount", "is", "here"]),
    ("your ac  count is here", "(account|your)", ["your", "ac", "count", "is", "here"]),
    ("your ac-count is here", "(account|your)", ["your", "ac", "count", "is", "here"]),
    // A letter of the next word continues the start of this one by chance.
    ("our profit tokens are free", "profitt*", ["our", "profit", "tokens", "are", "free"]),
    // Too short to tell from two adjacent words.
    ("he re is more of it", "(here|more)", ["he", "re", "is", "more", "of", "it"]),
  ])
  func `words that belong apart stay apart`(text: String, known: String, words: [String]) throws {
    let analyzer = RiskAnalyzer(pack: try Fixture.pack(phrases: [known]), classifier: nil)
    let passage = try #require(analyzer.passages(of: TextPage(plainText: text)).passages.first)
    #expect(passage.input.split(separator: " ").map(String.init).filter { $0 != "-" } == words)
  }
}
