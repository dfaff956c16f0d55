internal import ScanModel

/// Corrects letters among the digits of a telephone number: "+44 2O 7946 O123".
///
/// A number is a run of adjacent words of digits, look-alike letters and punctuation. It must start with "+", "0", "("
/// or after a word such as "call", have the length of a telephone number, and consist mostly of digits.
enum PhoneCorrection {
  private static let cues: Set<String> = [
    "call", "phone", "tel", "telephone", "mobile", "whatsapp", "dial", "ring", "text", "sms", "number", "hotline",
    "helpline", "telefon", "anrufen", "appelez", "llame", "fax",
  ]
  private static let marks = "+()-./\u{2011}\u{2013},:;"
  private static let largestGap = 1.0

  static func repaired(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.contains(where: { isDoubtful($0.text) }) else { return words }
    return words.replacingRuns { start in
      if isBrand(words[start].text), start + 1 < words.count, "0+".contains(words[start + 1].text.prefix(1)) {
        return nil
      }
      let end = run(from: start, in: words)
      guard end > start else { return nil }
      guard isPhone(words[start..<end], after: start > 0 ? words[start - 1].text : nil) else {
        return (Array(words[start..<end]), end)
      }
      return (words[start..<end].map { $0.repaired(to: DigitLookalikes.digits($0.text, marks: marks) ?? $0.text) }, end)
    }
  }

  private static func isDoubtful(_ word: String) -> Bool {
    word.hasDigit && word.unicodeScalars.contains(where: DigitLookalikes.isLikely)
      && DigitLookalikes.digits(word, marks: marks) != nil
  }

  /// "O2" before a whole number.
  private static func isBrand(_ word: String) -> Bool {
    word.unicodeScalars.count == 2 && word.firstScalar?.isLetter == true && word.lastScalar?.isDigit == true
  }

  private static func run(from start: Int, in words: [RecognizedWord]) -> Int {
    var end = start
    while end < words.count, end - start < 6, words[end].text.hasDigit,
      words[end].text.consists(of: { $0.isDigit || DigitLookalikes.isLikely($0) || $0.isOne(of: marks) }),
      end == start || words.gap(before: end) <= largestGap
    {
      end += 1
      // Punctuation of the sentence ends the number.
      if let last = words[end - 1].text.last, ",;:.".contains(last) { break }
    }
    return end
  }

  private static func isPhone(_ words: ArraySlice<RecognizedWord>, after previous: String?) -> Bool {
    let text = words.map(\.text).joined()
    let digits = text.unicodeScalars.count(where: \.isDigit)
    let letters = text.unicodeScalars.count(where: DigitLookalikes.isLikely)
    guard letters > 0, (8...15).contains(digits + letters), digits >= letters * 3,
      // "0,5l 12,50"
      !words.contains(where: { $0.text.dropLast().contains(",") })
    else { return false }
    let cue = previous.map { String($0.lowercased().prefix { $0.isLetter }) } ?? ""
    guard let start = text.unicodeScalars.first(where: { $0 != "(" }) else { return false }
    return start == "+" || start == "0" || start == "O" || text.hasPrefix("(") || cues.contains(cue)
  }
}
