internal import Glibc
internal import LinuxSystem
internal import ScanModel
internal import Synchronization
internal import WorkerProtocol

/// The event loop that starts, watches, kills and reaps workers. One thread owns everything in it.
///
/// A process, not a thread, is the unit of recognition, because only SIGKILL stops Tesseract reliably: its own deadline
/// does not cover layout analysis. The loop sleeps in poll(2) without a timer while no worker is busy.
final class Supervisor {
  /// A task that is being worked on.
  private struct Running {
    var task: WorkerTask
    var deadline: SuspendingClock.Instant
    var outcome = RecognitionOutcome(end: .complete)
    var unfinishedShares: Int
    var seenLines: Set<Int> = []
    /// Set once the outcome is decided. The task then waits for its workers to be reaped, until this instant at most.
    var reapUntil: SuspendingClock.Instant?
    var completion: @Sendable (RecognitionOutcome) -> Void
  }

  private static let reapGrace: Duration = .seconds(1)
  private static let leaveGrace: Duration = .seconds(1)
  /// Delay before new spares start, each of which takes 70 ms of processor time. Keeps them out of the way of judging,
  /// notifying and reporting.
  private static let spareDelay: Duration = .milliseconds(100)

  private let configuration: WorkerConfiguration
  private let inbox: SupervisorMailbox
  private var workers: [WorkerProcess] = []
  private var waiting: [Submission] = []
  private var running: [UInt64: Running] = [:]
  private var isStopping = false
  /// How many spares to have ready, and from when.
  private var sparesDue: (at: SuspendingClock.Instant, count: Int)?

  init(configuration: WorkerConfiguration, inbox: SupervisorMailbox) {
    self.configuration = configuration
    self.inbox = inbox
  }

  /// Runs until the mailbox asks it to stop and every worker is gone.
  func run() {
    while true {
      takeCommands()
      dispatch()
      expire()
      if isStopping, workers.isEmpty { return inbox.close() }
      wait()
    }
  }

  // MARK: Commands

  private func takeCommands() {
    for command in inbox.take() {
      switch command {
      case .submit(let submission): isStopping ? submission.refuse() : waiting.append(submission)
      case .cancel(let id): cancel(id)
      case .warmUp(let count): if !isStopping { keepSpares(count) }
      case .stop: stop()
      }
    }
  }

  private func cancel(_ id: UInt64) {
    if let index = waiting.firstIndex(where: { $0.id == id }) {
      waiting.remove(at: index).refuse()
    } else {
      end(id, .cancelled)
    }
  }

  private func stop() {
    isStopping = true
    sparesDue = nil
    for submission in waiting { submission.refuse() }
    waiting = []
    for id in Array(running.keys) { end(id, .cancelled) }
    for worker in workers {
      // A leaving worker has done its work.
      if case .leaving = worker.duty { kill(worker, .finished) } else { kill(worker, .cancelled) }
    }
  }

  // MARK: Dispatch

  private var busyWorkers: Int {
    workers.count { if case .job = $0.duty { true } else { false } }
  }

  private func dispatch() {
    while let next = waiting.first {
      let shares = min(next.task.shares, configuration.maximumWorkers)
      guard busyWorkers + shares <= configuration.maximumWorkers else { return }
      start(waiting.removeFirst(), shares: shares)
    }
  }

  private func start(_ submission: Submission, shares: Int) {
    // Spares would only take processor time from it. They are scheduled again when it ends.
    sparesDue = nil
    let id = submission.id
    let task = submission.task
    running[id] = Running(
      task: task, deadline: .now + task.timeout, unfinishedShares: shares, completion: submission.completion)
    for share in 0..<shares {
      do {
        let worker = try worker(for: task, id)
        let (picture, output) = task.descriptors
        // Sending fails if the worker has just ended. Reaping it tells how.
        try? worker.send(
          task.frame(request: id, share: share, of: shares), picture: picture, output: output)
      } catch {
        end(id, .unavailable("\(error.call): \(error.reason)"))
        return
      }
    }
  }

  /// A spare or new worker to read; always a new one to draw.
  private func worker(for task: WorkerTask, _ id: UInt64) throws(SystemError) -> WorkerProcess {
    if case .annotation = task { return try launch(.job(id), WorkerConfiguration.drawingArguments) }
    for worker in workers {
      guard case .spare = worker.duty else { continue }
      worker.duty = .job(id)
      return worker
    }
    return try launch(.job(id), configuration.arguments)
  }

