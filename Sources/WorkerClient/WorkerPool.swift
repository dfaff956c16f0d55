package import LinuxSystem
internal import Synchronization

/// Reads screenshots in worker processes, each under a hard deadline.
///
/// Safe to use from any task. One permanent thread starts and watches the workers and costs nothing while idle.
package final class WorkerPool: Sendable {
  private let mailbox: SupervisorMailbox
  private let thread: DedicatedThread
  private let lastID = Atomic<UInt64>(0)

  /// Starts the supervising thread, but no worker yet.
  package init(_ configuration: WorkerConfiguration) throws(SystemError) {
    let mailbox = try SupervisorMailbox()
    self.mailbox = mailbox
    thread = try DedicatedThread(name: "worker-watch") {
      Supervisor(configuration: configuration, mailbox: mailbox).run()
    }
  }

  /// Reads one screenshot.
  ///
  /// At the deadline every process working on the screenshot is killed and reaped, and the lines that had arrived are
  /// returned. Cancelling the task ends the work at once.
  /// - Parameters:
  ///   - descriptor: The picture as a sealed memory file. Stays the caller's and must stay open during the call.
  ///   - job: Limits, deadline and number of shares.
  /// - Returns: Always an outcome; its `end` says what went wrong.
  package func recognize(_ descriptor: Int32, _ job: RecognitionJob) async -> RecognitionOutcome {
    do throws(SystemError) {
      return await run(.recognition(job, screenshot: try WorkerTask.SharedDescriptor(copying: descriptor)))
    } catch {
      return RecognitionOutcome(end: .unavailable(error.reason))
    }
  }

  /// Draws on one screenshot, in a new worker without an engine.
  ///
  /// Deadline and cancellation work as for `recognize`.
  /// - Parameters:
  ///   - descriptor: The picture as a sealed memory file. Stays the caller's and must stay open during the call.
  ///   - job: What to draw.
  /// - Returns: The worker's PNG, sealed against changes. It is as untrusted as the worker.
  /// - Throws: `AnnotationJobFailure`.
  package func annotate(
    _ descriptor: Int32, _ job: AnnotationJob
  ) async throws(AnnotationJobFailure) -> SealedMemory {
    let output = try output(of: job)
    let task: WorkerTask
    do throws(SystemError) {
      task = .annotation(
        job, screenshot: try WorkerTask.SharedDescriptor(copying: descriptor),
        output: try WorkerTask.SharedDescriptor(copying: output.descriptor.raw))
    } catch {
      throw AnnotationJobFailure(end: .unavailable(error.reason))
    }
    let outcome = await run(task)
    guard outcome.end == .complete, let byteCount = outcome.annotatedByteCount else {
      throw AnnotationJobFailure(end: outcome.end)
    }
    do throws(SystemError) {
      return try output.sealed(byteCount: Int64(byteCount))
    } catch {
      throw AnnotationJobFailure(end: .unavailable(error.reason))
    }
  }

  /// Decodes one screenshot, in a new worker without an engine.
  ///
  /// Deadline and cancellation work as for `recognize`.
  /// - Parameters:
  ///   - descriptor: The screenshot as a sealed memory file. Stays the caller's and must stay open during the call.
  ///   - job: The largest size wanted, and the limits.
  /// - Returns: The pixels, at most as many as asked for, sealed against changes.
  /// - Throws: `RenderingJobFailure`.
  package func render(
    _ descriptor: Int32, _ job: RenderingJob
  ) async throws(RenderingJobFailure) -> RenderedScreenshot {
    let output = try output(of: job)
    let task: WorkerTask
    do throws(SystemError) {
      task = .rendering(
        job, screenshot: try WorkerTask.SharedDescriptor(copying: descriptor),
        output: try WorkerTask.SharedDescriptor(copying: output.descriptor.raw))
    } catch {
      throw RenderingJobFailure(end: .unavailable(error.reason))
    }
    let outcome = await run(task)
    guard outcome.end == .complete, let size = outcome.size else { throw RenderingJobFailure(end: outcome.end) }
    do throws(SystemError) {
      return RenderedScreenshot(
        width: size.width, height: size.height,
        pixels: try output.sealed(byteCount: Int64(size.width * size.height * 3)))
    } catch {
      throw RenderingJobFailure(end: .unavailable(error.reason))
    }
  }

  private func output(of job: AnnotationJob) throws(AnnotationJobFailure) -> SharedOutput {
    do throws(SystemError) {
      return try SharedOutput(name: "annotation", capacity: Int64(job.capacity))
    } catch {
      throw AnnotationJobFailure(end: .unavailable(error.reason))
    }
  }

  private func output(of job: RenderingJob) throws(RenderingJobFailure) -> SharedOutput {
    do throws(SystemError) {
      return try SharedOutput(name: "pixels", capacity: Int64(job.capacity))
    } catch {
      throw RenderingJobFailure(end: .unavailable(error.reason))
    }
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

  /// Kills and reaps every worker. Screenshots still being read end as cancelled; later calls are refused.
  package func shutDown() {
    mailbox.send(.stop)
    thread.join()
  }

  deinit { mailbox.send(.stop) }
}
