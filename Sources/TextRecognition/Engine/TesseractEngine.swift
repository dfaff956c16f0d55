internal import CTesseract
internal import CTesseractParts
internal import ScanModel

/// The only owner of a Tesseract engine, which is not thread-safe.
///
/// Safe: the handle is created in `init`, deleted in `deinit`, never handed out, and not null in between.
@safe struct TesseractEngine: ~Copyable {
  private let handle: OpaquePointer

  private init() throws(RecognitionFailure) {
    guard let handle = unsafe TessBaseAPICreate() else { throw .engine("start") }
    unsafe self.handle = handle
    // Otherwise complaints go to standard error, with parts of the text.
    unsafe TessBaseAPISetVariable(handle, "debug_file", "/dev/null")
  }

  /// Loads a language from its file in the folder that was compiled into the library.
  static func start(language: String) throws(RecognitionFailure) -> TesseractEngine {
    let engine = try TesseractEngine()
    let status = unsafe TessBaseAPIInit2(engine.handle, nil, language, OEM_LSTM_ONLY)
    guard status == 0, unsafe strings(TessBaseAPIGetLoadedLanguagesAsVector(engine.handle)) == [language] else {
      throw .languageMissing(language)
    }
    // Tesseract opens its debug file with its first complaint; in the sandbox it could not. This makes it complain now.
    unsafe TessBaseAPIReadConfigFile(engine.handle, "/dev/null/none")
    try engine.prove()
    return engine
  }

  /// Loads a language from memory, without opening any file (strace(1) shows none, once another engine has run).
  static func start(language: String, file: borrowing LanguageFile) throws(RecognitionFailure) -> TesseractEngine {
    let engine = try TesseractEngine()
    let status = unsafe file.withBytes { bytes in
      unsafe TessBaseAPIInit5(
        engine.handle, bytes.baseAddress, Int32(clamping: bytes.count), language, OEM_LSTM_ONLY, nil, 0, nil, nil, 0, 0)
    }
    guard status == 0 else { throw .languageMissing(language) }
    try engine.prove()
    return engine
  }

  /// Reads made-up noise, on which the layers of `CTesseractParts` must compute what Tesseract's own do.
  private func prove() throws(RecognitionFailure) {
    ocrscan_network_prove(1)
    defer { ocrscan_network_prove(0) }
    // Noise, so that every value occurs. As high as a line, and wide enough for a few letters.
    var state: UInt32 = 1
    let pixels = (0..<(48 * 36)).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    _ = try recognize(GreyImage(width: 48, height: 36, pixels: pixels))
  }

  deinit { unsafe TessBaseAPIDelete(handle) }

  /// Reads a whole page with the engine's own layout analysis, or a line (`LineImage`), as the network gets it. Returns
  /// the words of each line in reading order, in pixels of `image`.
  func recognize(
    _ image: GreyImage, asPage form: RecognitionInput? = nil
  ) throws(RecognitionFailure) -> [[EngineWord]] {
    let (mode, triesInverted) =
      switch form {
      case nil: (PSM_RAW_LINE, "0")
      // Prepared images are dark on white: reading them inverted too doubles the time. Plain ones can be either.
      case .prepared: (PSM_AUTO, "0")
      case .plain: (PSM_AUTO, "1")
      }
    unsafe TessBaseAPISetPageSegMode(handle, mode)
    unsafe TessBaseAPISetVariable(handle, "tessedit_do_invert", triesInverted)
    // Copies the pixels.
    unsafe TessBaseAPISetImage(handle, image.pixels, Int32(image.width), Int32(image.height), 1, Int32(image.width))
    defer { unsafe TessBaseAPIClear(handle) }
    // Capitals of lines have the height of 10-point print at this resolution.
    unsafe TessBaseAPISetSourceResolution(handle, 300)
    guard unsafe TessBaseAPIRecognize(handle, nil) == 0 else { throw .engine("read a line") }
    return words()
  }

