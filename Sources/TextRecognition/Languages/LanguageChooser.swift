internal import ScanModel

/// Reads each line of a page in its language, one of several configured ones.
///
/// A line is first read in the language that its block or the page has shown so far. Another one is tried only on
/// evidence: letters of another script, words that another dictionary contains and this one does not, or low confidence
/// that nothing else explains. So a page in one language costs no more than with that language alone. Each share of a
/// page decides for itself; its longest lines, with the strongest evidence, come first.
struct LanguageChooser {
  /// Below this confidence a line is doubtful. In the right language, screens are read with 0.95.
  private static let doubtful = 0.8
  /// Below this confidence the script may be wrong: lines of a wrong script measured 0.06 to 0.56.
  private static let wrongScript = 0.65
  /// How much more of a line another dictionary must contain, as a share and in letters.
  private static let vocabularyMargin = (share: 0.1, letters: 3)
  /// Lines narrower than this, in heights, are more often icons than text.
  private static let narrowest = 1.5

  /// Vain attempts allowed for each script that the page has not shown, and the share of all work that further ones may
  /// take: it may have hundreds of icons, which no language can read.
  private static let freeFailures = 2
  private static let failureShare = 0.05

  private let readers: [LanguageReader]
  private var evidence: LanguageEvidence
  /// In pixels of width, to which the time to read a line is proportional.
  private var (work, failedWork) = (0, 0)
  private var failures: [WritingSystem: Int] = [:]

  private struct Attempts {
    let image: GreyImage
    var tried: [LanguageReader]
    var best: LineRecognition
  }

  /// - Parameter readers: At least one, in the order of the settings.
  init(_ readers: [LanguageReader]) {
    precondition(!readers.isEmpty, "a page is read in some language")
    self.readers = readers
    evidence = LanguageEvidence(readers)
  }

  mutating func read(_ image: GreyImage, block: Int) throws(RecognitionFailure) -> LineRecognition {
    let expected = evidence.expectedReader(ofBlock: block)
    let reading = LineRecognition(try expected.read(image), by: expected)
    var attempts = Attempts(image: image, tried: [expected], best: reading)
    work += image.width
    if readers.count > 1 {
      try trySuggestedLanguages(&attempts)
      try tryProvenLanguages(&attempts, isDecided: evidence.isDecided(block))
      try tryOtherScripts(&attempts)
    }
    evidence.record(attempts.best, block: block)
    return attempts.best
  }

  /// Whether the line in another language is the best so far.
  @discardableResult
  private func attempt(_ reader: LanguageReader, _ attempts: inout Attempts) throws(RecognitionFailure) -> Bool {
    attempts.tried.append(reader)
    let new = LineRecognition(try reader.read(attempts.image), by: reader)
    let best = attempts.best.reader
    let isPreferred = readers.first { $0 === reader || $0 === best } === reader
    let isBetter = new.isBetter(than: attempts.best, isProven: evidence.isProven(reader), isPreferred: isPreferred)
    if isBetter { attempts.best = new }
    return isBetter
  }

  /// Tries other languages on evidence: letters of a foreign script, or words in another language's dictionary.
  private func trySuggestedLanguages(_ attempts: inout Attempts) throws(RecognitionFailure) {
    let reading = attempts.best
    guard let system = reading.mainSystem else { return }
    let share = reading.vocabulary?.share ?? 1
    let isForeign = !reading.isInOwnScript
    guard isForeign || share < 1 else { return }
    var best: (reader: LanguageReader, share: Double)?
    for reader in readers where reader !== reading.reader && reader.systems.contains(system) {
      let other = LineRecognition.vocabulary(of: reading.words, in: reader)?.share ?? 0
      if other > best?.share ?? -1 { best = (reader, other) }
    }
    guard let best else { return }
    let gain = best.share - share
    let letters = Double(reading.vocabulary?.letters ?? 0)
    let isKnownElsewhere = gain > Self.vocabularyMargin.share && gain * letters >= Double(Self.vocabularyMargin.letters)
    if isForeign ? reading.characters >= 3 : isKnownElsewhere { try attempt(best.reader, &attempts) }
  }

  /// Tries languages found elsewhere on the page, which best explain a doubtful line. A short line may look like a line
  /// of another script ("СОР"), so it is read in both.
  private func tryProvenLanguages(_ attempts: inout Attempts, isDecided: Bool) throws(RecognitionFailure) {
    let proven = evidence.provenReaders.filter { reader in !attempts.tried.contains { $0 === reader } }
    if isDoubtful(attempts.best) {
      for reader in proven where isDoubtful(attempts.best) { try attempt(reader, &attempts) }
    } else if attempts.tried.count == 1, !isDecided, attempts.best.characters <= 8 {
      let own = attempts.best.reader.systems[0]
      guard own.hasLookalikes, let other = proven.first(where: { $0.systems[0] != own }) else { return }
      try attempt(other, &attempts)
    }
  }

  private func isDoubtful(_ reading: LineRecognition) -> Bool { reading.confidence < Self.doubtful || !reading.isKnown }

  /// For a line that was hardly readable: tries a language of each untried script, then others of the script found.
  private mutating func tryOtherScripts(_ attempts: inout Attempts) throws(RecognitionFailure) {
    let image = attempts.image
    let first = attempts.best.reader.systems[0]
    if attempts.best.confidence < Self.wrongScript, Double(image.width) >= Double(image.height) * Self.narrowest {
      var seen = Set(attempts.tried.map { $0.systems[0] })
      for reader in readers where attempts.best.confidence < Self.doubtful {
        let system = reader.systems[0]
        let mayFail =
          failures[system, default: 0] < Self.freeFailures || Double(failedWork) <= Self.failureShare * Double(work)
        guard mayFail, seen.insert(system).inserted, try !attempt(reader, &attempts) else { continue }
        failures[system, default: 0] += 1
        failedWork += image.width
      }
    }
    let found = attempts.best.reader.systems[0]
    guard found != first else { return }
    for reader in readers where attempts.best.confidence < Self.doubtful && reader.systems[0] == found {
      if !attempts.tried.contains(where: { $0 === reader }) { try attempt(reader, &attempts) }
    }
  }
}
