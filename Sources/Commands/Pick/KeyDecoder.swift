/// Turns what a terminal sends into keys (console_codes(4), XTerm Control Sequences).
struct KeyDecoder {
  enum Key: Sendable, Hashable {
    case character(Character)
    case enter, escape, up, down, pageUp, pageDown, home, end, backspace
    /// Empties the line, as Ctrl-U does in shells.
    case clear
  }

  /// Keys such as the arrows begin with the byte that the Esc key sends; the rest follows at once.
  static let patience = Duration.milliseconds(50)
  /// Longer than any sequence; anything above it is not a sequence.
  private static let maximumSequence = 16

  private var pending: [UInt8] = []

  /// The beginning of a key has arrived; call `flush` if nothing follows within `patience`.
  var isWaiting: Bool { !pending.isEmpty }

  /// Decodes bytes as they arrive.
  mutating func decode(_ bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, count) = next() {
      pending.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// No more bytes follow: a lone Esc was the Esc key, and an incomplete character is dropped.
  mutating func flush() -> [Key] {
    defer { pending = [] }
    return pending.first == 0x1B ? [.escape] : []
  }

  /// The first key and how many bytes it takes; nil if more are needed. The key is nil for sequences not used here.
  private func next() -> (Key?, Int)? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return sequence()
    case 0x0A, 0x0D: return (.enter, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x15: return (.clear, 1)
    case 0x0E: return (.down, 1)  // Ctrl-N and Ctrl-P, as in shells
    case 0x10: return (.up, 1)
    case 0x04: return (.escape, 1)  // Ctrl-D: the end of input
    case 0x00..<0x20: return (nil, 1)
    default: return character(first)
    }
  }

  private func sequence() -> (Key?, Int)? {
    guard pending.count > 1 else { return nil }
    guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else { return (.escape, 1) }
    guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return pending.count > Self.maximumSequence ? (nil, pending.count) : nil
    }
    let parameters = String(decoding: pending[2..<end], as: UTF8.self)
    let key: Key? =
      switch (pending[end], parameters.split(separator: ";").first ?? "") {
      case (UInt8(ascii: "A"), _): .up
      case (UInt8(ascii: "B"), _): .down
      case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
      case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
      case (UInt8(ascii: "~"), "5"): .pageUp
      case (UInt8(ascii: "~"), "6"): .pageDown
      case (UInt8(ascii: "M"), _) where pending[1] == UInt8(ascii: "O"): .enter  // of the number pad
      default: nil
      }
    return (key, end + 1)
  }

  private func character(_ first: UInt8) -> (Key?, Int)? {
    let count =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard pending.count >= count else { return nil }
    guard let text = String(validating: pending.prefix(count), as: UTF8.self), let character = text.first else {
      return (nil, 1)
    }
    return (.character(character), count)
  }
}
