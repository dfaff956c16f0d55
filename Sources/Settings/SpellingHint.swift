/// Finds the name that was probably meant by a mistyped one.
package enum SpellingHint {
  /// - Returns: The nearest of the names; nil if none is near.
  package static func closest(to word: String, among names: [String]) -> String? {
    let candidates = names.map { (name: $0, distance: distance(Array(word.utf8.prefix(64)), Array($0.utf8))) }
    // A choice: two errors in a word are a typo, in a short one just one is; more make another word.
    let limit = word.utf8.count > 4 ? 2 : 1
    return candidates.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
  }

  /// Levenshtein's, one row at a time.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let substituted = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(substituted, diagonal + 1, row[j] + 1)
      }
    }
    return row[right.count]
  }
}
