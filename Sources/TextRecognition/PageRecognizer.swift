package import ScanModel

/// Reads the text of screenshots: prepares the image, finds its lines, and has the engine read them one by one.
/// Tesseract's own procedure loses text on colored surfaces and takes longer
/// (docs/decisions/0022-own-image-preparation.md).
package struct PageRecognizer: ~Copyable {
  /// In order of preference; at least one.
  private let readers: [LanguageReader]
  /// Version of Tesseract ("5.3.0").
  package static var engineVersion: String { TesseractEngine.version }

  /// Starts the engine of the first language and maps the data of the others; reading opens no files. The languages, as
  /// Tesseract names them ("eng"), are at least one, each once, the most frequent first.
  package init(languages: [String]) throws(RecognitionFailure) {
    guard let first = languages.first else { throw .engine("start") }
    let engine = try TesseractEngine.start(language: first)
    let folder = engine.dataFolder ?? ""
    var readers = [LanguageReader(language: first, engine: engine)]
    for language in languages.dropFirst() {
      guard let file = LanguageFile.open(language: language, folder: folder) else { throw .languageMissing(language) }
      readers.append(LanguageReader(language: language, file: file))
    }
    self.readers = readers
  }

  /// Reads the lines of one share in the prepared image, or in the plain one, in which the lines are not known before.
  /// The image is consumed, so that its memory is free while the engine works. `onLayout` gets once, before any line,
  /// the bounds of all that may be lines, in pixels of the screenshot and in reading order, the same for all shares;
  /// `onLine` gets each line with words as it is read, the most text-like first.
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

  /// Reads an image with a handful of lines in one share, because only a reader of all can tell that none is text. They
  /// are held back until one is; otherwise the engine's own reading replaces them if it finds text.
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

  /// Whether the engine's own layout analysis finds text, first in the prepared image, then in the plain one.
  private func readAsPage(
    _ rgb: RGBImage, _ map: ContrastMap, _ onLine: (RecognizedLine) throws -> Void
  ) throws -> Bool {
    guard map.values.contains(where: { $0 >= InkThresholds.minimum }) else { return false }
    if try readAsPage(GreyImage(inverting: map), .prepared, onLine) { return true }
    return try readAsPage(GreyImage(rgb), .plain, onLine)
  }

  /// Whether any of an image, as the engine's own layout analysis reads it, is text.
  private func readAsPage(
    _ image: GreyImage, _ form: RecognitionInput, _ onLine: (RecognizedLine) throws -> Void
  ) throws -> Bool {
    let readable = try readers[0].readPage(image, form).map(UnspacedText.joined).filter { TextPlausibility.isText($0) }
    for (index, words) in readable.enumerated() {
      let box = words.reduce(words[0].box) { $0.union($1.box) }
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
