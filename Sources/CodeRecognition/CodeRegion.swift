internal import ScanModel

/// A part of a picture that may contain a code: the area around marks that are arranged like those of one.
struct CodeRegion {
  /// The quiet zone, half a mark, and one module for inexact measurements.
  private static let margin = 9.0
  /// A lone mark may belong to a Micro QR code, which is up to 17 modules wide.
  private static let loneMargin = 19.0
  /// Distance of two marks whose third one may have been missed, in modules; marks farther apart are mostly icons.
  private static let pairs = 11.0...60.0
  /// Number of marks from which triples are formed, which bounds the work.
  static let maximumMarks = 96

  /// Inside the picture.
  var box: PixelRect
  /// Of a module, in pixels.
  var module: Double
  var isInverted: Bool
  var channel: ColorChannel
  /// Number of its marks, 1 to 3. Three are most of a code; fewer are often letters and icons.
  var marks: Int

  /// Of three marks from the arrangement of a printed code; 0 for fewer.
  var deviation: Double

  /// Posters at an angle have up to 0.3; icons that happen to form a triangle mostly have more.
  var isProbable: Bool { marks == 3 && deviation <= 0.35 }

  /// The regions around marks, most probable first.
  static func regions(around found: [CornerMark], width: Int, height: Int) -> [CodeRegion] {
    let marks = Array(found.prefix(maximumMarks))
    let triples = MarkTriple.find(in: marks)
    let rest = Set(marks.indices).subtracting(triples.flatMap(\.members)).sorted()
    var pairs: [[Int]] = []
    for (place, one) in rest.enumerated() {
      for other in rest[(place + 1)...]
      where marks[one].isLike(marks[other]) && Self.pairs.contains(marks[one].distance(to: marks[other])) {
        pairs.append([one, other])
      }
    }
    let groups =
      triples.map { ($0.members, $0.deviation) } + (pairs.prefix(rest.count) + rest.map { [$0] }).map { ($0, 0) }
    return groups.compactMap { members, deviation in
      CodeRegion(members.map { marks[$0] }, deviation, width: width, height: height)
    }
  }

  private init?(_ group: [CornerMark], _ deviation: Double, width: Int, height: Int) {
    guard let first = group.first else { return nil }
    module = group.reduce(0) { $0 + $1.module } / Double(group.count)
    (isInverted, channel, marks) = (first.isInverted, first.channel, group.count)
    self.deviation = deviation
    let (xs, ys) = (group.map(\.x), group.map(\.y))
    let (lowX, highX, lowY, highY) = (xs.min() ?? 0, xs.max() ?? 0, ys.min() ?? 0, ys.max() ?? 0)
    let extent = max(highX - lowX, highY - lowY)
    // The fourth corner of a rotated code is outside the box of its three marks by up to half the extent of that; with
    // two marks, the others are by up to all of it.
    let reach =
      switch group.count {
      case 1: Self.loneMargin * module
      case 2: Self.margin * module + extent
      default: Self.margin * module + extent / 2
      }
    let (left, top) = (max(0, Int(lowX - reach)), max(0, Int(lowY - reach)))
    let (right, bottom) = (min(width, Int(highX + reach) + 1), min(height, Int(highY + reach) + 1))
    box = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    guard box.width >= 11, box.height >= 11 else { return nil }
  }
}
