extension PNGContainer {
  /// Whether the last chunk is there. Looks at chunk headers only, so the time depends on the number of chunks, not on
  /// their size.
  static func completeness(of file: RawSpan, limits: ImageLimits) -> ImageContainer.Completeness {
    do throws(ImageContainerFailure) {
      var walker = try ChunkWalker(file, maximumParts: limits.maximumParts)
      guard try walker.next(in: file).kind == .header else { return .damaged }
      while try walker.next(in: file).kind != .end {}
      return .complete
    } catch {
      return ImageContainer.Completeness(error)
    }
  }
}

extension ImageContainer.Completeness {
  /// What a failed walk says about the file.
  init(_ failure: ImageContainerFailure) {
    self =
      switch failure.code {
      case .unsupported: .unsupported
      case .truncated: .incomplete
      case .corrupt, .tooLarge: .damaged
      }
  }
}