  private func words() -> [[EngineWord]] {
    guard let iterator = unsafe TessBaseAPIGetIterator(handle) else { return [] }
    defer { unsafe TessResultIteratorDelete(iterator) }
    // The same object as its base class; not deleted separately.
    guard let page = unsafe TessResultIteratorGetPageIterator(iterator) else { return [] }
    var lines: [[EngineWord]] = []
    var isNext = true
    while isNext {
      if unsafe TessPageIteratorIsAtBeginningOf(page, RIL_TEXTLINE) != 0 || lines.isEmpty { lines.append([]) }
      let word = unsafe piece(RIL_WORD, at: iterator, page)
      let confidence = unsafe Double(TessResultIteratorConfidence(iterator, RIL_WORD)) / 100
      var symbols: [EngineWord.Symbol] = []
      repeat {
        if let symbol = unsafe piece(RIL_SYMBOL, at: iterator, page) {
          symbols.append(EngineWord.Symbol(text: symbol.text, x: symbol.columns.lowerBound))
        }
        isNext = unsafe TessResultIteratorNext(iterator, RIL_SYMBOL) != 0
      } while unsafe isNext && TessPageIteratorIsAtBeginningOf(page, RIL_WORD) == 0
      guard let word else { continue }
      // Split again: a word may have white space around it or, rarely, be nothing else.
      let text = word.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !text.isEmpty else { continue }
      lines[lines.count - 1].append(
        EngineWord(
          text: text, confidence: min(max(confidence, 0), 1), columns: word.columns, rows: word.rows,
          symbols: symbols.map(\.text).joined() == text ? symbols : []))
    }
    return lines.filter { !$0.isEmpty }
  }

  private func piece(
    _ level: TessPageIteratorLevel, at iterator: OpaquePointer, _ page: OpaquePointer
  ) -> (text: String, columns: Range<Int>, rows: Range<Int>)? {
    guard let text = unsafe TessResultIteratorGetUTF8Text(iterator, level) else { return nil }
    defer { unsafe TessDeleteText(text) }
    var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard unsafe TessPageIteratorBoundingBox(page, level, &left, &top, &right, &bottom) != 0, left < right, top < bottom
    else { return nil }
    return unsafe (String(cString: text), Int(left)..<Int(right), Int(top)..<Int(bottom))
  }

  /// Whether the language's dictionary has this word, in any case.
  func knows(_ word: String) -> Bool { unsafe TessBaseAPIIsValidWord(handle, word) != 0 }

  /// The folder of the language data; nil if the engine does not tell.
  var dataFolder: String? { unsafe TessBaseAPIGetDatapath(handle).map { unsafe String(cString: $0) } }

  /// Version of the library ("5.3.0").
  static var version: String { unsafe TessVersion().map { unsafe String(cString: $0) } ?? "unknown" }

  /// Copies and frees a null-terminated array of strings.
  private static func strings(_ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
    guard let vector = unsafe vector else { return [] }
    defer { unsafe TessDeleteTextArray(vector) }
    var result: [String] = []
    while let string = unsafe vector[result.count] { unsafe result.append(String(cString: string)) }
    return result
  }
}

/// A word from the engine, in pixels of the image it was given.
struct EngineWord {
  /// A letter, digit or mark.
  struct Symbol {
    var text: String
    /// First column. The engine knows it to a few pixels only, from the step of its network that produced the symbol.
    var x: Int
  }

  var text: String
  /// In 0...1.
  var confidence: Double
  var columns: Range<Int>
  var rows: Range<Int>
  /// Left to right. Together they are `text`, or there are none.
  var symbols: [Symbol]
}

extension RecognizedWord {
  init(_ word: EngineWord) {
    self.init(
      text: word.text, confidence: word.confidence,
      box: PixelRect(
        x: word.columns.lowerBound, y: word.rows.lowerBound, width: word.columns.count, height: word.rows.count))
  }
}