  @discardableResult
  private func launch(_ duty: WorkerProcess.Duty, _ arguments: [String]) throws(SystemError) -> WorkerProcess {
    let worker = try WorkerProcess(configuration.program, arguments, duty: duty)
    workers.append(worker)
    configuration.observer(.started(processID: worker.processID))
    return worker
  }

  /// Ensures that `count` spares are ready, and restarts the idle time of all.
  private func keepSpares(_ count: Int) {
    sparesDue = nil
    guard configuration.spareIdleTime > .zero else { return }
    let until = SuspendingClock.now + configuration.spareIdleTime
    var spares = 0
    for worker in workers {
      guard case .spare = worker.duty else { continue }
      worker.duty = .spare(until: until)
      spares += 1
    }
    while spares < min(count, configuration.maximumWorkers) {
      // A spare is optional: the next screenshot reports what is wrong.
      guard (try? launch(.spare(until: until), configuration.arguments)) != nil else { return }
      spares += 1
    }
  }

  // MARK: Waiting

  private func wait() {
    var polled = [pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0)]
    for worker in workers {
      polled.append(pollfd(fd: worker.pidfd.raw, events: Int16(POLLIN), revents: 0))
      // poll(2) skips entries with a negative descriptor.
      polled.append(pollfd(fd: worker.socketIsOpen ? worker.socket.raw : -1, events: Int16(POLLIN), revents: 0))
      polled.append(
        pollfd(fd: worker.diagnosticsAreOpen ? worker.diagnostics.raw : -1, events: Int16(POLLIN), revents: 0))
    }
    let ready = unsafe poll(&polled, nfds_t(polled.count), milliseconds(until: nextInstant))
    guard ready > 0 else { return }
    if polled[0].revents != 0 { inbox.clear() }
    for (index, worker) in workers.enumerated() {
      let place = 1 + 3 * index
      if polled[place + 2].revents != 0, !worker.drainDiagnostics() { fail(worker, "it wrote without end") }
      if polled[place + 1].revents != 0 || polled[place].revents != 0 { read(worker) }
      if polled[place].revents != 0 { reap(worker) }
    }
  }

  /// Rounded up, so that the loop does not spin in the last millisecond. -1 waits without limit (poll(2)).
  private func milliseconds(until instant: SuspendingClock.Instant?) -> Int32 {
    guard let instant else { return -1 }
    let rest = max(.zero, instant - .now)
    return Int32(clamping: Int((rest / .milliseconds(1)).rounded(.up)))
  }

  private var nextInstant: SuspendingClock.Instant? {
    var instants: [SuspendingClock.Instant] = running.values.map { $0.reapUntil ?? $0.deadline }
    for worker in workers {
      switch worker.duty {
      case .spare(let until), .leaving(let until): instants.append(until)
      case .job, .killed: break
      }
    }
    if let sparesDue { instants.append(sparesDue.at) }
    return instants.min()
  }

  private func expire() {
    let now = SuspendingClock.now
    for (id, job) in running {
      if let limit = job.reapUntil {
        // A process in uninterruptible sleep cannot be reaped; the task must not wait for it.
        if now >= limit { complete(id) }
      } else if now >= job.deadline {
        end(id, .timedOut)
      }
    }
    if let due = sparesDue, now >= due.at { keepSpares(due.count) }
    for worker in workers {
      switch worker.duty {
      case .spare(let until) where now >= until: kill(worker, .idle)
      case .leaving(let until) where now >= until: kill(worker, .crashed)
      default: break
      }
    }
  }

  // MARK: Messages

  private func read(_ worker: WorkerProcess) {
    do {
      try worker.receive()
      while let frame = try worker.decoder.next() {
        try handle(try WorkerMessage(frame), request: frame.request, from: worker)
      }
    } catch {
      fail(worker, "it broke the protocol: \(error.reason)")
    }
  }

  private func handle(
    _ message: WorkerMessage, request: UInt64, from worker: WorkerProcess
  ) throws(ProtocolViolation) {
    if case .ready(let engine) = message {
      guard !worker.isReady else { throw ProtocolViolation("ready twice") }
      worker.isReady = true
      worker.engineVersion = engine.version
      return
    }
    if case .failed(let failure) = message, !worker.isReady {
      // The engine did not start.
      if case .job(let id) = worker.duty {
        end(id, .failed(failure))
      } else {
        // A broken spare gets no screenshot. The next one starts its own worker, which reports the reason.
        kill(worker, .finished)
      }
      return
    }
    guard case .job(let id) = worker.duty, id == request, var job = running[id] else {
      if case .killed = worker.duty { return }
      throw ProtocolViolation("answer to no question")
    }
    guard job.reapUntil == nil else { return }
    job.outcome.engineVersion = worker.engineVersion
    guard job.task.allows(message) else { throw ProtocolViolation("answer to another question") }
    switch message {
    case .ready: break
    case .layout(let width, let height, let lineCount, let microseconds):
      job.outcome.size = (width, height)
      job.outcome.lineCount = lineCount
      job.outcome.decodeTime = max(job.outcome.decodeTime ?? .zero, .microseconds(microseconds))
    case .line(let line):
      guard job.seenLines.insert(line.index).inserted else { throw ProtocolViolation("line sent twice") }
      job.outcome.lines.append(line)
    case .finished(let microseconds):
      job.outcome.recognizeTime = max(job.outcome.recognizeTime ?? .zero, .microseconds(microseconds))
      finishShare(of: job, id, worker)
      return
    case .annotated(let byteCount, _):
      try job.task.sealOutput(byteCount: byteCount)
      job.outcome.drawnByteCount = byteCount
      finishShare(of: job, id, worker)
      return
    case .failed(let failure):
      running[id] = job
      end(id, .failed(failure))
      return
    }
    running[id] = job
  }

  /// A worker has finished its share.
  private func finishShare(of job: Running, _ id: UInt64, _ worker: WorkerProcess) {
    var job = job
    job.unfinishedShares -= 1
    worker.duty = .leaving(until: .now + Self.leaveGrace)
    running[id] = job
    if job.unfinishedShares == 0 { complete(id) }
  }

  // MARK: Ends

  /// Decides the outcome of a task and kills the workers still on it.
  private func end(_ id: UInt64, _ end: RecognitionOutcome.End) {
    guard var job = running[id], job.reapUntil == nil else { return }
    job.outcome.end = end
    job.reapUntil = .now + Self.reapGrace
    running[id] = job
    for worker in workers where worker.isWorking(on: id) {
      worker.lastJob = id
      kill(worker, end == .timedOut ? .timedOut : .cancelled)
    }
    if !workers.contains(where: { $0.lastJob == id }) { complete(id) }
  }

  private func complete(_ id: UInt64) {
    guard let job = running.removeValue(forKey: id) else { return }
    job.completion(job.outcome)
    if !isStopping, configuration.replacesSpares, configuration.spareIdleTime > .zero, case .complete = job.outcome.end,
      waiting.isEmpty
    {
      sparesDue = (.now + Self.spareDelay, min(job.task.shares, 2))
    }
  }

  private func kill(_ worker: WorkerProcess, _ end: WorkerEvent.End) {
    if case .killed = worker.duty { return }
    worker.end = end
    worker.kill()
  }

  /// A worker that cannot be trusted any more: its job fails.
  private func fail(_ worker: WorkerProcess, _ reason: String) {
    let duty = worker.duty
    kill(worker, .protocolViolation)
    if case .job(let id) = duty {
      worker.lastJob = id
      end(id, .crashed(reason))
    }
  }

  private func reap(_ worker: WorkerProcess) {
    guard let reason = worker.reap() else { return }
    workers.removeAll { $0 === worker }
    if case .job(let id) = worker.duty {
      worker.end = .crashed
      let complaint = worker.complaint.isEmpty ? "" : " (\(worker.complaint.prefix(200)))"
      end(id, worker.isReady ? .crashed(reason) : .unavailable(reason + complaint))
    }
    if case .spare = worker.duty { worker.end = .crashed }
    configuration.observer(.ended(processID: worker.processID, worker.end))
    if let id = worker.lastJob, !workers.contains(where: { $0.lastJob == id }) { complete(id) }
    if workers.isEmpty, sparesDue == nil { configuration.didBecomeIdle() }
  }
}

extension WorkerTask {
  /// Whether a message can be an answer to this task.
  fileprivate func allows(_ message: WorkerMessage) -> Bool {
    switch (self, message) {
    case (.recognition, .annotated), (.annotation, .layout), (.annotation, .line), (.annotation, .finished): false
    default: true
    }
  }
}

extension WorkerProcess {
  fileprivate func isWorking(on id: UInt64) -> Bool {
    if case .job(let mine) = duty { mine == id } else { false }
  }
}
