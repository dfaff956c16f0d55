internal import LinuxSystem
internal import Synchronization

/// A task on its way to the supervisor.
struct Submission: Sendable {
  let id: UInt64
  let task: WorkerTask
  let completion: @Sendable (RecognitionOutcome) -> Void

  /// Completes the task as cancelled without starting it.
  func refuse() { completion(RecognitionOutcome(end: .cancelled)) }
}

/// Commands to the supervisor from any thread.
final class WorkerMailbox: Sendable {
  enum Command: Sendable {
    case submit(Submission)
    case cancel(UInt64)
    case warmUp(Int)
    case stop
  }

  /// Nil when the supervisor has ended.
  private let commands = Mutex<[Command]?>([])
  private let event: EventDescriptor

  init() throws(SystemError) { event = try EventDescriptor() }

  /// Readable when a command waits; poll for POLLIN.
  var descriptor: Int32 { event.descriptor.raw }

  /// Delivers a command. A task sent after the end is refused at once, because its caller waits for an answer.
  func send(_ command: Command) {
    let isTaken = commands.withLock { commands in
      commands?.append(command)
      return commands != nil
    }
    if isTaken {
      event.signal()
    } else if case .submit(let submission) = command {
      submission.refuse()
    }
  }

  func take() -> [Command] {
    commands.withLock { commands in
      defer { commands = commands.map { _ in [] } }
      return commands ?? []
    }
  }

  /// Accepts no more commands, and refuses the tasks still waiting.
  func close() {
    let left = commands.withLock { $0.take() }
    for case .submit(let submission) in left ?? [] { submission.refuse() }
  }

  func clear() { event.clear() }
}
