/// A sentence or a part of one as the program says it: the English text, which is its name in the catalogues, and what
/// stands at its places. Whoever shows it says it in the user's language; JSON, logs and rules hold the English text.
///
/// In a literal, every interpolation is a place: "\(name) is damaged." is "%1$@ is damaged.", with the name as it is
/// or, if that is a message, as people read it.
package indirect enum Message: Sendable {
  /// Names, numbers and words of others, which are the same in every language.
  case verbatim(String)
  /// An English text with the places "%1$@", "%2$@" and so on up to nine, and what stands there.
  case text(String, [Message])

  /// An English text from a list, or as it was kept, that the catalogues know whole.
  package init(whole english: String) { self = .text(english, []) }

  /// In English.
  package var english: String { rendered { $0 } }

  /// The whole text, with a translation of the English text with places.
  package func rendered(_ translation: (String) -> String) -> String {
    switch self {
    case .verbatim(let text): text
    case .text(let text, let arguments):
      TextTemplate.filled(translation(text), arguments.map { $0.rendered(translation) })
    }
  }

  /// The same message with its names, numbers and words of others changed.
  package func mapVerbatim(_ change: (String) -> String) -> Message {
    switch self {
    case .verbatim(let text): .verbatim(change(text))
    case .text(let text, let arguments): .text(text, arguments.map { $0.mapVerbatim(change) })
    }
  }

  package var isEmpty: Bool { english.isEmpty }

  package var hasPlaces: Bool {
    if case .text(_, let arguments) = self { !arguments.isEmpty } else { false }
  }

  /// A day as reports write it, "2026-11-22", in the order of the user's language; anything else stays as it is.
  package init(day text: some StringProtocol) {
    let parts = text.split(separator: "-")
    let isDay = parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { Int($0) != nil }
    self = isDay ? "\(parts[0])-\(parts[1])-\(parts[2])" : .verbatim(String(text))
  }

  /// An amount with a decimal point, "148.75 EUR", as the user's language writes it; anything else stays as it is.
  package init(amount text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    func isNumber(_ part: some StringProtocol) -> Bool {
      !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    let isAmount = parts.count == 2 && isNumber(parts[0]) && isNumber(parts[1].prefix { $0 != " " })
    self = isAmount ? "\(parts[0]).\(parts[1])" : .verbatim(String(text))
  }
}

/// What is said in English decides, so that a message equals the one that was kept of it.
extension Message: Hashable {
  package static func == (one: Message, other: Message) -> Bool { one.english == other.english }
  package func hash(into hasher: inout Hasher) { hasher.combine(english) }
}

extension Message: CustomStringConvertible {
  package var description: String { english }
}

extension Message: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var arguments: [Message] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}
    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ message: Message) {
      arguments.append(message)
      text += "%\(arguments.count)$@"
    }
    package mutating func appendInterpolation(_ name: some StringProtocol) {
      appendInterpolation(.verbatim(String(name)))
    }
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      appendInterpolation(.verbatim(String(number)))
    }
  }

  package init(stringLiteral text: String) { self = .text(text, []) }
  package init(stringInterpolation parts: StringInterpolation) { self = .text(parts.text, parts.arguments) }
}

/// In JSON and in logs, the English text alone.
extension Message: Codable {
  package init(from decoder: any Decoder) throws { self.init(whole: try String(from: decoder)) }
  package func encode(to encoder: any Encoder) throws { try english.encode(to: encoder) }
}

/// The form in which messages are kept and sent, from which they can be said in any language.
extension Message {
  /// Messages within messages; the program's own have at most five.
  private static let maximumDepth = 6
  private static let separator = "\u{1F}"
  fileprivate static let end = "\u{1E}"

  /// The text alone if it has no places. Otherwise the number of places and the text, and what stands there.
  package var kept: String {
    if case .text(let text, let arguments) = self, arguments.isEmpty { return text }
    return parts.joined(separator: Self.separator)
  }

  private var parts: [String] {
    switch self {
    case .verbatim(let text): ["1%1$@", "=\(text.replacing(Self.separator, with: " ").replacing(Self.end, with: " "))"]
    case .text(let text, let arguments):
      ["\(arguments.count)\(text)"]
        + arguments.flatMap { if case .verbatim = $0 { $0.parts.suffix(1) } else { $0.parts[...] } }
    }
  }

  /// Nil for what is neither what `kept` was nor the English text that an earlier version kept.
  package init?(kept text: String) {
    var rest = text.split(separator: Self.separator, omittingEmptySubsequences: false)[...]
    if rest.count < 2 {
      self.init(whole: text)
    } else {
      guard let message = Self.next(in: &rest, depth: 0), rest.isEmpty else { return nil }
      self = message
    }
  }

  private static func next(in parts: inout ArraySlice<Substring>, depth: Int) -> Message? {
    guard depth < maximumDepth, let part = parts.popFirst(), let first = part.first else { return nil }
    let text = String(part.dropFirst())
    if first == "=" { return .verbatim(text) }
    // A place that is repeated could make a short text an endless one.
    guard let count = first.wholeNumberValue, text.count(where: { $0 == "%" }) <= 9 else { return nil }
    var arguments: [Message] = []
    for _ in 0..<count {
      guard let argument = next(in: &parts, depth: depth + 1) else { return nil }
      arguments.append(argument)
    }
    return .text(text, arguments)
  }
}

extension ScanReport {
  /// The sentences in which something stands at a place; nil if there are none. English tells the others.
  package var keptMessages: String? {
    var kept: [String] = []
    _ = mapMessages { message in
      if message.hasPlaces, !kept.contains(message.kept) { kept.append(message.kept) }
      return message
    }
    return kept.isEmpty ? nil : kept.joined(separator: Message.end)
  }

  /// The report, read from JSON, with its sentences as they were made, from its `keptMessages`; nil for reports of
  /// earlier versions. Sentences that were not kept stay in English.
  package func restoring(_ kept: String?) -> ScanReport {
    let known = Set((kept ?? "").split(separator: Message.end).compactMap { Message(kept: String($0)) })
    return mapMessages { message in known.firstIndex(of: message).map { known[$0] } ?? message }
  }
}

/// Texts with the places "%1$@" to "%9$@".
package enum TextTemplate {
  /// The text with its places filled in; those without an argument are left empty.
  package static func filled(_ text: String, _ arguments: [String]) -> String {
    guard !arguments.isEmpty else { return text }
    let percent = UInt8(ascii: "%")
    var parts = text.utf8.split(separator: percent, omittingEmptySubsequences: false)[...]
    var result = Array(parts.removeFirst())
    for part in parts {
      if let digit = part.first, (0x31...0x39).contains(digit), part.dropFirst().starts(with: "$@".utf8) {
        let place = Int(digit) - 0x31
        if arguments.indices.contains(place) { result += arguments[place].utf8 }
        result += part.dropFirst(3)
      } else {
        result += [percent] + part
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
