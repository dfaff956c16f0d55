internal import ScanModel

/// What the lines read so far show about the languages of a page.
struct LanguageEvidence {
  private let readers: [LanguageReader]
  private var letters: [String: Int] = [:]
  private var readersOfBlocks: [Int: LanguageReader] = [:]

  init(_ readers: [LanguageReader]) { self.readers = readers }

  private func count(_ reader: LanguageReader) -> Int { letters[reader.language, default: 0] }

  /// The expected language of a line: that of its block, or that of most of the page, or the first configured one.
  func expectedReader(ofBlock block: Int) -> LanguageReader {
    readersOfBlocks[block] ?? readers.max { count($0) < count($1) } ?? readers[0]
  }

  /// Whether part of the page is in this language. The first configured language needs no proof.
  func isProven(_ reader: LanguageReader) -> Bool { reader === readers[0] || letters[reader.language] != nil }

  func isDecided(_ block: Int) -> Bool { readersOfBlocks[block] != nil }

  /// The proven languages, the one with the most letters first.
  var provenReaders: [LanguageReader] { readers.filter(isProven).sorted { count($0) > count($1) } }

  /// Records an accepted line as proof if it has enough letters and was read with confidence.
  mutating func record(_ reading: LineRecognition, block: Int) {
    guard reading.ownLetters >= 4, reading.confidence >= 0.75, reading.isKnown, reading.isInOwnScript else { return }
    letters[reading.reader.language, default: 0] += reading.ownLetters
    // Eight letters are one long word or two short ones.
    if reading.ownLetters >= 8, readersOfBlocks[block] == nil { readersOfBlocks[block] = reading.reader }
  }
}
