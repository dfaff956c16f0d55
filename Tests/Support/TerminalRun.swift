internal import Glibc
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// A program on its own terminal (pty(7)); a test types its input and reads its output.
package final class TerminalRun: Sendable {
  package let processID: Int32
  private let terminal: OwnedDescriptor
  private let shown = Mutex<[UInt8]>([])
  /// Whether no program has the terminal open any more, and all that was written to it has been read.
  private let isDrained = Mutex(false)
  private let end = Mutex<Int32?>(nil)

  /// Starts a program as leader of a new session with this terminal.
  /// - Parameters:
  ///   - program: Absolute path.
  ///   - arguments: Arguments of the program.
  ///   - environment: The complete environment.
  ///   - rows: Rows of the terminal.
  ///   - columns: Columns of the terminal; 0 if it does not know its size.
  /// - Throws: `SystemError`.
  package init(
    _ program: FilePath, _ arguments: [String], environment: [String: String], rows: Int = 24, columns: Int = 80
  ) throws {
    // Does what posix_openpt(3), unlockpt(3) and ptsname(3) do; Glibc declares them under _XOPEN_SOURCE only
    // (ioctl_tty(2); the numbers come from asm-generic/ioctls.h).
    let terminal = OwnedDescriptor(takingOwnershipOf: unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
    var (locked, number): (Int32, Int32) = (0, 0)
    guard terminal.raw >= 0, unsafe ioctl(terminal.raw, 0x4004_5431, &locked) == 0,
      unsafe ioctl(terminal.raw, 0x8004_5430, &number) == 0
    else { throw SystemError("open", errno: errno) }
    Self.resize(terminal.raw, rows: rows, columns: columns)
    processID = try Spawn.start(
      program.string, ([program.string] + arguments).map { Array($0.utf8) },
      environment.map { Array("\($0.key)=\($0.value)".utf8) },
      // The first terminal that a session leader opens becomes the controlling terminal.
      streams: [.file("/dev/pts/\(number)", flags: O_RDWR), .copy(of: 0), .copy(of: 0)], in: .session)
    self.terminal = terminal
    try DedicatedThread.start(name: "terminal") {
      [weak self, copy = try OwnedDescriptor(copying: self.terminal.raw).release()] in
      defer { close(copy) }
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe read(copy, &buffer, buffer.count)
        guard count > 0 else { return self?.isDrained.withLock { $0 = true } ?? () }
        guard let self else { return }
        let bytes = Array(buffer.prefix(count))
        self.shown.withLock { $0 += bytes }
      }
    }
  }

  deinit {
    kill(processID, SIGKILL)
    var status: Int32 = 0
    if end.withLock({ $0 }) == nil { unsafe waitpid(processID, &status, 0) }
  }

  /// Everything written to the terminal so far, including escape sequences.
  package var output: String { shown.withLock { String(decoding: $0, as: UTF8.self) } }

  /// Presses keys.
  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    precondition(unsafe write(terminal.raw, bytes, bytes.count) == bytes.count)
  }

  package func send(_ signal: Int32) { kill(processID, signal) }

  /// Changes the size; the kernel tells the program.
  package func resize(rows: Int, columns: Int) { Self.resize(terminal.raw, rows: rows, columns: columns) }

  /// True if the terminal echoes input and delivers it line by line, as a shell expects.
  package var isAsItWas: Bool {
    var state = termios()
    guard unsafe tcgetattr(terminal.raw, &state) == 0 else { return false }
    return state.c_lflag & UInt32(ECHO | ICANON) == UInt32(ECHO | ICANON)
  }

  /// Waits until a text is shown, at most a minute.
  /// - Throws: `NeverHappened`.
  package func waits(for text: String) async throws {
    try await eventually(within: .seconds(60)) { output.contains(text) }
  }

  /// Waits until it ends.
  /// - Returns: The exit status, or the signal that ended it as a negative number.
  /// - Throws: `NeverHappened`.
  package func ended() async throws -> Int32 {
    try await eventually(within: .seconds(60)) {
      end.withLock { end in
        if end != nil { return true }
        var status: Int32 = 0
        guard unsafe waitpid(processID, &status, WNOHANG) == processID else { return false }
        // wait(2): the lower seven bits are the signal, the next byte is the exit status.
        end = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
        return true
      }
    }
    // Its last output may still be in the terminal. What it started may keep the terminal open.
    try? await eventually(within: .seconds(2)) { isDrained.withLock { $0 } }
    return end.withLock { $0 } ?? 0
  }

  private static func resize(_ terminal: Int32, rows: Int, columns: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }
}
