internal import Glibc

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
