/// Translates texts that were made in English: histories, logs and rules stay in one language, whoever reads them
/// later.
///
/// A text with variable parts, such as "This code calls 0123", is found by its form: the catalogues list all forms
/// under one name (`scripts/translations`).
struct Phrasebook: Sendable {
  /// The name of that list.
  private static let list = "(forms of texts that are translated when they are shown)"
  /// A form may hold a text of another form, which may hold one: a list of all settings with a mistake in each is the deepest.
  /// Beyond are only texts from outside that imitate forms.
  private static let maximumDepth = 24
  /// Bytes. Longer ones are not the program's.
  private static let maximumLength = 4_096

  static let shared = Phrasebook(forms: (Translation.found(list) ?? "").split(separator: "\n").map(String.init))

  /// The most specific first.
  private let forms: [TextTemplate]

  init(forms: [String]) {
    self.forms = forms.map(TextTemplate.init).sorted { $0.weight > $1.weight }
  }

  func translation(of text: String, depth: Int = 0) -> String {
    if let translation = Translation.found(text) { return translation }
    guard depth < Self.maximumDepth, text.utf8.count <= Self.maximumLength else { return text }
    for form in forms {
      guard let arguments = form.arguments(in: text) else { continue }
      let filled = arguments.enumerated().map { place, argument in
        form.isQuoted(place) ? argument : translation(of: argument, depth: depth + 1)
      }
      return TextTemplate.filled(Translation.of(form.text), filled)
    }
    return LocalNumber.day(text)
  }
}

/// A text with placeholders: "%1$@", "%2$@", up to nine, each used once or more.
struct TextTemplate: Sendable {
  let text: String
  /// The text before, between and after the placeholders.
  private let literals: [[UInt8]]
  /// Numbers of the placeholders, from zero.
  private let places: [Int]

  init(_ text: String) {
    var literals: [[UInt8]] = [[]]
    var places: [Int] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if let place = Self.place(in: rest) {
        places.append(place)
        literals.append([])
        rest = rest.dropFirst(4)
      } else {
        literals[literals.count - 1].append(byte)
        rest = rest.dropFirst()
      }
    }
    self.text = text
    self.literals = literals
    self.places = places
  }

  /// Bytes of the fixed text: the more there are, the less likely a match is by chance.
  var weight: Int { literals.reduce(0) { $0 + $1.count } }

  /// A number and its unit, such as "%1$@ ms": it fits no sentence that ends with a quantity.
  private var isQuantity: Bool { places.count == 1 && literals[0].isEmpty && weight <= 5 }

  private static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
  }

  /// The values of the placeholders in a text made from this template, each as short as possible; nil if it was not.
  func arguments(in other: String) -> [String]? {
    var rest = Array(other.utf8)[...]
    guard rest.starts(with: literals[0]) else { return nil }
    rest = rest.dropFirst(literals[0].count)
    var found: [Int: String] = [:]
    for (index, place) in places.enumerated() {
      let literal = literals[index + 1]
      let isLast = index == places.count - 1
      guard let end = isLast ? Self.end(of: rest, before: literal) : Self.start(of: literal, in: rest) else {
        return nil
      }
      let argument = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
      if let earlier = found[place], earlier != argument { return nil }
      found[place] = argument
      rest = rest[(end + literal.count)...]
    }
    guard rest.isEmpty, !places.isEmpty, !isQuantity || found[0].map(Self.isNumber) == true else { return nil }
    return (0...(places.max() ?? 0)).map { found[$0] ?? "" }
  }

  private static func end(of text: ArraySlice<UInt8>, before literal: [UInt8]) -> Int? {
    let end = text.endIndex - literal.count
    return end >= text.startIndex && text[end...].elementsEqual(literal) ? end : nil
  }

  private static func start(of literal: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard text.count >= literal.count else { return nil }
    return (text.startIndex...(text.endIndex - literal.count)).first { text[$0...].starts(with: literal) }
  }

  /// Whether a placeholder stands between straight quotation marks: what was typed, or can be typed.
  func isQuoted(_ place: Int) -> Bool {
    places.enumerated().contains { index, number in
      guard number == place, let before = literals[index].last, let after = literals[index + 1].first else {
        return false
      }
      return before == after && (before == UInt8(ascii: "'") || before == UInt8(ascii: "\""))
    }
  }

  /// The text with its placeholders filled in; those without an argument are left empty.
  static func filled(_ text: String, _ arguments: [String]) -> String {
    guard !arguments.isEmpty, text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if let place = place(in: rest) {
        if arguments.indices.contains(place) { result += Array(arguments[place].utf8) }
        rest = rest.dropFirst(4)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The number of the placeholder at the beginning of a text, from zero.
  private static func place(in text: ArraySlice<UInt8>) -> Int? {
    let start = text.startIndex
    guard text.count >= 4, text[start] == UInt8(ascii: "%"), (0x31...0x39).contains(text[start + 1]),
      text[start + 2] == UInt8(ascii: "$"), text[start + 3] == UInt8(ascii: "@")
    else { return nil }
    return Int(text[start + 1]) - 0x31
  }
}
