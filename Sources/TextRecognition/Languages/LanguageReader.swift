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

  init(language: String, file: consuming LanguageFile? = nil, engine: consuming TesseractEngine? = nil) {
    self.language = language
    systems = WritingSystem.systems(ofLanguage: language)
    self.file = file
    self.engine = engine
  }

  /// The words from left to right, with boxes in pixels of `image`; empty if nothing can be read.
  func read(_ image: GreyImage) throws(RecognitionFailure) -> [RecognizedWord] {
    start()
    let words = try engine?.recognize(image).flatMap(\.self) ?? []
    return RupeeSign.restored(WordSpacing.placed(words, in: image), in: image).map(RecognizedWord.init)
  }

  /// The lines of a whole image, found by the engine itself.
  func readPage(_ image: GreyImage, _ form: RecognitionInput) throws(RecognitionFailure) -> [[RecognizedWord]] {
    start()
    return try engine?.recognize(image, asPage: form).map { $0.map(RecognizedWord.init) } ?? []
  }

  func knows(_ word: String) -> Bool {
    start()
    return engine?.knows(word) ?? false
  }

  /// Language data that look valid but do not load disable only this language, which `ocr-scan doctor` names.
  private func start() {
    guard let file = file.take() else { return }
    engine = try? TesseractEngine.start(language: language, file: file)
  }
}
