/// Chooses the passages of a page that the encoder reads. Passages overlap, most of a page is nothing like a scam, and the
/// encoder takes 0.08 ms for each word piece.
enum PassageSelection {
  /// Word pieces, which only a single passage may exceed. Of real scam screens 81 % are found at alarms on 0.3 % of
  /// ordinary ones, as many as with 360 and one passage more; all passages take five times as long on a full screen.
  static let budget = 320
  /// Log-odds by which a passage counts less if all of it is in chosen ones.
  private static let overlapPenalty = 2.0

  /// - Parameters:
  ///   - passages: Their tokens, and log-odds of a scam by rules and n-grams.
  ///   - length: Word pieces of the passage at a place.
  /// - Returns: The places of the chosen passages, the one most like a scam first.
  static func chosen(of passages: [(tokens: Range<Int>, likeness: Double)], length: (Int) -> Int) -> [Int] {
    var (chosen, read): ([Int], Int) = ([], 0)
    var isRead = [Bool](repeating: false, count: passages.map(\.tokens.upperBound).max() ?? 0)
    var rest = passages.indices.sorted { (passages[$1].likeness, $0) < (passages[$0].likeness, $1) }
    while !rest.isEmpty {
      let values = rest.map { index in
        let tokens = passages[index].tokens
        let shared = Double(isRead[tokens].count { $0 }) / Double(max(1, tokens.count))
        return passages[index].likeness - overlapPenalty * shared
      }
      // The first of equal ones.
      let best = values.indices.reduce(0) { values[$1] > values[$0] ? $1 : $0 }
      let index = rest.remove(at: best)
      chosen.append(index)
      read += length(index)
      for token in passages[index].tokens { isRead[token] = true }
      rest.removeAll { read + length($0) > budget }
    }
    return chosen
  }
}
