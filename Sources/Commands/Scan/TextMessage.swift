internal import Foundation

/// One input line of `ocr-scan text --jsonl`.
struct TextMessage {
  /// Why a line is not a message.
  struct Malformed: Error {
    /// The identifier, if the line has one.
    var id: InputIdentifier?
    var reason: String
  }

  var id: InputIdentifier
  var text: String

  init(_ piece: SeparatedReader.Piece) throws(Malformed) {
    guard case .whole(let bytes) = piece else { throw Malformed(reason: "it is longer than 16 MiB") }
    guard let object = try? JSONDecoder().decode(InputObject.self, from: Data(bytes)) else {
      throw Malformed(reason: "it is not a JSON object")
    }
    if let complaint = object.complaint(about: .id, .text) { throw Malformed(id: object.id, reason: complaint) }
    guard let id = object.id else { throw Malformed(reason: "it has no \"id\"") }
    guard let text = object.text else { throw Malformed(id: id, reason: "it has no \"text\"") }
    self.id = id
    self.text = text
  }
}
