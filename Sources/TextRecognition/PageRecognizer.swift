package import ScanModel

/// Reads the text of screenshots: prepares the picture, finds its lines, and has the engine read them one by one.
///
/// Tesseract's own way (threshold, layout analysis, lines) loses text on colored surfaces and takes longer; the
/// figures are in docs/architecture.md. One owner, one thread.
package struct PageRecognizer: ~Copyable {
  private let engine: TesseractEngine

  /// Loads the language data. All files are opened here; reading needs none.
  /// - Parameters:
  ///   - languages: As Tesseract names them ("eng"), at least one.
  ///   - dataPath: Folder with the language data; nil for the usual one.
  /// - Throws: `RecognitionFailure` with `.languageMissing`, or `.engine`.
  package init(languages: [String], dataPath: String? = nil) throws(RecognitionFailure) {
    engine = try TesseractEngine.start(languages: languages, dataPath: dataPath)
  }

  /// Version and installed languages of the engine.
  package var engineInfo: EngineInfo { engine.info }

  /// Reads the lines of one share.
  /// - Parameters:
  ///   - bitmap: Given away, so that its memory is free while the engine works.
  ///   - share: Which lines to read.
  ///   - onLayout: Called once, before any line; the layout is the same for all shares of a picture.
  ///   - onLine: Called for each line as it is read, the most text-like first, only with lines that have words.
  /// - Throws: `RecognitionFailure` with `.engine`, and what the closures throw.
  package func recognize(
    _ bitmap: consuming Bitmap, share: RecognitionShare = .all, onLayout: (PageLayout) throws -> Void,
    onLine: (RecognizedLine) throws -> Void
  ) throws {
    let page = PageAnalysis(copy bitmap)
    try onLayout(page.layout)
    if page.hasFewLines {
      if share.index == 0 { try readFewLines(page, bitmap, onLine) }
      return
    }
    _ = consume bitmap  // frees its memory before the engine needs some
    for index in page.lines(of: share) {
      if let line = try read(index, of: page) { try onLine(line) }
    }
  }

  private func read(_ index: Int, of page: PageAnalysis) throws(RecognitionFailure) -> RecognizedLine? {
    guard let image = page.image(ofLine: index) else { return nil }
    let words = try engine.recognize(image.image, as: .line).joined().map { word in
      RecognizedWord(text: word.text, confidence: word.confidence, box: image.screenshotBox(word.box))
    }
    let repaired = WordRepair.repaired(words)
    guard !repaired.isEmpty else { return nil }
    let place = page.layout.lines[index]
    return RecognizedLine(index: index, block: place.block, box: place.box, words: repaired)
  }

  /// A picture with a handful of lines is read by one share alone, because only who has read all lines knows
  /// that none of them was text.
  private func readFewLines(
    _ page: PageAnalysis, _ bitmap: Bitmap, _ onLine: (RecognizedLine) throws -> Void
  ) throws {
    var isReadable = false
    for index in page.lines(of: .all) {
      guard let line = try read(index, of: page) else { continue }
      isReadable = true
      try onLine(line)
    }
    if !isReadable { try readAsPage(bitmap, page.levels[0].map, onLine) }
  }

  /// When no line could be read although there is something to see: the engine's own layout analysis, first on the
  /// prepared picture, then on the picture as it is.
  private func readAsPage(_ bitmap: Bitmap, _ map: ContrastMap, _ onLine: (RecognizedLine) throws -> Void) throws {
    guard map.values.contains(where: { $0 >= InkThresholds.minimum }) else { return }
    for prepared in [true, false] {
      let image = prepared ? GreyImage(inverting: map) : GreyImage(bitmap)
      let lines = try engine.recognize(image, as: .page).map { WordRepair.repaired($0) }
      let readable = lines.filter { !$0.isEmpty }
      for (index, words) in readable.enumerated() {
        let box = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
        try onLine(RecognizedLine(index: index, block: 0, box: box, words: words))
      }
      if !readable.isEmpty { return }
    }
  }
}

extension GreyImage {
  /// Dark text on white from a contrast map.
  init(inverting map: ContrastMap) {
    self.init(width: map.width, height: map.height, pixels: map.values.map { 255 - $0 })
  }

  /// Brightness with the weights of ITU-R BT.601, which Leptonica uses as well.
  init(_ bitmap: Bitmap) {
    let pixels = (0..<(bitmap.width * bitmap.height)).map { index in
      let offset = index * 3
      let sum =
        Int(bitmap.pixels[offset]) * 299 + Int(bitmap.pixels[offset + 1]) * 587
        + Int(bitmap.pixels[offset + 2]) * 114
      return UInt8(sum / 1_000)
    }
    self.init(width: bitmap.width, height: bitmap.height, pixels: pixels)
  }
}
