internal import ScanModel

/// The sign beside the caption. Shapes differ without their color, as in the terminal.
enum RiskSign {
  /// Side of the square in which a sign is drawn before it is scaled down.
  static let side = 168

  /// A mask with the sign: a shape with its symbol cut out.
  static func mask(_ level: RiskLevel) throws(AnnotationFailure) -> Canvas {
    let mask = try Canvas(width: side, height: side, depth: .bit)
    switch level {
    case .medium, .high:
      fillTriangle(mask)
      mask.fill(PixelRect(x: 75, y: 58, width: 18, height: 54), set: false)
      mask.fill(PixelRect(x: 75, y: 124, width: 18, height: 18), set: false)
    case .low:
      fillCircle(mask)
      mask.line(from: (46, 88), to: (74, 116), width: 18, set: false)
      mask.line(from: (74, 116), to: (122, 60), width: 18, set: false)
    case .unknown:
      fillCircle(mask)
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

  private static func fillCircle(_ mask: borrowing Canvas) {
    let radius = 78
    for y in -radius...radius {
      let half = Int(Double(radius * radius - y * y).squareRoot())
      mask.fill(PixelRect(x: side / 2 - half, y: side / 2 + y, width: 2 * half, height: 1))
    }
  }
}
