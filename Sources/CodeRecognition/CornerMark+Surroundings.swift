internal import Glibc
internal import ScanModel

extension CornerMark {
  /// Number of directions that are examined.
  private static let sectors = 12
  /// A code fills a quarter of the directions around its mark completely and half of the two adjacent quarters, however
  /// it is rotated: six sectors. One of them may be in the quiet zone, because a rotated mark is not exactly where it
  /// is expected.
  private static let codeSectors = 5
  /// Distances from the center in modules. The mark ends at 3.5 and its separator at 4.5; the smallest code at 7.5.
  private static let distances = [4.9, 5.4, 5.9, 6.4, 6.9, 7.3]
  /// Grey levels.
  private static let contrast = 20
  /// Share of dark modules. About half are dark, because codes are masked for that (ISO/IEC 18004, 7.8).
  private static let darkShares = 0.25...0.75
  /// The same for a single sector, which has about seven modules.
  private static let mixedShares = 0.08...0.92

  /// Whether the surroundings of the mark look like modules of a code.
  ///
  /// Radio buttons and icons look like marks, and there may be hundreds (docs/decisions/0070).
  /// Around those is nothing, or letters on the left or right.
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
        values.append(value((Int(along) * image.width + Int(across)) * 3, image))
      }
    }
    return values
  }

  private func value(_ at: Int, _ image: RGBImage) -> Int {
    switch channel {
    // The weights of ITU-R BT.601.
    case .brightness:
      (Int(image.pixels[at]) * 77 + Int(image.pixels[at + 1]) * 150 + Int(image.pixels[at + 2]) * 29) >> 8
    case .red: Int(image.pixels[at])
    case .blue: Int(image.pixels[at + 2])
    }
  }
}
