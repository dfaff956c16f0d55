internal import Glibc
internal import ScanModel

/// Something that looks like the corner mark of a code.
struct CornerMark {
  /// Marks of one code differ in size if it is seen at an angle.
  private static let largestRatio = 1.7

  var x: Double
  var y: Double
  /// In pixels.
  var module: Double
  /// Light on dark.
  var isInverted: Bool
  /// In which its color differs from the background; never green.
  var channel: ColorChannel

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

/// Three marks arranged like those of one code: at the ends of two equal legs with a right angle, but for perspective.
struct MarkTriple {
  /// Modules between two marks: 14 in the smallest code, 170 in the largest (ISO/IEC 18004), with a margin for errors.
  private static let legs = 11.0...200.0
  /// Sum of the deviations from a right isosceles triangle. A code seen from 45 degrees has about 0.6.
  private static let tolerance = 0.75
  /// Modules of a leg that count as much as a deviation of 1.
  private static let legsOfUnit = 300.0

  var members: [Int]
  /// From a right isosceles triangle, as in a printed code.
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

extension CornerMark {
  /// Number of directions that are examined.
  private static let sectors = 12
  /// A code fills a quarter of the directions around its mark completely and half of the two adjacent quarters, however
  /// it is rotated: six sectors. One of them may be in the quiet zone.
  private static let codeSectors = 5
  /// Distances from the center in modules. The mark ends at 3.5 and its separator at 4.5; the smallest code at 7.5.
  private static let distances = [4.9, 5.4, 5.9, 6.4, 6.9, 7.3]
  private static let contrast = 20
  /// Share of dark modules. About half are dark, because codes are masked for that (ISO/IEC 18004, 7.8).
  private static let darkShares = 0.25...0.75
  /// The same for a single sector, which has about seven modules.
  private static let mixedShares = 0.08...0.92

  /// Whether the surroundings of the mark look like modules of a code. Around radio buttons and icons, of which there
  /// may be hundreds, is nothing, or letters on the left or right (docs/decisions/0070).
  func hasCodeBeside(in image: RGBImage) -> Bool {
    let samples = (0..<Self.sectors).map { self.samples(ofSector: $0, in: image) }
    let all = samples.joined()
    guard let low = all.min(), let high = all.max(), high - low >= Self.contrast else { return false }
    let limit = (low + high + 1) / 2
    let dark = samples.map { sector in sector.count { $0 < limit } }
    let sizes = samples.map(\.count)
    return (0..<Self.sectors).contains { first in
      let near = (first..<first + Self.codeSectors).map { $0 % Self.sectors }
      let mixed = near.allSatisfy { sizes[$0] > 0 && Self.mixedShares.contains(Double(dark[$0]) / Double(sizes[$0])) }
      let (part, whole) = near.reduce((0, 0)) { ($0.0 + dark[$1], $0.1 + sizes[$1]) }
      return mixed && Self.darkShares.contains(Double(part) / Double(whole))
    }
  }

  /// Values between two angles, on squares around the mark, without those outside the picture.
  private func samples(ofSector sector: Int, in image: RGBImage) -> [Int] {
    var values: [Int] = []
    values.reserveCapacity(5 * Self.distances.count)
    for step in 0..<5 {
      let angle = (Double(sector) + (Double(step) + 0.5) / 5) * 2 * .pi / Double(Self.sectors)
      let (right, down) = (cos(angle), sin(angle))
      let toSquare = module / max(abs(right), abs(down))
      for distance in Self.distances {
        let (across, along) = (x + right * distance * toSquare, y + down * distance * toSquare)
        guard across >= 0, along >= 0, across < Double(image.width), along < Double(image.height) else { continue }
        values.append(Int(channel.value(at: (Int(along) * image.width + Int(across)) * 3, in: image)))
      }
    }
    return values
  }
}
