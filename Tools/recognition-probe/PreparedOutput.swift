import FoundationEssentials
import ImageContainers
import ImageProcessing
import TextRecognition

/// A prepared picture, from which the lines are cut.
enum PreparedOutput {
  /// Writes it to standard output as a portable graymap (pgm(5)).
  static func write(_ file: String) throws {
    let bytes = try Data(contentsOf: URL(filePath: file))
    let picture = GreyImage(preparing: try ImageDecoder.decode(try ImageContainer.filter(bytes.bytes)))
    let header = Data("P5\n\(picture.width) \(picture.height)\n255\n".utf8)
    try (header + picture.pixels).write(to: URL(filePath: "/dev/stdout"))
  }
}
