import FoundationEssentials
import SystemPackage

/// One labelled text.
struct LabelledText: Decodable {
  var text: String
  var label: String
  var source: String?
  var category: String?
  var kind: String?
  var lang: String?
  var hard: Bool?
  /// Kind of screen (`ScreenKind`), if its author labelled it.
  var screen: String?
  /// Name of the picture it was read from.
  var file: String?
  /// Cues in the text (`RiskCue`), if its author labelled them.
  var cues: [String]?
  /// Languages and lines of a recognized screen (`--recognized`).
  var languages: [String]?
  var recognized: [ReadLine]?
  /// Contents of the codes on a screen; its text refers to them (`CodedScreen`).
  var codes: [String]?
}

/// Reads JSON lines one at a time, in constant memory.
enum LabelledTexts {
  private static let chunkSize = 1 << 18
  private static let maximumLine = 8 << 20

  struct LineTooLong: Error, CustomStringConvertible {
    var description: String { "a line is longer than 8 MiB" }
  }

  /// - Throws: `Errno`, `DecodingError`, `LineTooLong` or the error of `body`.
  static func forEach(in path: FilePath, _ body: (LabelledText) throws -> Void) throws {
    let decoder = JSONDecoder()
    let file = try FileDescriptor.open(path, .readOnly)
    try file.closeAfter {
      var pending: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: chunkSize)
      while true {
        let count = try unsafe chunk.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
        if count == 0 { break }
        var start = 0
        while let end = chunk[start..<count].firstIndex(of: 0x0A) {
          pending += chunk[start..<end]
          try decode(pending, with: decoder, body)
          pending.removeAll(keepingCapacity: true)
          start = end + 1
        }
        pending += chunk[start..<count]
        if pending.count > maximumLine { throw LineTooLong() }
      }
      try decode(pending, with: decoder, body)
    }
  }

  private static func decode(
    _ line: [UInt8], with decoder: JSONDecoder, _ body: (LabelledText) throws -> Void
  ) throws {
    if !line.isEmpty { try body(decoder.decode(LabelledText.self, from: Data(line))) }
  }
}
