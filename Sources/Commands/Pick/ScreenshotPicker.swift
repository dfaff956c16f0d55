internal import Glibc
internal import LinuxSystem
internal import Localization
internal import ScanModel
internal import SystemPackage

/// Lets the user choose from a list: on the full screen, or by number if the terminal cannot do that.
struct ScreenshotPicker: Sendable {
  enum Choice: Sendable {
    case item(Int)
    case path(FilePath)
  }

  /// On anything smaller a list is unreadable.
  private static let smallest = KeyTerminal.Size(rows: 7, columns: 40)
  /// The alternate screen, so that the old contents come back, without a cursor (XTerm Control Sequences).
  private static let beginning = "\u{1B}[?1049h\u{1B}[?25l"
  private static let restoring = "\u{1B}[?25h\u{1B}[?1049l"

  let console: Console
  /// Newest first.
  let items: [PickerItem]

  /// - Returns: The choice; nil if none was made.
  func choose() async -> Choice? {
    guard hasScreen else { return NumberedPicker(console: console, items: items).choose() }
    return await BlockingIOPool(label: "keys").run { chooseOnScreen() }.map { .item($0) }
  }

  private var hasScreen: Bool {
    guard let size = KeyTerminal.size(of: STDERR_FILENO), let terminal = console.environment["TERM"] else {
      return false
    }
    return size.rows >= Self.smallest.rows && size.columns >= Self.smallest.columns && terminal != "dumb"
      && !terminal.isEmpty
  }

  private func chooseOnScreen() -> Int? {
    let terminal: KeyTerminal
    do throws(SystemError) {
      terminal = try KeyTerminal(
        input: STDIN_FILENO, output: STDERR_FILENO, beginning: Self.beginning, restoring: Self.restoring)
    } catch {
      return nil
    }
    var state = PickerState(items)
    var keys = KeyDecoder()
    draw(&state)
    while true {
      var pressed: [KeyDecoder.Key] = []
      switch terminal.wait(timeout: keys.isWaiting ? KeyDecoder.patience : nil) {
      case .bytes(let bytes): pressed = keys.decode(bytes)
      case .timedOut: pressed = keys.flush()
      case .changed: break
      case .closed: return nil
      }
      for key in pressed {
        switch state.handle(key, page: max(1, size.rows - PickerState.frameLines)) {
        case .goOn: break
        case .chosen(let index): return index
        case .cancelled: return nil
        }
      }
      draw(&state)
    }
  }

  private var size: KeyTerminal.Size { KeyTerminal.size(of: STDERR_FILENO) ?? Self.smallest }

  /// Writes in one piece, to avoid flicker. The last line has no line break, which would scroll.
  private func draw(_ state: inout PickerState) {
    let size = size
    let lines = state.lines(rows: size.rows, columns: max(1, size.columns - 1), style: console.diagnostics)
    let text = lines.prefix(size.rows).map { $0 + "\u{1B}[K" }.joined(separator: "\n")
    console.write("\u{1B}[H\(text)\u{1B}[J")
  }
}

/// A list with numbers and a question, for terminals that only print.
struct NumberedPicker {
  private static let maximumItems = 20
  let console: Console
  let items: [PickerItem]

  /// - Returns: The choice; nil if none was made.
  func choose() -> ScreenshotPicker.Choice? {
    for (index, item) in items.prefix(Self.maximumItems).enumerated() {
      let number = index < 9 ? " \(index + 1)" : "\(index + 1)"
      let size = String(repeating: " ", count: max(0, 8 - TextLayout.width(of: item.size))) + item.size
      let place = item.folder.map { " (\($0))" } ?? ""
      console.note("\(number)  \(TextLayout.pad(item.age, to: 11)) \(size)  \(item.name)\(place)")
    }
    let hidden = items.count - Self.maximumItems
    if hidden > 0 { console.note(localized("and %1$@ older ones, which can be named by their path", hidden)) }
    while true {
      console.write(localized("Number or path (Enter for 1, q ends): "))
      guard let line = readLine() else { return nil }
      switch line {
      case "": return .item(0)
      case "q", "Q": return nil
      default:
        if let number = Int(line) {
          if (1...min(items.count, Self.maximumItems)).contains(number) { return .item(number - 1) }
          console.note(localized("There is no number %1$@ in the list.", number))
        } else if let path = PathPrompt.path(line, home: console.environment["HOME"]) {
          return .path(path)
        }
      }
    }
  }
}
