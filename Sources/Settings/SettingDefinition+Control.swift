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
