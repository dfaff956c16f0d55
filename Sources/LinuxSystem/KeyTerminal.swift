internal import CLinux
internal import Glibc

/// A terminal that is read key by key (termios(3)), the only one of a program. Its settings are restored when this
/// value is destroyed, and by signals that end or stop the program.
package struct KeyTerminal: ~Copyable, Sendable {
  package enum Event: Sendable, Hashable {
    case bytes([UInt8])
    case changed
    case timedOut
    /// The terminal is gone, so there will be no more input.
    case closed
  }

  private let input: Int32
  private let changes: Int32

  /// Switches a terminal to reading key by key. Of two texts of at most 63 bytes, `output` gets `beginning` now and
  /// after each stop of the program, `restoring` when the terminal is restored.
  /// - Throws: `SystemError` with ENOTTY if there is no terminal, EBUSY if another value uses it.
  package init(input: Int32, output: Int32, beginning: String, restoring: String) throws(SystemError) {
    changes = try SystemError.check("tcgetattr", unsafe ocrscan_terminal_begin(input, output, beginning, restoring))
    self.input = input
  }

  deinit { ocrscan_terminal_end() }

  /// Waits for keys, forever without a timeout; blocks the thread. `timedOut` may come early when a signal does.
  package borrowing func wait(timeout: Duration? = nil) -> Event {
    guard let ready = try? Readiness.wait(first: input, second: changes, timeout: timeout) else { return .closed }
    if ready.contains(.second) {
      var count: UInt64 = 0
      _ = unsafe ocrscan_read(changes, &count, 8)
      return .changed
    }
    if ready.contains(.first) {
      var buffer = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(input, &buffer, buffer.count)
      return count > 0 ? .bytes(Array(buffer.prefix(count))) : .closed
    }
    return ready.contains(.firstBroken) ? .closed : .timedOut
  }

  /// The size of the terminal behind a descriptor, zero if it does not know; nil if there is none.
  package static func size(of descriptor: Int32) -> (rows: Int, columns: Int)? {
    var (rows, columns): (Int32, Int32) = (0, 0)
    guard unsafe ocrscan_terminal_size(descriptor, &rows, &columns) == 0 else { return nil }
    return (Int(rows), Int(columns))
  }
}

/// How wide terminals draw characters.
package enum ColumnWidth {
  /// Columns of a character: 0 for a combining one, 2 for most of East Asia and emoji, otherwise 1 (wcwidth(3)).
  /// Control characters count as 1.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    let columns = ocrscan_column_width(scalar.value)
    return columns < 0 ? 1 : Int(columns)
  }
}
