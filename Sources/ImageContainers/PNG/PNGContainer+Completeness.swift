extension PNGContainer {
  /// Whether a file that is perhaps still being written has arrived.
  package enum Completeness: Sendable, Hashable, CaseIterable {
    /// The last chunk is there. What the chunks hold was not looked at.
    case complete
    /// So far a PNG; more bytes are due.
    case incomplete
    case notPNG
    /// No further bytes can make this a PNG.
    case damaged
  }

  /// Tells whether the end of the picture has been written. Looks at chunk headers only, so that the time depends
  /// on the number of chunks, not on their size.
  /// - Parameters:
  ///   - file: The file as far as it is there.
  ///   - limits: Only the number of chunks counts.
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

  /// The same for a file that is held as an array.
  package static func completeness(of file: [UInt8], limits: PNGLimits = PNGLimits()) -> Completeness {
    // See `filter`.
    unsafe completeness(of: file.span.bytes, limits: limits)
  }
}
