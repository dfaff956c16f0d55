import ImageContainers
import ImageProcessing
import ScanModel
import TestSupport
import Testing

/// Pictures of kinds that have triggered bugs in libpng, decoded in this process, where a sanitizer can see them.
struct LibraryFlawTests {
  @Test func `pictures of known flaws end as expected`() throws {
    for picture in FlawedImage.all {
      #expect(Self.outcome(of: picture.bytes) == picture.expected, "\(picture.name)")
    }
  }

  private static func outcome(of file: [UInt8]) -> FlawedImage.Expected? {
    do {
      _ = try ImageDecoder.decode(ImageContainer.filter(file))
      return .decoded
    } catch let failure as ImageContainerFailure {
      switch failure.code {
      case .unsupported: return nil
      case .truncated: return .truncated
      case .corrupt: return .corrupt
      case .tooLarge: return .tooLarge
      }
    } catch {
      return .corrupt
    }
  }

  @Test func `interlaced pictures of all sizes and depths come out like others`() throws {
    for (colorType, bitDepth) in ImageShape.depths {
      for width in 1...9 {
        for height in 1...9 {
          var shape = ImageShape(width: width, height: height, bitDepth: bitDepth, colorType: colorType)
          let pattern = { (number: Int) in UInt8(truncatingIfNeeded: number &* 31 &+ 5) }
          let plain = try ImageDecoder.decode(ImageContainer.filter(shape.file(pattern: pattern)))
          shape.isInterlaced = true
          let interlaced = try ImageDecoder.decode(ImageContainer.filter(shape.file(pattern: pattern)))
          // Colors that were multiplied by their alpha and divided again lose a little.
          let tolerance = bitDepth == 16 && colorType >= 4 ? 2 : 0
          #expect(
            zip(plain.pixels, interlaced.pixels).allSatisfy { abs(Int($0) - Int($1)) <= tolerance },
            "\(width) x \(height), \(bitDepth) bits, color type \(colorType)")
          #expect(Set(plain.pixels).count > 1 || width * height == 1 || bitDepth == 1)
        }
      }
    }
  }
}
