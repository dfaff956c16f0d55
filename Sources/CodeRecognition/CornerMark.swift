/// Something that looks like the corner mark of a code.
struct CornerMark {
  /// The channel in which its color differs from the background.
  enum Channel: Int32 { case brightness, red, blue }

  /// Marks of one code differ in size if it is seen at an angle.
  private static let largestRatio = 1.7

  var x: Double
  var y: Double
  /// Size of a module in pixels.
  var module: Double
  /// Light on dark.
  var isInverted: Bool
  var channel: Channel

  /// Whether both may be marks of one code.
  func isLike(_ other: CornerMark) -> Bool {
    isInverted == other.isInverted && channel == other.channel
      && max(module, other.module) <= Self.largestRatio * min(module, other.module)
  }

  /// Distance of the centers, in modules.
  func distance(to other: CornerMark) -> Double {
    let (across, down) = (x - other.x, y - other.y)
    return (across * across + down * down).squareRoot() * 2 / (module + other.module)
  }
}

/// Three marks arranged like those of one code: at the ends of two legs of equal length with a right angle between
/// them, apart from perspective.
struct MarkTriple {
  /// Modules between two marks: 14 in the smallest code, 170 in the largest (ISO/IEC 18004), with a margin for inexact
  /// measurements.
  private static let legs = 11.0...200.0
  /// Sum of the deviations from a right isosceles triangle. A code seen from 45 degrees has about 0.6.
  private static let tolerance = 0.75
  /// Modules of a leg that count as much as a deviation of 1.
  private static let legsOfUnit = 300.0

  /// Indices of the marks.
  var members: [Int]
  /// 0 for marks arranged as in a printed code.
  var deviation: Double
  /// Mean distance between the corner and the others, in modules.
  private var leg: Double

  /// Most regular first; of equally regular ones the smaller, because marks of adjacent codes also form larger triples.
  private var rank: Double { deviation + leg / Self.legsOfUnit }

  /// Finds triples, most regular first, with each mark in at most one.
  static func find(in marks: [CornerMark]) -> [MarkTriple] {
    var candidates: [MarkTriple] = []
    for corner in marks.indices {
      for one in marks.indices where one != corner && marks[one].isLike(marks[corner]) {
        guard legs.contains(marks[one].distance(to: marks[corner])) else { continue }
        for other in (one + 1)..<max(one + 1, marks.count) where other != corner {
          if let triple = MarkTriple(marks, corner, one, other) { candidates.append(triple) }
        }
      }
    }
    candidates.sort { $0.rank < $1.rank }
    var taken: Set<Int> = []
    return candidates.filter { triple in
      guard taken.isDisjoint(with: triple.members) else { return false }
      taken.formUnion(triple.members)
      return true
    }
  }

  private init?(_ marks: [CornerMark], _ corner: Int, _ one: Int, _ other: Int) {
    guard marks[other].isLike(marks[corner]), marks[other].isLike(marks[one]) else { return nil }
    let (x, y) = (marks[one].x - marks[corner].x, marks[one].y - marks[corner].y)
    let (u, v) = (marks[other].x - marks[corner].x, marks[other].y - marks[corner].y)
    let (first, second) = ((x * x + y * y).squareRoot(), (u * u + v * v).squareRoot())
    guard first > 0, second > 0, Self.legs.contains(marks[other].distance(to: marks[corner])) else { return nil }
    let cosine = abs(x * u + y * v) / (first * second)
    deviation = cosine + max(first, second) / min(first, second) - 1
    guard deviation <= Self.tolerance else { return nil }
    members = [corner, one, other]
    leg = (marks[one].distance(to: marks[corner]) + marks[other].distance(to: marks[corner])) / 2
  }
}
