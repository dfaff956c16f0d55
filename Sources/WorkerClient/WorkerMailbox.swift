internal import LinuxSystem
internal import Synchronization

/// Commands to the supervisor from any thread.
final class WorkerMailbox: Sendable {
  enum Command: Sendable {
    case submit(WorkerTask)
    case cancel(UInt64)
    case warmUp(Int)
    case stop
  }

  /// Nil when the supervisor has ended.
  private let commands = Mutex<[Command]?>([])
  private let event: EventDescriptor

  init() throws(SystemError) { event = try EventDescriptor() }

  var descriptor: Int32 { event.descriptor.raw }

  /// Delivers a command. A task sent after the end is refused at once, because its caller waits for an answer.
  func send(_ command: Command) {
    let isTaken = commands.withLock { commands in
      commands?.append(command)
      return commands != nil
    }
    if isTaken {
      event.signal()
    } else if case .submit(let task) = command {
      task.refuse()
    }
  }

  func take() -> [Command] {
    commands.withLock { commands in
      defer { commands = commands.map { _ in [] } }
      return commands ?? []
    }
  }

  func close() {
    let left = commands.withLock { $0.take() }
    for case .submit(let task) in left ?? [] { task.refuse() }
  }

  func clear() { event.clear() }
}
