import FoundationEssentials
import ImageContainers
import ImageProcessing
import Testing

/// Compares the outcomes of the committed broken files with `expected/hostile.yaml`.
struct HostileFileTests {
  private static let testdata = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "testdata")

  @Test func `hostile files end as expected`() throws {
    let expectations = try String(
      decoding: Data(contentsOf: Self.testdata.appending(path: "expected/hostile.yaml")), as: UTF8.self)
    var file = ""
    var checked = 0
    for line in expectations.split(separator: "\n") {
      if let name = value(of: "- file", in: line) { file = name }
      guard let expected = value(of: "expected", in: line) else { continue }
      checked += 1
      #expect(try outcome(of: file) == (decodingOutcomes.contains(expected) ? expected : "decoded"), "\(file)")
    }
    #expect(checked > 50)
  }

  private let decodingOutcomes: Set<String> = ["unsupported_format", "truncated", "corrupt_image", "image_too_large"]

  private func value(of key: String, in line: Substring) -> String? {
    let parts = line.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0].drop(while: \.isWhitespace) == key else { return nil }
    return parts[1].split(separator: " ").first.map(String.init)
  }

  private func outcome(of file: String) throws -> String {
    let bytes = try [UInt8](Data(contentsOf: Self.testdata.appending(path: file)))
    do {
      _ = try ImageDecoder.decode(ImageContainer.filter(bytes))
      return "decoded"
    } catch let failure as ImageContainerFailure {
      switch failure.code {
      case .unsupported: return "unsupported_format"
      case .truncated: return "truncated"
      case .corrupt: return "corrupt_image"
      case .tooLarge: return "image_too_large"
      }
    } catch let failure as DecodingFailure {
      #expect(failure == .corrupt)
      return "corrupt_image"
    }
  }
}
