internal import Glibc
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

/// The data of one language, mapped when the worker starts, which may open no file later.
///
/// Safe: the mapping lives as long as the value, is read-only, and leaves it only inside `withBytes`.
@safe struct LanguageFile: ~Copyable {
  private let start: UnsafeMutableRawPointer
  private let count: Int

  /// - Returns: Nil if there is no such file or it is not language data.
  static func open(language: String, folder: String) -> LanguageFile? {
    let descriptor = unsafe Glibc.open("\(folder)/\(language).traineddata", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      let start = unsafe mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    let file = unsafe LanguageFile(start: start, count: Int(status.st_size))
    guard file.hasSoundHeader else { return nil }
    return file
  }

  deinit { unsafe munmap(start, count) }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Whether the file's header is sound. It begins with the number of parts and the offset of each, -1 for missing ones
  /// (Tesseract's tessdatamanager.h). An interrupted download has offsets beyond its end.
  private var hasSoundHeader: Bool {
    unsafe withBytes { bytes in
      guard bytes.count >= 4 else { return false }
      let parts = Int(unsafe bytes.loadUnaligned(as: Int32.self))
      guard (1...1_000).contains(parts), bytes.count >= 4 + 8 * parts else { return false }
      return (0..<parts).allSatisfy { part in
        let offset = unsafe bytes.loadUnaligned(fromByteOffset: 4 + 8 * part, as: Int64.self)
        return offset == -1 || (Int64(4 + 8 * parts)..<Int64(count)).contains(offset)
      }
    }
  }
}
