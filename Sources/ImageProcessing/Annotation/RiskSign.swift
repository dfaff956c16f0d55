internal import ScanModel

/// The sign beside the caption. Shapes differ without their color, as in the terminal.
enum RiskSign {
  /// Side of the square in which a sign is drawn before it is scaled down.
  static let side = 168

  private static let middle = (x: side / 2, y: side / 2)
  /// The hook and stem of a question mark.
  private static let hook: [(x: Int, y: Int)] = [
    (60, 62), (63, 50), (72, 41), (84, 38), (96, 41), (105, 50), (108, 62), (105, 74), (96, 83), (84, 90), (84, 108),
  ]

  /// A mask with the sign: a shape with its symbol cut out. Never a tick: nothing is known to be harmless.
  static func mask(_ answer: ScanAnswer) throws(AnnotationFailure) -> Canvas {
    let mask = try Canvas(width: side, height: side, depth: .bit)
    switch answer {
    case .suspicious, .scam:
      fillTriangle(mask)
      mask.fill(PixelRect(x: 75, y: 58, width: 18, height: 54), set: false)
      mask.fill(PixelRect(x: 75, y: 124, width: 18, height: 18), set: false)
    case .unsure:
      fillCircle(mask, at: middle, radius: 78)
      for (from, to) in zip(hook, hook.dropFirst()) { mask.line(from: from, to: to, width: 18, set: false) }
      // Round joints and ends.
      for point in hook { fillCircle(mask, at: point, radius: 9, set: false) }
      fillCircle(mask, at: (84, 134), radius: 11, set: false)
    case .clear:
      fillCircle(mask, at: middle, radius: 78)
      fillCircle(mask, at: middle, radius: 58, set: false)
    case .unknown:
      fillCircle(mask, at: middle, radius: 78)
      mask.fill(PixelRect(x: 40, y: 75, width: 88, height: 18), set: false)
    }
    return mask
  }

  private static func fillTriangle(_ mask: borrowing Canvas) {
    let (top, bottom) = (12, 156)
    for y in top..<bottom {
      let half = (y - top) * 78 / (bottom - top) + 4
      mask.fill(PixelRect(x: side / 2 - half, y: y, width: 2 * half, height: 1))
    }
  }

  private static func fillCircle(_ mask: borrowing Canvas, at center: (x: Int, y: Int), radius: Int, set: Bool = true) {
    for y in -radius...radius {
      let half = Int(Double(radius * radius - y * y).squareRoot())
      mask.fill(PixelRect(x: center.x - half, y: center.y + y, width: 2 * half, height: 1), set: set)
    }
  }
}
