/// A JSON object on a line of an input.
struct InputObject: Decodable {
  enum CodingKeys: String, CodingKey { case id, text, path, bytes }

  /// Nil if the key is missing, null, or in `unreadable`; likewise the others.
  var id: InputIdentifier?
  var text: String?
  var path: String?
  var bytes: String?
  /// Keys whose value has the wrong type.
  private(set) var unreadable: Set<CodingKeys> = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var unreadable: Set<CodingKeys> = []
    func value<Value: Decodable>(of key: CodingKeys) -> Value? {
      do {
        return try container.decodeIfPresent(Value.self, forKey: key)
      } catch {
        unreadable.insert(key)
        return nil
      }
    }
    id = value(of: .id)
    text = value(of: .text)
    path = value(of: .path)
    bytes = value(of: .bytes)
    self.unreadable = unreadable
  }

  /// A clause that says what is wrong with the first of these keys that has a value of the wrong type; nil if none has.
  func complaint(about keys: CodingKeys...) -> String? {
    guard let key = keys.first(where: { unreadable.contains($0) }) else { return nil }
    return key == .id
      ? "its \"id\" is neither text nor a whole number of up to 18 digits; put it in quotes"
      : "its \"\(key.rawValue)\" is not text"
  }
}

/// The identifier of an input; data sets use either numbers or names.
struct InputIdentifier: Decodable, Hashable {
  var text: String
  /// It was a number, and is written as one.
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

  /// Unique among identifiers: the number 7 and the text "7" differ.
  var key: String { (isNumeric ? "#" : "\"") + text }
}
