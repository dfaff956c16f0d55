internal import Glibc
internal import LinuxSystem
internal import Localization
internal import ScanModel

/// Lets the user choose by hand after an automatic scan has failed: after three seconds, which is time to read the
/// reason, or at once with Enter.
struct ManualFallback: Sendable {
  private static let pause = Duration.seconds(3)
  let console: Console

  /// Waits for a key or for the time to pass.
  /// - Returns: Whether the list is to open.
  func isWanted() async -> Bool {
    console.tell(localized("A list of your screenshots opens in 3 s; Enter opens it now, q ends."))
    return await BlockingIOPool(label: "keys").run { wait() }
  }

  private func wait() -> Bool {
    guard let terminal = try? KeyTerminal(input: STDIN_FILENO, output: STDERR_FILENO, beginning: "", restoring: "")
    else { return false }
    let deadline = SuspendingClock.now + Self.pause
    var keys = KeyDecoder()
    while true {
      let rest = deadline - .now
      guard rest > .zero else { return true }
      var pressed: [KeyDecoder.Key] = []
      switch terminal.wait(timeout: keys.isWaiting ? min(rest, KeyDecoder.patience) : rest) {
      case .bytes(let bytes): pressed = keys.decode(bytes)
      case .timedOut: pressed = keys.flush()
      case .changed: break
      case .closed: return false
      }
      for key in pressed {
        switch key {
        case .enter: return true
        case .escape, .character("q"): return false
        default: break
        }
      }
    }
  }
}
