internal import ScanModel

/// A part of a picture in grey, dark on light, scaled to a size that suits the reader.
struct GreyCrop {
  /// Maximum pixels of a crop; larger regions are reduced.
  private static let maximumPixels = 4_000_000

  let width: Int
  let height: Int
  private(set) var pixels: [UInt8] = []
  /// Pixels of the crop per pixel of the picture.
  let scale: Double
  /// In pixels of the picture.
  private let box: PixelRect

  /// Scales the part so that a module has the wanted size in pixels, unless the crop would be too large.
  init(_ image: RGBImage, _ region: CodeRegion, _ source: ColorChannel, moduleSize wanted: Double) {
    box = region.box
    let room = (Double(Self.maximumPixels) / Double(box.width * box.height)).squareRoot()
    scale = min(wanted / region.module, room)
    width = max(1, Int(Double(box.width) * scale))
    height = max(1, Int(Double(box.height) * scale))
    let grey = Self.grey(image, region, source)
    pixels = scale == 1 ? grey : scale > 1 ? enlarged(grey) : reduced(grey)
  }

  /// Converts bounds in the crop to pixels of the picture.
  func bounds(left: Int32, top: Int32, right: Int32, bottom: Int32) -> PixelRect {
    func place(_ value: Int32, _ origin: Int) -> Int { max(0, origin + Int((Double(value) / scale).rounded())) }
    let (x, y) = (place(left, box.x), place(top, box.y))
    return PixelRect(x: x, y: y, width: max(1, place(right, box.x) - x), height: max(1, place(bottom, box.y) - y))
  }

  private static func grey(_ image: RGBImage, _ region: CodeRegion, _ source: ColorChannel) -> [UInt8] {
    var grey: [UInt8] = []
    grey.reserveCapacity(region.box.width * region.box.height)
    let flip: UInt8 = region.isInverted ? 0xFF : 0
    for y in region.box.y..<region.box.maxY {
      for x in region.box.x..<region.box.maxX {
        grey.append(source.value(at: (y * image.width + x) * 3, in: image) ^ flip)
      }
    }
    return grey
  }

  /// Interpolates linearly between pixel centers.
  private func enlarged(_ grey: [UInt8]) -> [UInt8] {
    let columns = box.width
    let steps = (0..<width).map { place($0, among: columns) }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      let (row, next, down) = place(y, among: box.height)
      for (column, beside, right) in steps {
        let upper = Int(grey[row * columns + column]) * (256 - right) + Int(grey[row * columns + beside]) * right
        let lower = Int(grey[next * columns + column]) * (256 - right) + Int(grey[next * columns + beside]) * right
        pixels.append(UInt8(truncatingIfNeeded: (upper * (256 - down) + lower * down) >> 16))
      }
    }
    return pixels
  }

  /// The two pixels around a position, and how near it is to the second, in 1/256.
  private func place(_ position: Int, among count: Int) -> (first: Int, second: Int, share: Int) {
    let exact = max(0, (Double(position) + 0.5) / scale - 0.5)
    let first = min(Int(exact), count - 1)
    return (first, min(first + 1, count - 1), Int((exact - Double(first)) * 256) & 0xFF)
  }

  private func reduced(_ grey: [UInt8]) -> [UInt8] {
    let (columns, rows) = (box.width, box.height)
    let starts = (0...width).map { min(columns, Int(Double($0) / scale)) }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      let top = min(rows - 1, Int(Double(y) / scale))
      let bottom = max(top + 1, min(rows, Int(Double(y + 1) / scale)))
      for x in 0..<width {
        let left = min(columns - 1, starts[x])
        let right = max(left + 1, starts[x + 1])
        var sum = 0
        for row in top..<bottom { for column in left..<right { sum += Int(grey[row * columns + column]) } }
        pixels.append(UInt8(truncatingIfNeeded: sum / ((bottom - top) * (right - left))))
      }
    }
    return pixels
  }
}

/// What of a color is looked at. Raw values are those of CBarcode, which does not search in green.
enum ColorChannel: Int32, CaseIterable {
  case brightness = 0
  case red = 1
  case green = 3
  case blue = 2

  /// The value of the pixel whose first byte is at an offset.
  @inline(__always)
  func value(at offset: Int, in image: RGBImage) -> UInt8 {
    switch self {
    case .brightness:
      // The weights of ITU-R BT.601.
      UInt8(
        truncatingIfNeeded: (Int(image.pixels[offset]) * 77 + Int(image.pixels[offset + 1]) * 150
          + Int(image.pixels[offset + 2]) * 29) >> 8)
    case .red: image.pixels[offset]
    case .green: image.pixels[offset + 1]
    case .blue: image.pixels[offset + 2]
    }
  }
}
