internal import Foundation

/// One input line of `ocr-scan text --jsonl`.
struct TextMessage {
  /// Why a line is not a message.
  struct Malformed: Error {
    /// The identifier, where the line has one.
    var id: String?
    var reason: String
  }

  private struct Fields: Decodable {
    var id: String?
    var hasNumericID = false
    var text: String?

    enum CodingKeys: String, CodingKey { case id, text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      // Data sets number their lines or name them.
      if let number = try? container.decode(Int.self, forKey: .id) {
        id = String(number)
        hasNumericID = true
      } else {
        id = try? container.decode(String.self, forKey: .id)
      }
      text = try? container.decode(String.self, forKey: .text)
    }
  }

  var id: String
  /// The identifier was a number, and goes out as one.
  var hasNumericID: Bool
  var text: String

  init(_ line: LineReader.Line) throws(Malformed) {
    guard case .whole(let bytes) = line else { throw Malformed(reason: "it is longer than 16 MiB") }
    guard let fields = try? JSONDecoder().decode(Fields.self, from: Data(bytes)) else {
      throw Malformed(reason: "it is not a JSON object")
    }
    guard let id = fields.id else { throw Malformed(reason: "it has no \"id\"") }
    guard let text = fields.text else { throw Malformed(id: id, reason: "it has no \"text\"") }
    self.id = id
    hasNumericID = fields.hasNumericID
    self.text = text
  }
}
