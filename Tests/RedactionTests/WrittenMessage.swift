import FoundationEssentials

/// A message written for the tests of the risk analysis.
struct WrittenMessage: Decodable {
  var text: String
  var kind: String?

  /// The messages in one file of `RiskAnalysisTests/Messages`.
  static func all(in name: String) throws -> [WrittenMessage] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appending(path: "RiskAnalysisTests/Messages/\(name)")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    return try lines.map { try JSONDecoder().decode(WrittenMessage.self, from: Data($0.utf8)) }
  }
}
