import FoundationEssentials
import ImageContainers
import ImageProcessing
import ScanModel
import TextRecognition

/// Reads committed pictures with the real decoder and engine.
enum FixtureReading {
  static let testdata = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "testdata")

  static func rgb(_ path: String) throws -> RGBImage {
    let file = try Data(contentsOf: testdata.appending(path: path))
    return try ImageDecoder.decode(ImageContainer.filter(file.bytes))
  }

  /// The combined reading of all shares, and the layout that each announced.
  static func read(
    _ rgb: RGBImage, shares: Int = 1, languages: [String] = ["eng"]
  ) throws -> (text: RecognizedText, layouts: [[PixelRect]]) {
    let recognizer = try PageRecognizer(languages: languages)
    var lines: [RecognizedLine] = []
    var layouts: [[PixelRect]] = []
    for index in 0..<shares {
      guard let share = LineShare(index: index, of: shares) else { continue }
      try recognizer.recognize(rgb, share: share) {
        layouts.append($0)
      } onLine: {
        lines.append($0)
      }
    }
    return (RecognizedText(lines: lines, languages: languages, isPartial: false), layouts)
  }
}
