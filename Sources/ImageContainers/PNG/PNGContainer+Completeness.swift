extension PNGContainer {
  /// Whether a file that may still be being written is complete.
  package enum Completeness: Sendable, Hashable, CaseIterable {
    /// The last chunk is there. Chunk contents were not checked.
    case complete
    /// A PNG so far; more bytes are needed.
    case incomplete
    case notPNG
    /// No further bytes can make this a PNG.
    case damaged
  }

  /// Whether the end of the image has been written. Looks at chunk headers only, so the time depends on the number of
  /// chunks, not on their size.
  /// - Parameters:
  ///   - file: The file as far as it is there.
  ///   - limits: Only the number of chunks is used.
  /// - Returns: What can be said so far.
  package static func completeness(of file: RawSpan, limits: PNGLimits = PNGLimits()) -> Completeness {
    do throws(PNGContainerFailure) {
      var walker = try ChunkWalker(file, maximumChunks: limits.maximumChunks)
      guard try walker.next(in: file).kind == .header else { return .damaged }
      while try walker.next(in: file).kind != .end {}
      return .complete
    } catch {
      switch error.code {
      case .notPNG: return .notPNG
      case .truncated: return .incomplete
      case .corrupt, .tooLarge: return .damaged
      }
    }
  }

  /// Like `completeness(of:limits:)`, for an array.
  package static func completeness(of file: [UInt8], limits: PNGLimits = PNGLimits()) -> Completeness {
    // Safe: see `filter`.
    unsafe completeness(of: file.span.bytes, limits: limits)
  }
}
