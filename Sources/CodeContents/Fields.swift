internal import TextEntities

/// The parts of a URI: what precedes "?", and the parameters after it, percent-decoded.
struct URIFields {
  /// Without the scheme and its slashes.
  let path: String
  private var parameters: [String: String] = [:]
  private static let maximumParameters = 64

  /// Nil unless the text begins with the scheme, ignoring case.
  init?(_ text: String, scheme: String) {
    guard text.beginsWith(scheme + ":") else { return nil }
    var rest = text.utf8.dropFirst(scheme.utf8.count + 1)
    while rest.first == 0x2F { rest = rest.dropFirst() }
    let parts = Substring(rest).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = PercentEncoding.decoded(parts.first ?? "", isCut: false)
    for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&").prefix(Self.maximumParameters) {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = sides[0].lowercased()
      if sides.count == 2, parameters[name] == nil {
        parameters[name] = PercentEncoding.decoded(sides[1].replacing("+", with: " "), isCut: false)
      }
    }
  }

  /// A parameter, unless it is empty.
  subscript(name: String) -> String? { parameters[name].flatMap { $0.isEmpty ? nil : $0 } }
}

/// Fields such as "S:name;P:secret;;", with "\\" before a literal separator (MECARD, WIFI, MATMSG, MEBKM).
struct MarkedFields {
  private var fields: [String: [String]] = [:]
  private var count = 0
  private static let maximumFields = 64

  /// - Parameter text: The text after "WIFI:" and the like.
  init(_ text: Substring) {
    var name: String?
    var current = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        current.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == ":", name == nil {
        name = current.uppercased()
        current = ""
      } else if character == ";" {
        add(current, to: name)
        name = nil
        current = ""
      } else {
        current.append(character)
      }
    }
    // Some codes lack the last semicolon.
    add(current, to: name)
  }

  private mutating func add(_ value: String, to name: String?) {
    guard let name, !value.trimmed.isEmpty, count < Self.maximumFields else { return }
    fields[name, default: []].append(value)
    count += 1
  }

  /// The first field of a name that is not empty.
  subscript(name: String) -> String? { fields[name]?.first }

  /// All of a name that are not empty: programs differ in which they take.
  func all(_ name: String) -> [String] { fields[name] ?? [] }
}

/// An amount of money as given in a code.
enum PaymentAmount {
  private static let maximumDigits = 12

  /// "480 EUR", "12.50 EUR"; nil unless the number is above 0 and not absurdly large. The currency must be a constant
  /// or come from `currency(_:)`: the maker of a code must not write our sentences.
  static func words(_ number: some StringProtocol, _ currency: String) -> String? {
    plain(number).map { "\($0) \(currency)".trimmed }
  }

  /// A currency code of the form of ISO 4217; empty for anything else.
  static func currency(_ stated: some StringProtocol) -> String {
    let code = stated.trimmed.uppercased()
    return code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? code : ""
  }

  /// A number in its shortest form, with at least two decimals if it has any; nil as for `words`.
  static func plain(_ number: some StringProtocol) -> String? {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), !parts[0].isEmpty || parts.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      number.utf8.contains(where: { (0x31...0x39).contains($0) })
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    var decimals = parts.count == 2 ? Array(parts[1]) : []
    while decimals.count > 2 && decimals.last == "0" || !decimals.isEmpty && decimals.allSatisfy({ $0 == "0" }) {
      decimals.removeLast()
    }
    guard whole.count <= maximumDigits, decimals.count <= maximumDigits else { return nil }
    if decimals.count == 1 { decimals.append("0") }
    return (whole.isEmpty ? "0" : String(whole)) + (decimals.isEmpty ? "" : "." + String(decimals))
  }
}
