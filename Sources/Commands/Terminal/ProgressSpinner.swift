internal import Glibc
internal import Localization
internal import Synchronization

/// A spinner on standard error, only on a terminal and only when the work takes longer than 0.3 s.
final class ProgressSpinner: Sendable {
  private struct State {
    var done = 0
    var isVisible = false
    var isStopped = false
    var words = localized("Reading")
    var ticking: Task<Void, Never>?
  }

  private static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  private let console: Console
  private let total: Int
  private let state = Mutex(State())

  init(_ console: Console, total: Int) {
    self.console = console
    self.total = total
    guard isatty(STDERR_FILENO) == 1, console.environment["TERM"] != "dumb" else { return }
    let ticking = Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(300))
      var frame = 0
      while !Task.isCancelled {
        guard let self else { return }
        self.draw(Self.frames[frame % Self.frames.count])
        frame += 1
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
    state.withLock { $0.ticking = ticking }
  }

  private func draw(_ frame: String) {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isVisible = true
      let count = total > 1 ? localized(" %1$@ of %2$@", state.done + 1, total) : ""
      console.write("\r\u{1B}[K\(frame) \(state.words)\(count)…")
    }
  }

  func show(_ words: String) { state.withLock { $0.words = words } }

  func clear() { state.withLock { erase(&$0) } }

  private func erase(_ state: inout State) {
    guard state.isVisible else { return }
    state.isVisible = false
    console.write("\r\u{1B}[K")
  }

  func advance() { state.withLock { $0.done += 1 } }

  func stop() {
    state.withLock { state in
      erase(&state)
      state.isStopped = true
      state.ticking?.cancel()
    }
  }
}
