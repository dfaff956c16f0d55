internal import Foundation
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import ScanModel
internal import SystemPackage

struct PickerItem: Sendable {
  var path: FilePath
  var name: String
  var details: String  // age and size, as wide for every item
}

/// Lets the user choose from a list on the full screen, or where that cannot be, by a number or path.
struct ScreenshotPicker: Sendable {
  private static let smallest = (rows: 7, columns: 40)
  /// The alternate screen, so that the old contents come back, without a cursor (XTerm Control Sequences).
  private static let beginning = "\u{1B}[?1049h\u{1B}[?25l"
  private static let restoring = "\u{1B}[?25h\u{1B}[?1049l"
  private static let maximumNumbers = 20

  let console: Console
  let items: [PickerItem]

  /// What the user has chosen; nil for nothing. Blocks.
  func choose() -> FilePath? {
    if items.isEmpty {
      console.write(localized("Path of a screenshot (Enter ends): "))
      return Self.path(readLine() ?? "", home: home)
    }
    let size = KeyTerminal.size(of: STDERR_FILENO) ?? (0, 0)
    let hasScreen =
      size.rows >= Self.smallest.rows && size.columns >= Self.smallest.columns
      && !["", "dumb"].contains(console.environment["TERM"] ?? "")
    return hasScreen ? chooseOnScreen() : chooseByNumber()
  }

  private func chooseOnScreen() -> FilePath? {
    guard
      let terminal = try? KeyTerminal(
        input: STDIN_FILENO, output: STDERR_FILENO, beginning: Self.beginning, restoring: Self.restoring)
    else { return nil }
    var state = PickerState(items)
    var keys = KeyDecoder()
    while true {
      draw(state)
      guard let pressed = keys.read(terminal) else { return nil }
      for key in pressed {
        switch state.handle(key, page: max(1, size.rows - PickerState.frameLines)) {
        case .goOn: break
        case .chosen(let path): return path
        case .cancelled: return nil
        }
      }
    }
  }

  private var size: (rows: Int, columns: Int) { KeyTerminal.size(of: STDERR_FILENO) ?? Self.smallest }

  /// Writes in one piece, to avoid flicker. The last line has no line break, which would scroll.
  private func draw(_ state: PickerState) {
    let size = size
    let lines = state.lines(rows: size.rows, columns: max(1, size.columns - 1), style: console.diagnostics)
    let text = lines.prefix(size.rows).map { $0 + "\u{1B}[K" }.joined(separator: "\n")
    console.write("\u{1B}[H\(text)\u{1B}[J")
  }

  private func chooseByNumber() -> FilePath? {
    let shown = items.prefix(Self.maximumNumbers)
    for (index, item) in shown.enumerated() {
      console.note("\(index < 9 ? " " : "")\(index + 1)  \(item.details)  \(item.name)")
    }
    let hidden = items.count - shown.count
    if hidden > 0 { console.note(localized("and %1$@ older ones, which can be named by their path", hidden)) }
    while true {
      console.write(localized("Number or path (Enter for 1, q ends): "))
      guard let line = readLine()?.trimmingCharacters(in: .whitespaces), !["q", "Q"].contains(line) else { return nil }
      if let number = line.isEmpty ? 1 : Int(line) {
        if (1...shown.count).contains(number) { return shown[number - 1].path }
        console.note(localized("There is no number %1$@ in the list.", number))
      } else if let path = Self.path(line, home: home) {
        return path
      }
    }
  }

  private var home: String? { console.environment["HOME"] }

  /// The path that was typed, or dropped onto the terminal, which adds quotes or backslashes.
  static func path(_ line: String, home: String?) -> FilePath? {
    var text = line.trimmingCharacters(in: .whitespaces)
    var plain = ""
    if text.count > 1, let quote = text.first, ["'", "\""].contains(quote), text.last == quote {
      // How shells write a quote within quotes.
      plain = String(text.dropFirst().dropLast()).replacing("'\\''", with: "'")
    } else {
      if let home, text == "~" || text.hasPrefix("~/") { text = home + text.dropFirst() }
      var isEscaped = false
      for character in text {
        isEscaped = character == "\\" && !isEscaped
        if !isEscaped { plain.append(character) }
      }
    }
    return plain.isEmpty ? nil : FilePath(plain)
  }
}

/// What the picker shows, and what keys do to it. Without side effects.
struct PickerState {
  enum Step: Hashable {
    case goOn, cancelled
    case chosen(FilePath)
  }

  static let frameLines = 4

  private let items: [PickerItem]
  private var filter = "" { didSet { selected = 0 } }
  /// A "/" was typed, so every letter, even "q", belongs to the filter.
  private var isFiltering = false
  private var selected = 0

  init(_ items: [PickerItem]) { self.items = items }

  var matches: [PickerItem] {
    let words = filter.lowercased().split(separator: " ")
    return items.filter { item in words.allSatisfy { item.name.lowercased().contains($0) } }
  }

  private var isSearching: Bool { isFiltering || !filter.isEmpty }

  /// Handles a key; `page` is how many lines are visible.
  mutating func handle(_ key: KeyDecoder.Key, page: Int) -> Step {
    switch key {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -page)
    case .pageDown: move(by: page)
    case .home: move(by: -items.count)
    case .end: move(by: items.count)
    case .enter:
      let matches = matches
      return matches.isEmpty ? .goOn : .chosen(matches[selected].path)
    case .escape where !isSearching, .character("q") where !isSearching: return .cancelled
    case .character("/") where !isSearching: isFiltering = true
    case .backspace where filter.isEmpty: isFiltering = false
    case .backspace: filter.removeLast()
    case .clear: filter = ""
    case .escape: (isFiltering, filter) = (false, "")
    case .character(let character):
      if !character.unicodeScalars.contains(where: TerminalEscaping.isUnsafe) { filter.append(character) }
    }
    return .goOn
  }

  private mutating func move(by count: Int) { selected = max(0, min(selected + count, matches.count - 1)) }

  /// The screen, `rows` lines of at most `columns` columns, with the selected item in the middle where possible.
  func lines(rows: Int, columns: Int, style: TerminalStyle) -> [String] {
    func line(_ text: String, _ ink: TerminalStyle.Ink?) -> String {
      let text = TextLayout.shorten(text, to: columns)
      return ink.map { style.paint(text, $0) } ?? text
    }
    let (matches, page) = (matches, max(1, rows - Self.frameLines))
    let top = max(0, min(selected - page / 2, matches.count - page))
    let count = localized("%1$@ of %2$@", matches.count, items.count)
    var list = matches.indices.dropFirst(top).prefix(page).map { position in
      let item = matches[position]
      let mark = position == selected ? "❯" : " "
      return line("\(mark) \(item.details)  \(item.name)", position == selected ? .bold : nil)
    }
    if list.isEmpty { list = [localized("  No screenshot has that name.")] }
    list += Array(repeating: "", count: page - list.count)
    return [
      line(localized("Choose a screenshot to scan"), .bold),
      isSearching
        ? line(localized("Search: %1$@▏ (%2$@)", filter, count), nil)
        : line(localized("Type to search (%1$@)", count), .dim),
    ] + list + ["", line(localized("↑ ↓ move · Enter scan · Esc or q end"), .dim)]
  }
}
