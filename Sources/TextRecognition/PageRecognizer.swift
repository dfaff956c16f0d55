package import ScanModel

/// Reads the text of screenshots: prepares the image, finds its lines, and has the engine read them one by one.
///
/// Tesseract's own procedure (threshold, layout analysis, lines) loses text on colored surfaces and takes longer
/// (docs/decisions/0022-own-image-preparation.md). One owner, one thread.
package struct PageRecognizer: ~Copyable {
  /// One reader for each language, in order of preference; at least one.
  private let readers: [LanguageReader]
  /// Version of Tesseract ("5.3.0").
  package static var engineVersion: String { TesseractEngine.version }

  /// Starts the engine of the first language and maps the data of the others; reading opens no files.
  /// - Parameter languages: As Tesseract names them ("eng"), at least one, each once; the most frequent first.
  /// - Throws: `RecognitionFailure`.
  package init(languages: [String]) throws(RecognitionFailure) {
    guard let first = languages.first else { throw .engine("start") }
    let engine = try TesseractEngine.start(language: first)
    let folder = engine.dataFolder ?? ""
    var readers = [LanguageReader(language: first, engine: engine)]
    for language in languages.dropFirst() { readers.append(try LanguageReader(language: language, folder: folder)) }
    self.readers = readers
  }

  /// Reads the lines of one share.
  /// - Parameters:
  ///   - rgb: Consumed, so that its memory is free while the engine works.
  ///   - form: The prepared image, or the plain one, in which the lines are not known before.
  ///   - share: Which lines to read.
  ///   - onLayout: Called once, before any line, with the bounds of all that may be lines, in pixels of the screenshot and
  ///     in reading order. They are the same for all shares.
  ///   - onLine: Called for each line with words as it is read, the most text-like first.
  /// - Throws: `RecognitionFailure` with `.engine`, and errors of the closures.
  package func recognize(
    _ rgb: consuming RGBImage, as form: RecognitionInput = .prepared, share: LineShare = .all,
    onLayout: ([PixelRect]) throws -> Void, onLine: (RecognizedLine) throws -> Void
  ) throws {
    if form == .plain {
      try onLayout([])
      if share.index == 0 { _ = try readAsPage(GreyImage(rgb), .plain, onLine) }
      return
    }
    let page = PageAnalysis(copy rgb)
    try onLayout(page.lines.map(\.box))
    var chooser = LanguageChooser(readers)
    // On noise or on text on patterns, line finding may have failed.
    if page.lines.count <= RecognitionInput.fewLines {
      if share.index == 0 { try readFewLines(page, rgb, with: &chooser, onLine) }
      return
    }
    _ = consume rgb  // frees its memory before the engine needs some
    for index in page.lines(of: share) {
      if let line = try read(index, of: page, with: &chooser) { try onLine(line) }
    }
  }

  private func read(
    _ index: Int, of page: PageAnalysis, with chooser: inout LanguageChooser
  ) throws(RecognitionFailure) -> RecognizedLine? {
    let line = page.lines[index]
    guard let image = LineImage(line, in: page.levels[line.level].map) else { return nil }
    let reading = try chooser.read(image.image, block: line.block)
    let words = reading.words.map { word in
      RecognizedWord(text: word.text, confidence: word.confidence, box: image.screenshotBox(word.box))
    }
    // The caller, who sees all lines, decides what is text. Only lines with nothing readable are dropped here.
    guard reading.characters > 0 else { return nil }
    return RecognizedLine(
      index: index, block: line.block, box: line.box, words: UnspacedText.joined(words),
      language: reading.reader.language)
  }

  /// Reads an image with a handful of lines in one share, because only a reader of all lines can tell that none is
  /// text. Lines are held back until one is; otherwise the engine's own reading, which starts again with line 0,
  /// replaces them if it finds text.
  private func readFewLines(
    _ page: PageAnalysis, _ rgb: RGBImage, with chooser: inout LanguageChooser,
    _ onLine: (RecognizedLine) throws -> Void
  ) throws {
    var isReadable = false
    var held: [RecognizedLine] = []
    for index in page.lines(of: .all) {
      guard let line = try read(index, of: page, with: &chooser) else { continue }
      isReadable = isReadable || TextPlausibility.isText(line.words)
      held.append(line)
      guard isReadable else { continue }
      try held.forEach(onLine)
      held = []
    }
    if try !isReadable && !readAsPage(rgb, page.levels[0].map, onLine) { try held.forEach(onLine) }
  }

  /// Fallback if no line could be read although there is something to see: the engine's own layout analysis, first on
  /// the prepared image, then on the plain one.
  /// - Returns: Whether any of it is text.
  private func readAsPage(
    _ rgb: RGBImage, _ map: ContrastMap, _ onLine: (RecognizedLine) throws -> Void
  ) throws -> Bool {
    guard map.values.contains(where: { $0 >= InkThresholds.minimum }) else { return false }
    if try readAsPage(GreyImage(inverting: map), .prepared, onLine) { return true }
    return try readAsPage(GreyImage(rgb), .plain, onLine)
  }

  /// Reads a whole image with the engine's own layout analysis.
  /// - Returns: Whether any of it is text.
  private func readAsPage(
    _ image: GreyImage, _ form: RecognitionInput, _ onLine: (RecognizedLine) throws -> Void
  ) throws -> Bool {
    let readable = try readers[0].readPage(image, form).map(UnspacedText.joined).filter { TextPlausibility.isText($0) }
    for (index, words) in readable.enumerated() {
      let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
      try onLine(
        RecognizedLine(index: index, block: 0, box: box, words: words, language: readers[0].language, form: form))
    }
    return !readable.isEmpty
  }
}

/// The lines that one of several workers on the same screenshot reads.
package struct LineShare: Sendable, Hashable {
  /// In `0..<count`.
  package let index: Int
  /// Number of workers, at least 1.
  package let count: Int

  /// One worker reads everything.
  package static let all = LineShare(index: 0, count: 1)
}

extension LineShare {
  /// - Returns: Nil unless `index` is in `0..<count`.
  package init?(index: Int, of count: Int) {
    guard count >= 1, (0..<count).contains(index) else { return nil }
    self.init(index: index, count: count)
  }
}

/// Why text could not be recognized.
package enum RecognitionFailure: Error, Sendable, Hashable {
  /// The data of this language is missing or damaged.
  case languageMissing(String)
  /// The engine refused this operation.
  case engine(String)
}
