internal import ScanModel

/// Decides, chunk by chunk in file order, what to keep, and checks the order that the format requires.
struct ChunkSelection {
  private(set) var isComplete = false
  private let header: PNGHeader
  private var hasPalette = false
  private var hasTransparency = false
  private var hasData = false
  private var hasAnimation = false
  private var hasFurtherFrame = false

  /// A single frame moves no more than a still picture does.
  var isAnimated: Bool { hasAnimation && hasFurtherFrame }

  init(header: PNGHeader) { self.header = header }

  /// Whether the next chunk is kept, so that its checksum must be right.
  mutating func keeps(_ kind: ChunkWalker.Kind) throws(ImageContainerFailure) -> Bool {
    switch kind {
    case .header:
      throw ImageContainerFailure(.corrupt, "it has two headers")
    case .palette:
      guard !hasData else { throw ImageContainerFailure(.corrupt, "its color table is misplaced") }
      // In other color types the table is only a suggestion for displays with few colors (section 11.2.2).
      guard header.colorType == .palette else { return false }
      guard !hasPalette else { throw ImageContainerFailure(.corrupt, "its color table is misplaced") }
      hasPalette = true
      return true
    case .transparency:
      // Misplaced or repeated transparency is harmless; viewers ignore it too.
      guard header.colorType.allowsTransparencyChunk, !hasTransparency, !hasData else { return false }
      hasTransparency = true
      return true
    case .data:
      guard header.colorType != .palette || hasPalette else {
        throw ImageContainerFailure(.corrupt, "its color table is missing")
      }
      hasData = true
      return true
    case .end:
      guard hasData else { throw .dataAreMissing }
      isComplete = true
      return true
    default:
      guard !kind.isCritical else {
        throw ImageContainerFailure(.corrupt, "it has a part that no program may skip and this one does not know")
      }
      if kind == .animation { hasAnimation = true }
      if kind == .frameData { hasFurtherFrame = true }
      return false
    }
  }
}
