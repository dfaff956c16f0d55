internal import ScanModel

/// The places of the reasons in a screenshot, in its pixels.
struct PictureFrames {
  struct Frame: Equatable {
    /// Index of the reason, from 0.
    var reason: Int
    var box: PixelRect
  }

  private(set) var frames: [Frame] = []

  init() {}

  /// - Parameter reasons: The reasons shown, in their order.
  init(_ reasons: [ScanReport.Item]) {
    for (index, reason) in reasons.enumerated() {
      for box in reason.boxes ?? [] where box.width > 0 && box.height > 0 {
        frames.append(Frame(reason: index, box: box))
      }
    }
  }

  /// The reasons whose frames contain a point, strongest first.
  func reasons(atX x: Double, y: Double) -> [Int] {
    var found: [Int] = []
    for frame in frames where !found.contains(frame.reason) {
      let box = frame.box
      if x >= Double(box.x), x <= Double(box.maxX), y >= Double(box.y), y <= Double(box.maxY) {
        found.append(frame.reason)
      }
    }
    return found.sorted()
  }

  func boxes(of reason: Int) -> [PixelRect] { frames.filter { $0.reason == reason }.map(\.box) }
}
