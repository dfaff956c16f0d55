/// What may be spent on one screenshot or text after it has been read, by all stages together: whoever made the picture
/// decides how much is in it. Each stage gives up in time and says so.
///
/// Correcting and judging ask for the time. What follows them (report, redaction, history) is linear in a text of
/// limited size, and must not be left half done.
package struct JudgingBudget: Sendable, Hashable {
  /// Unicode scalars and words of a page that are kept; a worker may send sixty times as many. Four times what risk
  /// analysis looks at, and eight times the text of a 4K screen full of small print.
  package static let maximumScalars = 262_144
  package static let maximumWords = 65_536
  /// A page takes a third of a second, on a busy machine several times that. A text made to be slow must not hold up
  /// the next screenshot for longer than reading may.
  private static let time: Duration = .seconds(5)
  /// What correction leaves of the time. Without corrections more is uncertain, without judging everything is.
  private static let timeForJudging: Duration = .seconds(4)

  /// When judging ends; nil for no limit.
  package let deadline: ContinuousClock.Instant?
  /// Whether everything up to here was looked at.
  package private(set) var isWhole = true

  package init(deadline: ContinuousClock.Instant?) { self.deadline = deadline }

  /// The budget of a page that has just been read.
  package static func fromNow() -> JudgingBudget { JudgingBudget(deadline: .now + time) }

  package var isSpent: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// Whether the part of the time that correction may take is over.
  package var isSpentForCorrection: Bool { deadline.map { ContinuousClock.now >= $0 - Self.timeForJudging } ?? false }

  /// Notes that a stage gave up.
  package mutating func giveUp() { isWhole = false }

  package mutating func limit(_ text: inout RecognizedText) {
    var words = Self.maximumWords
    var scalars = Self.maximumScalars
    for (number, line) in text.lines.enumerated() {
      var kept = 0
      while kept < line.words.count, words > 0 {
        // With the separator before it: a space, a line end, or an empty line between blocks.
        let length = line.words[kept].text.unicodeScalars.count + 2
        guard length <= scalars else { break }
        scalars -= length
        words -= 1
        kept += 1
      }
      if kept == line.words.count { continue }
      giveUp()
      text.isPartial = true
      text.lines[number].words.removeSubrange(kept...)
      text.lines.removeSubrange((kept > 0 ? number + 1 : number)...)
      return
    }
  }
}
