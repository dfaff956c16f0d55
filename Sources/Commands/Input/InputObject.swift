/// A JSON object on a line of an input. What is of another type than it should be counts as not there, so that a message
/// can name the key.
struct InputObject: Decodable {
  var id: InputIdentifier?
  var text: String?
  var path: String?
  var bytes: String?

  private enum CodingKeys: String, CodingKey { case id, text, path, bytes }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try? container.decode(InputIdentifier.self, forKey: .id)
    text = try? container.decode(String.self, forKey: .text)
    path = try? container.decode(String.self, forKey: .path)
    bytes = try? container.decode(String.self, forKey: .bytes)
  }
}

/// The identifier of an input: data sets number their lines or name them.
struct InputIdentifier: Decodable, Hashable {
  var text: String
  /// It was a number, and goes out as one.
  var isNumeric = false

  init(_ text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      text = String(number)
      isNumeric = true
    } else {
      text = try container.decode(String.self)
    }
  }

  /// What tells it from others: the number 7 and the text "7" are two.
  var key: String { (isNumeric ? "#" : "\"") + text }
}
