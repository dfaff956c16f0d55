internal import ScanModel

/// Decides, chunk by chunk in file order, what to keep, and checks the order that the format requires.
struct ChunkSelection {
  private let header: PNGHeader
  /// The kinds of chunks so far.
  private var seen: Set<ChunkWalker.Kind> = []

  var isComplete: Bool { seen.contains(.end) }
  /// A single frame moves no more than a still picture does.
  var isAnimated: Bool { seen.isSuperset(of: [.animation, .frameData]) }

  init(header: PNGHeader) { self.header = header }

  /// Whether the next chunk is kept, so that its checksum must be right.
  mutating func keeps(_ kind: ChunkWalker.Kind) throws(ImageContainerFailure) -> Bool {
    defer { seen.insert(kind) }
    switch kind {
    case .header: throw ImageContainerFailure(.corrupt, "it has two headers")
    case .palette:
      // In other color types the table is only a suggestion for displays with few colors (section 11.2.2).
      let isNeeded = header.colorType == .palette
      guard !seen.contains(.data), !isNeeded || !seen.contains(.palette) else {
        throw ImageContainerFailure(.corrupt, "its color table is misplaced")
      }
      return isNeeded
    case .transparency:
      // Misplaced or repeated transparency is harmless; viewers ignore it too.
      return header.colorType.allowsTransparencyChunk && seen.isDisjoint(with: [.transparency, .data])
    case .data:
      guard header.colorType != .palette || seen.contains(.palette) else {
        throw ImageContainerFailure(.corrupt, "its color table is missing")
      }
      return true
    case .end:
      guard seen.contains(.data) else { throw .dataAreMissing }
      return true
    default:
      guard !kind.isCritical else {
        throw ImageContainerFailure(.corrupt, "it has a part that no program may skip and this one does not know")
      }
      return false
    }
  }
}
