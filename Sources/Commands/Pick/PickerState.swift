internal import Localization
internal import ScanModel

/// One line of the picker. Every text in it is safe to show.
struct PickerItem: Sendable {
  var name: String
  /// Nil if there is only one folder.
  var folder: String?
  var age: String
  var size: String
}

/// What the picker shows, and what keys do to it. Without side effects.
struct PickerState {
  enum Step: Hashable {
    case goOn
    /// The item with this index.
    case chosen(Int)
    case cancelled
  }

  private let items: [PickerItem]
  private let folded: [String]
  private(set) var filter = ""
  /// A "/" was typed, so every letter, even "q", belongs to the filter.
  private var isFiltering = false
  /// Indices of the items that match.
  private(set) var matches: [Int]
  /// Position in `matches`.
  private(set) var selected = 0
  private var top = 0

  init(_ items: [PickerItem]) {
    self.items = items
    folded = items.map { Self.fold("\($0.name) \($0.folder ?? "")") }
    matches = Array(items.indices)
  }

  private static func fold(_ text: String) -> String { text.lowercased() }

  /// Handles a key; `page` is how many lines are visible.
  mutating func handle(_ key: KeyDecoder.Key, page: Int) -> Step {
    switch key {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -page)
    case .pageDown: move(by: page)
    case .home: selected = 0
    case .end: selected = max(0, matches.count - 1)
    case .enter: return matches.indices.contains(selected) ? .chosen(matches[selected]) : .goOn
    case .backspace:
      if filter.isEmpty { isFiltering = false } else { narrow(to: String(filter.dropLast())) }
    case .clear: narrow(to: "")
    case .escape:
      guard isFiltering || !filter.isEmpty else { return .cancelled }
      isFiltering = false
      narrow(to: "")
    case .character("q") where filter.isEmpty && !isFiltering: return .cancelled
    case .character("/") where filter.isEmpty && !isFiltering: isFiltering = true
    case .character(let character):
      if !character.unicodeScalars.contains(where: TerminalEscaping.isUnsafe) { narrow(to: filter + String(character)) }
    }
    return .goOn
  }

  private mutating func move(by count: Int) {
    selected = min(max(0, selected + count), max(0, matches.count - 1))
  }

  /// Every word of the filter must occur; case does not matter.
  private mutating func narrow(to text: String) {
    filter = text
    let words = Self.fold(text).split(separator: " ")
    matches = items.indices.filter { index in words.allSatisfy { folded[index].contains($0) } }
    selected = 0
    top = 0
  }

  /// Lines besides those of the list.
  static let frameLines = 4

  /// The screen, `rows` lines of at most `columns` columns.
  mutating func lines(rows: Int, columns: Int, style: TerminalStyle) -> [String] {
    let page = max(1, rows - Self.frameLines)
    if selected < top { top = selected }
    if selected >= top + page { top = selected - page + 1 }
    let count = localized("%1$@ of %2$@", matches.count, items.count)
    let search =
      filter.isEmpty && !isFiltering
      ? style.paint(TextLayout.shorten(localized("Type to search (%1$@)", count), to: columns), .dim)
      : TextLayout.shorten(localized("Search: %1$@▏ (%2$@)", filter, count), to: columns)
    var lines = [style.paint(TextLayout.shorten(localized("Choose a screenshot to scan"), to: columns), .bold), search]
    for position in top..<min(top + page, matches.count) {
      lines.append(line(items[matches[position]], isSelected: position == selected, columns: columns, style))
    }
    if matches.isEmpty { lines.append(localized("  No screenshot has that name.")) }
    while lines.count < page + 2 { lines.append("") }
    lines.append("")
    let help = localized("↑ ↓ move · Enter scan · Esc or q end")
    lines.append(style.paint(TextLayout.shorten(help, to: columns), .dim))
    return lines
  }

  private func line(_ item: PickerItem, isSelected: Bool, columns: Int, _ style: TerminalStyle) -> String {
    let place = item.folder.map { " (\($0))" } ?? ""
    let size = String(repeating: " ", count: max(0, 8 - TextLayout.width(of: item.size))) + item.size
    let text = "\(isSelected ? "❯" : " ") \(TextLayout.pad(item.age, to: 11)) \(size)  \(item.name)\(place)"
    let shortened = TextLayout.shorten(text, to: columns)
    return isSelected ? style.paint(shortened, .bold) : shortened
  }
}
