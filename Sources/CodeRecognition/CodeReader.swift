internal import CBarcode
package import ScanModel

/// Reads QR and Micro QR codes around their corner marks (docs/decisions/0070-search-for-marks-first.md), at a suitable
/// size and in a suitable color.
package enum CodeReader {
  /// How long the search may take, so that no picture made for it delays its report. Sixteen codes take half of it.
  package static let timeLimit = Duration.milliseconds(500)
  /// More than the three marks each of sixteen codes, plus letters and icons.
  private static let maximumMarks = 256
  /// Maximum number of regions tried. Icons that look like a mark are common.
  private static let maximumRegions = 48
  /// How often marks around which no code was read are regrouped, after some codes were read.
  private static let rounds = 3
  /// Module size in pixels that the library's detector reads best, and the sizes that are left unchanged.
  private static let wantedModule = 4.0
  private static let fineModules = 3.2...8.0

  /// Reads the codes of a picture. `shouldStop` is called between two attempts, each of which takes a few milliseconds.
  /// - Returns: Each code once, in reading order, and whether every region was tried.
  package static func read(_ image: RGBImage, shouldStop: () -> Bool = { false }) -> CodeReading {
    guard let found = marks(in: image) else { return CodeReading(codes: [], isComplete: false) }
    var marks = found.filter { $0.hasCodeBeside(in: image) }
    var reading = CodeReading(
      codes: [],
      // If the buffer is full, some marks may be missing.
      isComplete: found.count < maximumMarks && marks.count <= CodeRegion.maximumMarks)
    // Marks of adjacent codes may be grouped wrongly; regrouping without the codes already read corrects that.
    for _ in 0..<rounds {
      let regions = CodeRegion.regions(around: marks, width: image.width, height: image.height)
      guard read(regions, of: image, into: &reading, shouldStop) else {
        reading.isComplete = false
        break
      }
      let rest = marks.filter { mark in !reading.codes.contains { $0.holds(mark.x, mark.y) } }
      if rest.count == marks.count { break }
      marks = rest
    }
    reading.codes.sort { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
    return reading
  }

  /// Returns false if it was told to stop, or there is no room for further codes.
  private static func read(
    _ regions: [CodeRegion], of image: RGBImage, into reading: inout CodeReading, _ shouldStop: () -> Bool
  ) -> Bool {
    if regions.count > maximumRegions { reading.isComplete = false }
    for region in regions.prefix(maximumRegions) where !reading.codes.contains(where: { $0.covers(region) }) {
      for attempt in attempts(region) {
        if shouldStop() { return false }
        let crop = GreyCrop(image, region, attempt.channel, moduleSize: attempt.module)
        let codes = read(crop, attempt.usesHistogram)
        for code in codes where !reading.codes.contains(where: { $0.isSame(as: code) }) {
          // A code hidden behind sixteen others must not be called harmless.
          if reading.codes.count == RecognizedCode.maximumCount { return false }
          reading.codes.append(code.clipped(width: image.width, height: image.height))
        }
        if !codes.isEmpty { break }
      }
    }
    return true
  }

  private struct Attempt {
    var channel: ColorChannel
    var module: Double
    var usesHistogram = false
  }

  /// What to try with a region, most promising first. A lone mark rarely belongs to a code, so little is spent on it.
  private static func attempts(_ region: CodeRegion) -> [Attempt] {
    let channel = region.channel
    let module = fineModules.contains(region.module) ? region.module : wantedModule
    let attempts = [
      Attempt(channel: channel, module: module), Attempt(channel: channel, module: module, usesHistogram: true),
    ]
    guard region.isProbable else { return attempts }
    return attempts + [3, 6, 2].map { Attempt(channel: channel, module: $0) }
      + ColorChannel.allCases.filter { $0 != channel }.map { Attempt(channel: $0, module: module) }
  }

  /// Nil if memory is short.
  private static func marks(in image: RGBImage) -> [CornerMark]? {
    var marks = [ocrscan_mark](repeating: ocrscan_mark(), count: maximumMarks)
    let count = unsafe ocrscan_find_marks(
      image.pixels, Int32(clamping: image.width), Int32(clamping: image.height), &marks, Int32(maximumMarks))
    guard count >= 0 else { return nil }
    return marks.prefix(Int(count)).map { mark in
      CornerMark(
        x: Double(mark.x), y: Double(mark.y), module: Double(mark.module), isInverted: mark.is_inverted != 0,
        channel: ColorChannel(rawValue: mark.channel) ?? .brightness)
    }
  }

  private static func read(_ crop: GreyCrop, _ usesHistogram: Bool) -> [RecognizedCode] {
    let capacity = RecognizedCode.maximumCount
    let room = Int(OCRSCAN_CODE_TEXT)
    var codes = [ocrscan_code](repeating: ocrscan_code(), count: capacity)
    var texts = [UInt8](repeating: 0, count: capacity * room)
    let count = unsafe ocrscan_read_codes(
      crop.pixels, Int32(clamping: crop.width), Int32(clamping: crop.height), usesHistogram ? 1 : 0, &codes, &texts,
      Int32(capacity))
    return codes.prefix(max(0, Int(count))).enumerated().map { index, code in
      let text = texts[(index * room)...].prefix(min(room, max(0, Int(code.length))))
      return RecognizedCode(
        kind: code.kind == 1 ? .microQR : .qr,
        payload: code.is_binary == 0 ? String(validating: text, as: UTF8.self) ?? "" : "",
        box: crop.bounds(left: code.left, top: code.top, right: code.right, bottom: code.bottom))
    }
  }
}

extension RecognizedCode {
  /// Whether the center of a region is inside this code, so that its marks belong to the code or lie within it.
  fileprivate func covers(_ region: CodeRegion) -> Bool {
    holds(Double((region.box.x + region.box.maxX) / 2), Double((region.box.y + region.box.maxY) / 2))
  }

  fileprivate func holds(_ x: Double, _ y: Double) -> Bool {
    (Double(box.x)..<Double(box.maxX)).contains(x) && (Double(box.y)..<Double(box.maxY)).contains(y)
  }

  /// Clips the box to the picture; corners are estimates.
  fileprivate func clipped(width: Int, height: Int) -> RecognizedCode {
    var code = self
    let (x, y) = (min(box.x, width - 1), min(box.y, height - 1))
    code.box = PixelRect(x: x, y: y, width: max(1, min(box.maxX, width) - x), height: max(1, min(box.maxY, height) - y))
    return code
  }

  /// Whether it is the same code, read a second time.
  fileprivate func isSame(as other: RecognizedCode) -> Bool {
    payload == other.payload && box.intersection(other.box) != nil
  }
}
