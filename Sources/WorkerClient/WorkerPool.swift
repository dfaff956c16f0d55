package import LinuxSystem
internal import ScanModel
internal import Synchronization
package import WorkerProtocol

/// Reads screenshots in worker processes, each under a hard deadline.
///
/// Safe to use from any task. One permanent thread starts and watches the workers and costs nothing while idle.
package final class WorkerPool: Sendable {
  private let mailbox: WorkerMailbox
  private let thread: DedicatedThread
  private let lastID = Atomic<UInt64>(0)

  /// Starts the supervising thread, but no worker yet.
  package init(_ configuration: WorkerConfiguration) throws(SystemError) {
    let mailbox = try WorkerMailbox()
    self.mailbox = mailbox
    thread = try DedicatedThread(name: "worker-watch") {
      WorkerSupervisor(configuration: configuration, mailbox: mailbox).run()
    }
  }

  /// Reads one screenshot.
  ///
  /// At the deadline every process working on the screenshot is killed and reaped, and the lines that had arrived are
  /// returned. Cancelling the task ends the work at once.
  ///
  /// The descriptor is that of a sealed memory file. It stays the caller's and must stay open during the call.
  /// - Returns: Always an outcome; its `end` says what went wrong.
  package func recognize(_ descriptor: Int32, _ job: RecognitionJob) async -> RecognitionOutcome {
    do throws(SystemError) {
      let screenshot = try WorkerTask.SharedDescriptor(copying: descriptor)
      return await run(WorkerTask(work: .recognition(job), timeout: job.timeout, screenshot: screenshot))
    } catch {
      return RecognitionOutcome(end: .unavailable("\(error.reason)"))
    }
  }

  /// Draws on one screenshot, in a new worker without an engine. Descriptor, deadline and cancellation are as for
  /// `recognize`; the time runs from dispatch.
  /// - Returns: The worker's PNG, sealed against changes. It is as untrusted as the worker.
  package func annotate(
    _ descriptor: Int32, _ request: AnnotationRequest, timeout: Duration
  ) async throws(RecognitionOutcome.End) -> SealedMemory {
    let output = try await output(of: request, from: descriptor, timeout: timeout)
    return output.content
  }

  /// Decodes one screenshot, otherwise as `annotate`.
  /// - Returns: The pixels, no more than asked for, sealed against changes.
  package func render(
    _ descriptor: Int32, _ request: RenderingRequest, timeout: Duration
  ) async throws(RecognitionOutcome.End) -> RenderedScreenshot {
    let output = try await output(of: request, from: descriptor, timeout: timeout)
    return RenderedScreenshot(width: output.width, height: output.height, pixels: output.content)
  }

  /// What a worker has written.
  private struct Output: ~Copyable {
    let content: SealedMemory
    /// In pixels; 0 where the worker does not say.
    let width: Int
    let height: Int
  }

  private func output(
    of request: some OutputRequest, from descriptor: Int32, timeout: Duration
  ) async throws(RecognitionOutcome.End) -> Output {
    let outcome: RecognitionOutcome
    do throws(SystemError) {
      let file = try SharedOutput(name: "output", capacity: Int64(request.capacity))
      outcome = await run(
        WorkerTask(
          work: .output(request, into: try WorkerTask.SharedDescriptor(copying: file.descriptor.raw)),
          timeout: timeout, screenshot: try WorkerTask.SharedDescriptor(copying: descriptor)))
      if outcome.end == .complete, let byteCount = outcome.outputByteCount {
        return Output(
          content: try file.sealed(byteCount: Int64(byteCount)), width: outcome.size?.width ?? 0,
          height: outcome.size?.height ?? 0)
      }
    } catch {
      throw .unavailable("\(error.reason)")
    }
    throw outcome.end
  }

  /// Submits a task to the supervisor and waits for its end.
  private func run(_ task: WorkerTask) async -> RecognitionOutcome {
    let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        mailbox.send(
          .submit(Submission(id: id, task: task) { outcome in continuation.resume(returning: outcome) }))
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
