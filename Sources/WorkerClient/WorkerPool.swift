package import LinuxSystem
internal import ScanModel
internal import Synchronization

/// Reads screenshots in worker processes, each under a hard deadline. Safe to use from any task. One permanent thread
/// starts and watches the workers and costs nothing while idle.
package final class WorkerPool: Sendable {
  private let mailbox: WorkerMailbox
  private let thread: DedicatedThread
  private let lastID = Atomic<UInt64>(0)

  package init(_ configuration: WorkerConfiguration) throws(SystemError) {
    let mailbox = try WorkerMailbox()
    self.mailbox = mailbox
    thread = try DedicatedThread(name: "worker-watch") {
      WorkerSupervisor(configuration: configuration, mailbox: mailbox).run()
    }
  }

  /// Reads one screenshot, whose descriptor, of a sealed memory file, must stay open during the call. At the deadline
  /// every process working on it is killed and reaped, and the lines that had arrived are returned. Cancelling the task
  /// ends the work at once.
  package func recognize(_ descriptor: Int32, _ job: RecognitionJob) async -> RecognitionOutcome {
    do throws(SystemError) {
      let screenshot = try WorkerTask.SharedDescriptor(copying: descriptor)
      return await run(.recognition(job), timeout: job.timeout, screenshot)
    } catch {
      return RecognitionOutcome(end: .unavailable("\(error.reason)"))
    }
  }

  /// Draws on a screenshot, or gives its pixels, in a new worker without an engine; otherwise as `recognize`.
  package func output(
    of request: some OutputRequest, from descriptor: Int32, timeout: Duration
  ) async throws(RecognitionOutcome.End) -> WorkerOutput {
    let outcome: RecognitionOutcome
    do throws(SystemError) {
      let file = try SharedOutput(name: "output", capacity: Int64(request.capacity))
      outcome = await run(
        .output(request, into: try WorkerTask.SharedDescriptor(copying: file.descriptor.raw)), timeout: timeout,
        try WorkerTask.SharedDescriptor(copying: descriptor))
      if outcome.end == .complete, let byteCount = outcome.outputByteCount {
        return WorkerOutput(
          try file.sealed(byteCount: Int64(byteCount)), width: outcome.size?.width ?? 0,
          height: outcome.size?.height ?? 0)
      }
    } catch {
      throw .unavailable("\(error.reason)")
    }
    throw outcome.end
  }

  private func run(
    _ work: WorkerTask.Work, timeout: Duration, _ screenshot: WorkerTask.SharedDescriptor
  ) async -> RecognitionOutcome {
    let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        mailbox.send(
          .submit(
            WorkerTask(id: id, work: work, timeout: timeout, screenshot: screenshot) {
              continuation.resume(returning: $0)
            }))
        // If the task was cancelled earlier, its message was sent before the submission and had no effect.
        if Task.isCancelled { mailbox.send(.cancel(id)) }
      }
    } onCancel: {
      mailbox.send(.cancel(id))
    }
  }

  /// Starts spares because a screenshot is about to arrive. Hides the 15 ms that a worker takes to start.
  package func warmUp(_ count: Int) {
    mailbox.send(.warmUp(count))
  }

  /// How long the end of workers is waited for. The kernel ends none that waits for a disk before that answers.
  private static let patience = Duration.seconds(5)

  /// Kills and reaps every worker. Screenshots still being read end as cancelled; later calls are refused.
  package func shutDown() {
    mailbox.send(.stop)
    thread.join(within: Self.patience)
  }

  deinit { mailbox.send(.stop) }
}
