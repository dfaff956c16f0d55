internal import Glibc
package import LinuxSystem
internal import ScanModel
internal import Synchronization
package import SystemPackage

/// A program started as a user or a service manager would start it: with an environment built from scratch, in its own
/// process group, with its output collected in files. Killed with its children when the object is released.
package final class ProgramRun: Sendable {
  /// How a program ended and what it wrote.
  package struct Ended: Sendable {
    /// Nil if a signal ended it.
    package var status: Int32?
    package var signal: Int32?
    package var output: String
    package var diagnostics: String
    /// Wall-clock time from start to end.
    package var time: Duration

    /// The lines of the output.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private static let appending = O_WRONLY | O_CREAT | O_APPEND

  package let processID: Int32
  private let began = ContinuousClock.now
  private let folder = TemporaryFolder()
  private let state = Mutex<(status: Int32, at: ContinuousClock.Instant)?>(nil)

  /// Starts a program.
  /// - Parameters:
  ///   - program: Absolute path.
  ///   - arguments: Bytes, because file names are bytes.
  ///   - environment: The complete environment.
  ///   - input: Its standard input.
  ///   - output: Its standard output, if it is not to be collected.
  ///   - directory: Its working directory.
  /// - Throws: `SystemError` of posix_spawn(3).
  package init(
    _ program: FilePath, _ arguments: [[UInt8]], environment: [String: String], input: FilePath = "/dev/null",
    output: FilePath? = nil, in directory: FilePath = "/"
  ) throws(SystemError) {
    processID = try Spawn.start(
      // env(1) changes to the folder and then executes the program: posix_spawn(3) has no portable way to do that.
      "/usr/bin/env", ["env", "-C", directory.string, program.string].map { Array($0.utf8) } + arguments,
      environment.map { Array("\($0.key)=\($0.value)".utf8) },
      streams: [
        .file(input.string, flags: O_RDONLY), .file((output ?? folder("output")).string, flags: Self.appending),
        .file(folder("diagnostics").string, flags: Self.appending),
      ], in: .group)
  }

  deinit {
    end(SIGKILL)
    var status: Int32 = 0
    if state.withLock({ $0 }) == nil { unsafe waitpid(processID, &status, 0) }
  }

  /// Its standard output so far.
  package var output: String { String(decoding: Files.contents(folder("output")), as: UTF8.self) }

  /// Its standard error so far.
  package var diagnostics: String { String(decoding: Files.contents(folder("diagnostics")), as: UTF8.self) }

  /// Signals only the program.
  package func send(_ signal: Int32) { kill(processID, signal) }

  /// Signals the program and everything it started.
  private func end(_ signal: Int32) { kill(-processID, signal) }

  /// Its child processes that still run.
  package var children: [Int32] {
    ProcessTable.all().filter { $0.group == processID && $0.id != processID && !$0.isDead }.map(\.id)
  }

  package var hasEnded: Bool {
    state.withLock { state in
      if state != nil { return true }
      var status: Int32 = 0
      guard unsafe waitpid(processID, &status, WNOHANG) == processID else { return false }
      state = (status, .now)
      return true
    }
  }

  /// Waits until it ends.
  /// - Throws: `NeverHappened` after the limit.
  package func ended(within limit: Duration = .seconds(120)) async throws -> Ended {
    try await eventually(within: limit) { hasEnded }
    let (status, at) = state.withLock { $0 } ?? (0, .now)
    // wait(2): the lower seven bits are the signal, the next byte is the exit status.
    let signal = status & 0x7F
    return Ended(
      status: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal == 0 ? nil : signal, output: output,
      diagnostics: diagnostics, time: at - began)
  }
}
