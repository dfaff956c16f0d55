package import ScanModel
internal import SystemPackage

/// One setting. Parsing, checking, listing and the reference are all derived from the table `SettingDefinition.all`.
package struct SettingDefinition: Sendable {
  typealias Place<Value> = WritableKeyPath<Settings, Value> & Sendable

  enum Kind: Sendable {
    case flag(any Place<Bool>)
    case time(any Place<Duration>, ClosedRange<Duration>)
    /// An integer, and the units that may follow it.
    case number(any Place<Int>, ClosedRange<Int>, units: [String])
    case choice([String], read: @Sendable (Settings) -> String, write: @Sendable (String, inout Settings) -> Void)
    case folders(any Place<[FilePath]>)
    case languages(any Place<[String]>)
    /// A country, or nil, which is written `auto`.
    case country(any Place<CountryCode?>)
  }

  private static let automatic = "auto"
  /// In the words of YAML 1.1.
  private static let flagWords = ["true": true, "yes": true, "on": true, "false": false, "no": false, "off": false]

  /// The key in the file.
  package let name: String
  let kind: Kind
  package let help: String

  package var environmentName: String { "OCR_SCAN_\(name.uppercased())" }

  package var isList: Bool {
    switch kind {
    case .folders, .languages: true
    case .flag, .time, .number, .choice, .country: false
    }
  }

  /// The allowed values, in words that complete "must be".
  package var allowed: Message {
    switch kind {
    case .flag: "true or false"
    case .time(_, let range):
      "a time from \(TimeText.format(range.lowerBound)) to \(TimeText.format(range.upperBound)), such as 5 s or 500 ms"
    case .number(_, let range, let units):
      units.first.map { "a whole number from \(range.lowerBound) to \(range.upperBound) (\(Message(whole: $0)))" }
        ?? "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words, _, _): Message(whole: words.joined(separator: " or "))
    case .folders: "folders whose paths begin with / or ~"
    case .country: "two letters such as GB, or \(Self.automatic)"
    case .languages: LanguageName.allowed
    }
  }

  /// The values as written in a file; a single one unless `isList`.
  package func values(in settings: Settings) -> [String] {
    switch kind {
    case .flag(let place): [settings[keyPath: place] ? "true" : "false"]
    case .time(let place, _): [TimeText.format(settings[keyPath: place]).english]
    case .number(let place, _, _): [String(settings[keyPath: place])]
    case .choice(_, let read, _): [read(settings)]
    case .folders(let place): settings[keyPath: place].map(\.displayName)
    case .languages(let place): settings[keyPath: place]
    case .country(let place): [settings[keyPath: place]?.rawValue ?? Self.automatic]
    }
  }

  /// Sets the setting from a written value; returns false, with `settings` unchanged, if that is not allowed.
  func write(_ value: SettingValue, to settings: inout Settings, home: FilePath) -> Bool {
    switch kind {
    case .folders(let place):
      let folders = value.items.compactMap { FolderPath.expand($0, home: home) }
      guard folders.count == value.items.count else { return false }
      settings[keyPath: place] = folders
    case .languages(let place):
      guard LanguageName.areValid(value.items) else { return false }
      settings[keyPath: place] = value.items
    case .flag(let place):
      guard let flag = value.scalar.flatMap({ Self.flagWords[$0.lowercased()] }) else { return false }
      settings[keyPath: place] = flag
    case .time(let place, let range):
      guard let time = TimeText.parse(value.scalar), range.contains(time) else { return false }
      settings[keyPath: place] = time
    case .number(let place, let range, let units):
      guard let (digits, unit) = numberAndUnit(value.scalar), unit.isEmpty || units.contains(unit),
        let number = Int(digits), range.contains(number)
      else { return false }
      settings[keyPath: place] = number
    case .country(let place):
      let code = value.scalar.flatMap { CountryCode(rawValue: $0) }
      guard code != nil || value.scalar == Self.automatic else { return false }
      settings[keyPath: place] = code
    case .choice(let words, _, let write):
      guard let word = value.scalar, words.contains(word) else { return false }
      write(word, &settings)
    }
    return true
  }
}

enum SettingValue: Equatable {
  case one(String)
  case list([String])

  var scalar: String? { if case .one(let text) = self { text } else { nil } }

  var items: [String] {
    switch self {
    case .one(let text): [text]
    case .list(let texts): texts
    }
  }
}

extension SettingDefinition {
  /// The kind of control for a setting in a window.
  package enum Control: Sendable, Hashable {
    case toggle
    case choice([String])
    case number(ClosedRange<Int>)
    case folders
    /// Words, or a time with its unit.
    case text
  }

  package var control: Control {
    switch kind {
    case .flag: .toggle
    case .choice(let words, _, _): .choice(words)
    case .number(_, let range, _): .number(range)
    case .folders: .folders
    case .time, .languages, .country: .text
    }
  }

  /// The name for display: "Alert sound".
  package var title: String {
    let words = name.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
