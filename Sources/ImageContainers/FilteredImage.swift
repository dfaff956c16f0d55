/// A picture reduced to the bytes that its pixels need, checked as far as its container allows.
package enum FilteredImage: Sendable {
  case png(FilteredPNG)
  case jpeg(FilteredJPEG)
  case webP(FilteredWebP)

  /// Whether the file has further frames, which are ignored.
  package var isAnimated: Bool {
    switch self {
    case .png(let png): png.isAnimated
    case .jpeg: false
    case .webP(let webP): webP.isAnimated
    }
  }
}
