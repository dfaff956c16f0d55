internal import ScanModel

/// Reads lines in one language.
protocol LanguageReader: AnyObject {
  /// As Tesseract names it ("eng").
  var language: String { get }

  /// The words from left to right, with boxes in pixels of `image`; empty if nothing can be read.
  func read(_ image: GreyImage) throws(RecognitionFailure) -> [RecognizedWord]

  /// Whether the language's dictionary has this word.
  func knows(_ word: String) -> Bool
}

/// A reader whose engine starts with its first line, because most pages need only one language. Each engine takes 10 to
/// 40 MB (docs/decisions/0025-language-per-line.md).
final class LazyLanguageReader: LanguageReader {
  private enum State: ~Copyable {
    case waiting(LanguageFile)
    case started(TesseractEngine)
    case broken
  }

  let language: String
  private var state: State

  /// - Throws: `RecognitionFailure` with `.languageMissing`.
  init(language: String, folder: String) throws(RecognitionFailure) {
    guard let file = LanguageFile.open(language: language, folder: folder) else {
      throw RecognitionFailure(.languageMissing, subject: language)
    }
    self.language = language
    state = .waiting(file)
  }

  /// Creates a reader with a running engine.
  init(language: String, engine: consuming TesseractEngine) {
    self.language = language
    state = .started(engine)
  }

  func read(_ image: GreyImage) throws(RecognitionFailure) -> [RecognizedWord] {
    start()
    switch state {
    case .started(let engine):
      return WordSpacing.placed(try engine.recognize(image, as: .line).flatMap(\.self), in: image).map(
        RecognizedWord.init)
    default: return []
    }
  }

  /// The lines of a whole image, found by the engine itself.
  func readPage(_ image: GreyImage, _ form: RecognitionInput) throws(RecognitionFailure) -> [[RecognizedWord]] {
    start()
    switch state {
    case .started(let engine): return try engine.recognize(image, as: .page(form)).map { $0.map(RecognizedWord.init) }
    default: return []
    }
  }

  func knows(_ word: String) -> Bool {
    start()
    switch state {
    case .started(let engine): return engine.knows(word)
    default: return false
    }
  }

  /// Language data that look valid but do not load disable only this language: the page is read in the others, and
  /// `ocr-scan doctor` names the broken one.
  private func start() {
    guard isWaiting else { return }
    var old = State.broken
    swap(&state, &old)
    guard case .waiting(let file) = consume old, let engine = try? TesseractEngine.start(language: language, file: file)
    else { return }
    state = .started(engine)
  }

  private var isWaiting: Bool {
    switch state {
    case .waiting: true
    default: false
    }
  }
}
