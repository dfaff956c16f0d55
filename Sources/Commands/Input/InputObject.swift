/// A JSON object on a line of an input.
struct InputObject: Decodable {
  enum CodingKeys: String, CodingKey { case id, text, path, bytes }

  /// Nil if the key is not there, null, or in `unreadable`; so are the others.
  var id: InputIdentifier?
  var text: String?
  var path: String?
  var bytes: String?
  /// Keys with a value of another type than they should have.
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

  /// A clause that says what is wrong with the first of these keys whose value is of another type; nil if none is.
  func complaint(about keys: CodingKeys...) -> String? {
    guard let key = keys.first(where: { unreadable.contains($0) }) else { return nil }
    let wanted = key == .id ? "neither text nor a whole number of up to 18 digits; put it in quotes" : "not text"
    return "its \"\(key.rawValue)\" is \(wanted)"
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
