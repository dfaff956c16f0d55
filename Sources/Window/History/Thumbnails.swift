internal import History

/// Small pictures of entries, kept in memory only, enough for a few screens.
@MainActor final class Thumbnails {
  private static let capacity = 120

  private let session: Session
  private var textures: [Int64: Texture?] = [:]
  private var order: [Int64] = []

  init(_ session: Session) { self.session = session }

  func forget() { (textures, order) = ([:], []) }

  /// An existing thumbnail; the outer optional is nil if it is unknown whether there is one.
  func known(_ number: Int64) -> Texture?? { textures[number] }

  /// Makes it in a worker; nil if the picture no longer exists, or another one has taken its place.
  func make(_ entry: EntrySummary, scale: Int) async -> Texture? {
    // Twice as many, for the narrow ones.
    let side = HistoryRow.side * max(1, scale) * 2
    var texture: Texture?
    do throws(Session.PictureProblem) {
      texture = Texture(try await session.picture(of: entry.path, sha256: entry.sha256, fitting: (side, side)))
    } catch {
      // A failure may not happen again the next time.
      if case .failed = error { return nil }
    }
    if Task.isCancelled { return nil }
    if textures[entry.number] == nil {
      order.append(entry.number)
      if order.count > Self.capacity { textures[order.removeFirst()] = nil }
    }
    textures[entry.number] = .some(texture)
    return texture
  }
}
