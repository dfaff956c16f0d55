internal import LinuxSystem

/// Turns what a terminal sends into keys (console_codes(4), XTerm Control Sequences).
struct KeyDecoder {
  enum Key: Sendable, Hashable {
    case character(Character)
    case enter, escape, up, down, pageUp, pageDown, home, end, backspace
    /// Empties the line, as Ctrl-U does in shells.
    case clear
  }

  /// Keys such as the arrows begin with the byte that the Esc key sends; the rest follows at once.
  private static let patience = Duration.milliseconds(50)
  private static let maximumSequence = 16  // longer than any

  private(set) var pending: [UInt8] = []

  /// - Returns: Those pressed, possibly none; nil if the terminal is gone.
  mutating func read(_ terminal: borrowing KeyTerminal, timeout: Duration? = nil) -> [Key]? {
    switch terminal.wait(timeout: pending.isEmpty ? timeout : min(timeout ?? Self.patience, Self.patience)) {
    case .bytes(let bytes): decode(bytes)
    case .timedOut: flush()
    case .changed: []
    case .closed: nil
    }
  }

  mutating func decode(_ bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let length = firstLength {
      if let key = Self.key(String(validating: pending[..<length], as: UTF8.self) ?? "") { keys.append(key) }
      pending.removeFirst(length)
    }
    return keys
  }

  /// No more bytes follow: a lone Esc was the Esc key, and an incomplete character is dropped.
  mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending.first == 0x1B ? [.escape] : []
  }

  private var firstLength: Int? {
    guard let first = pending.first else { return nil }
    guard first == 0x1B else {
      let length = (0xC2...0xF4).contains(first) ? first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4 : 1
      return length <= pending.count ? length : nil
    }
    guard pending.count > 1 else { return nil }
    guard [UInt8(ascii: "["), UInt8(ascii: "O")].contains(pending[1]) else { return 1 }
    if let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) { return end + 1 }
    return pending.count > Self.maximumSequence ? pending.count : nil
  }

  private static func key(_ text: String) -> Key? {
    switch text {
    case "\r", "\n", "\u{1B}OM": return .enter  // the last of the number pad
    case "\u{7F}", "\u{08}": return .backspace
    case "\u{15}": return .clear
    case "\u{1B}", "\u{04}": return .escape  // Ctrl-D: the end of input
    case "\u{0E}": return .down  // Ctrl-N and Ctrl-P, as in shells
    case "\u{10}": return .up
    default: break
    }
    guard text.hasPrefix("\u{1B}") else { return text.first.flatMap { $0 < " " ? nil : .character($0) } }
    // "1;5B" is Ctrl-Down: Ctrl and Shift do not matter here.
    switch (text.last, text.dropFirst(2).prefix(while: \.isNumber)) {
    case ("A", _): return .up
    case ("B", _): return .down
    case ("H", _), ("~", "1"), ("~", "7"): return .home
    case ("F", _), ("~", "4"), ("~", "8"): return .end
    case ("~", "5"): return .pageUp
    case ("~", "6"): return .pageDown
    default: return nil
    }
  }
}
