internal import ScanModel

/// Reads lines in one language. Most pages need only one, so its engine, of 10 to 40 MB, may start with its first line
/// (docs/decisions/0025-language-per-line.md).
final class LanguageReader {
  /// As Tesseract names it ("eng").
  let language: String
  /// Its scripts, the most distinctive first.
  let systems: [WritingSystem]
  /// What the engine starts from, until it does.
  private var file: LanguageFile?
  /// Nil before the first line, and if the language data are broken.
  private var engine: TesseractEngine?

  /// - Throws: `RecognitionFailure.languageMissing`.
  init(language: String, folder: String) throws(RecognitionFailure) {
    guard let file = LanguageFile.open(language: language, folder: folder) else { throw .languageMissing(language) }
    self.language = language
    systems = WritingSystem.systems(ofLanguage: language)
    self.file = consume file
  }

  /// Creates a reader with a running engine.
  init(language: String, engine: consuming TesseractEngine) {
    self.language = language
    systems = WritingSystem.systems(ofLanguage: language)
    self.engine = consume engine
  }

  /// The words from left to right, with boxes in pixels of `image`; empty if nothing can be read.
  func read(_ image: GreyImage) throws(RecognitionFailure) -> [RecognizedWord] {
    let words = try recognize(image).flatMap(\.self)
    return RupeeSign.restored(WordSpacing.placed(words, in: image), in: image).map(RecognizedWord.init)
  }

  /// The lines of a whole image, found by the engine itself.
  func readPage(_ image: GreyImage, _ form: RecognitionInput) throws(RecognitionFailure) -> [[RecognizedWord]] {
    try recognize(image, asPage: form).map { $0.map(RecognizedWord.init) }
  }

  /// Whether the language's dictionary has this word.
  func knows(_ word: String) -> Bool {
    start()
    return engine?.knows(word) ?? false
  }

  private func recognize(
    _ image: GreyImage, asPage form: RecognitionInput? = nil
  ) throws(RecognitionFailure) -> [[EngineWord]] {
    start()
    return try engine?.recognize(image, asPage: form) ?? []
  }

  /// Language data that look valid but do not load disable only this language, which `ocr-scan doctor` names.
  private func start() {
    guard let file = file.take() else { return }
    engine = try? TesseractEngine.start(language: language, file: file)
  }
}
