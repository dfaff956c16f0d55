internal import LinuxSystem
internal import Synchronization

/// A task on its way to the supervisor.
struct Submission: Sendable {
  let id: UInt64
  let task: WorkerTask
  let completion: @Sendable (RecognitionOutcome) -> Void

  /// Answers without having done anything.
  func refuse() { completion(RecognitionOutcome(end: .cancelled)) }
}

/// What callers of any thread tell the supervisor.
final class Inbox: Sendable {
  enum Command: Sendable {
    case submit(Submission)
    case cancel(UInt64)
    case warmUp(Int)
    case stop
  }

  private let commands = Mutex<[Command]>([])
  private let wakeup: WakeUp

  init() throws(SystemError) { wakeup = try WakeUp() }

  /// To be polled for POLLIN.
  var descriptor: Int32 { wakeup.descriptor.raw }

  func send(_ command: Command) {
    commands.withLock { $0.append(command) }
    wakeup.signal()
  }

  func take() -> [Command] {
    commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
  }

  func clear() { wakeup.clear() }
}
