/// A picture reduced to the bytes that its pixels need, checked as far as its container allows.
package enum FilteredImage: Sendable {
  case png(FilteredPNG)
  case jpeg(FilteredJPEG)
  case webP(FilteredWebP)
}
