/// The formats that are decoded. The content decides which one a file has.
enum ImageFormat: Sendable, Hashable, CaseIterable {
  case png, jpeg, webP

  /// Looks at the first bytes. A file that ends within the signature of a format counts as one of it.
  /// - Throws: `ImageContainerFailure` with `.truncated` for an empty file, or `.unsupported`.
  init(of file: RawSpan) throws(ImageContainerFailure) {
    guard !file.isEmpty else { throw ImageContainerFailure(.truncated, "the file is empty") }
    if file.agrees(with: ChunkWalker.signature) {
      self = .png
    } else if file.agrees(with: SegmentWalker.signature) {
      self = .jpeg
    } else if RIFFWalker.isAtStart(of: file) {
      self = .webP
    } else {
      throw ImageContainerFailure(.unsupported, ForeignContent.description(of: file))
    }
  }
}
