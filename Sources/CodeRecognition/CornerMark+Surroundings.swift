internal import Glibc
internal import ScanModel

extension CornerMark {
  /// Directions in which the surroundings are looked at.
  private static let sectors = 12
  /// A code has a quarter of the directions beside its mark to itself and half of the two next to them, however it is turned:
  /// six sectors. One of them may be taken up by the quiet zone, because a turned mark is not met where it was looked for.
  private static let codeSectors = 5
  /// Distances from the middle in modules. The mark ends at 3.5 and its separator at 4.5; the smallest code at 7.5.
  private static let distances = [4.9, 5.4, 5.9, 6.4, 6.9, 7.3]
  /// Grey levels.
  private static let contrast = 20
  /// Half of the modules are dark, more or less: codes are masked for that (ISO/IEC 18004, 7.8).
  private static let darkShares = 0.25...0.75
  /// Of one sector, which has about seven modules.
  private static let mixedShares = 0.08...0.92

  /// Whether modules lie beside the mark as beside that of a code.
  ///
  /// Radio buttons and icons look like marks, and there may be hundreds (docs/decisions/0100-modules-beside-a-mark.md). Beside
  /// those lies nothing, or letters to the left or right.
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

  /// Values between two angles, on squares around the mark; those outside of the picture are left out.
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
