import CTransformer
import CXXHash
import Foundation
import SystemPackage
import TestSupport

@testable import TextClassification

/// A small random encoder, and its outputs as training/ computes them (Fixtures/make.py).
struct Fixture: Decodable {
  struct Run: Decodable {
    var ids: [Int32]
    var outputs: [Float]
  }
  struct Text: Decodable {
    var text: String
    var limit: Int
    var ids: [Int32]
  }

  struct Line: Decodable {
    var line: String
    var logOdds: Double
  }

  var vocabulary: [String]
  var runs: [Run]
  var texts: [Text]
  var lines: [Line]

  private static let folder = FilePath(#filePath).removingLastComponent().appending("Fixtures")
  static let modelPath = folder.appending("model.bin")
  static let modelBytes = Files.contents(modelPath)

  /// The same bytes with a correct checksum.
  static func withChecksum(_ bytes: [UInt8]) -> [UInt8] {
    let content = Array(bytes.dropLast(16))
    let hash = unsafe XXH3_128bits(content, content.count)
    return content
      + [hash.low64, hash.high64].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) } }
  }

  static func read() throws -> Fixture {
    try JSONDecoder().decode(Fixture.self, from: Data(Files.contents(folder.appending("expected.json"))))
  }
}

/// The kernels this processor supports.
let kernels = (0..<CT_KERNEL_COUNT).filter { ct_kernel_is_available($0) == 1 }
