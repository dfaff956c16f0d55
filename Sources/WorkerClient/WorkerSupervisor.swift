internal import LinuxSystem
internal import ScanModel
internal import WorkerProtocol

/// The event loop that starts, watches, kills and reaps workers, on one thread, in poll(2) without a timer while none
/// is busy. A process, not a thread, is the unit of recognition, because only SIGKILL stops Tesseract reliably: its own
/// deadline does not cover layout analysis.
final class WorkerSupervisor {
  /// How long a task that has ended waits for its workers to be reaped, whose memory the kernel frees first.
  private static let reapGrace: Duration = .milliseconds(50)
  private static let leaveGrace: Duration = .seconds(1)
  /// Before new spares start, each of which takes 10 ms of processor time from judging, notifying and reporting.
  private static let spareDelay: Duration = .milliseconds(100)

  private let configuration: WorkerConfiguration
  private let mailbox: WorkerMailbox
  private var workers: [WorkerProcess] = []
  private var waiting: [WorkerTask] = []
  private var running: [UInt64: RunningTask] = [:]
  private var isStopping = false
  /// How many spares to have ready, and from when.
  private var sparesDue: (at: SuspendingClock.Instant, count: Int)?

  init(configuration: WorkerConfiguration, mailbox: WorkerMailbox) {
    self.configuration = configuration
    self.mailbox = mailbox
  }

  /// Runs until the mailbox asks it to stop and every worker is gone.
  func run() {
    while true {
      takeCommands()
      dispatch()
      expire()
      if isStopping, workers.isEmpty { return mailbox.close() }
      wait()
    }
  }

  // MARK: Commands

  private func takeCommands() {
    for command in mailbox.take() {
      switch command {
      case .submit(let task): isStopping ? task.refuse() : waiting.append(task)
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
    for task in waiting { task.refuse() }
    waiting = []
    for id in Array(running.keys) { end(id, .cancelled) }
    for worker in workers {
      // A leaving worker has done its work.
      if case .leaving = worker.duty { kill(worker, .finished) } else { kill(worker, .cancelled) }
    }
  }

  // MARK: Dispatch

  private var busyWorkers: Int { workers.count { if case .task = $0.duty { true } else { false } } }

  private func dispatch() {
    while let next = waiting.first {
      let shares = min(next.shares, configuration.maximumWorkers)
      guard busyWorkers + shares <= configuration.maximumWorkers else { return }
      start(waiting.removeFirst(), shares: shares)
    }
  }

  private func start(_ task: WorkerTask, shares: Int) {
    // Spares would only take processor time from it. They are scheduled again when it ends.
    sparesDue = nil
    running[task.id] = RunningTask(task, shares: shares, start: .now)
    for share in 0..<shares {
      do {
        let worker = try worker(for: task)
        let (screenshot, output) = task.descriptors
        worker.step = task.readsCodes(share: share, of: shares) ? .wordsBeforeCodes : .words
        // Sending fails if the worker has just ended. Reaping it tells how.
        try? worker.send(task.frame(share: share, of: shares), screenshot: screenshot, output: output)
      } catch {
        end(task.id, .unavailable("\(error.call): \(error.reason)"))
        return
      }
    }
  }

  /// Returns a spare or new worker for reading; always a new one for drawing and rendering.
  private func worker(for task: WorkerTask) throws(SystemError) -> WorkerProcess {
    let duty = WorkerProcess.Duty.task(task.id)
    if !task.isRecognition { return try launch(duty, WorkerConfiguration.drawingArguments) }
    guard let spare = workers.first(where: \.isSpare) else { return try launch(duty, configuration.arguments) }
    spare.duty = duty
    return spare
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
    let spares = workers.filter(\.isSpare)
    for spare in spares { spare.duty = .spare(until: until) }
    for _ in 0..<max(0, min(count, configuration.maximumWorkers) - spares.count) {
      // A spare is optional: the next screenshot reports what is wrong.
      guard (try? launch(.spare(until: until), configuration.arguments)) != nil else { return }
    }
  }

  // MARK: Waiting

  private func wait() {
    let poll = WorkerPoll(mailbox: mailbox.descriptor, workers: workers, until: nextInstant)
    if poll.hasCommands { mailbox.clear() }
    for (worker, hasExited, hasMessages, hasDiagnostics) in poll.events {
      if hasDiagnostics, !worker.drainDiagnostics() { fail(worker, "it wrote without end") }
      let hasReadAll = hasMessages || hasExited ? read(worker) : true
      // Only the kernel's buffer can be left of one that has exited; the next turns read it.
      if hasExited, hasReadAll { reap(worker) }
      // Messages of one worker must not delay the deadline of another.
      expire()
    }
  }

  private var nextInstant: SuspendingClock.Instant? {
    var instants: [SuspendingClock.Instant] = running.values.map { $0.reapUntil ?? $0.deadline }
    for worker in workers {
      switch worker.duty {
      case .spare(let until), .leaving(let until): instants.append(until)
      case .task, .killed: break
      }
    }
    if let sparesDue { instants.append(sparesDue.at) }
    return instants.min()
  }

  private func expire() {
    let now = SuspendingClock.now
    for (id, task) in running {
      if let limit = task.reapUntil {
        if now >= limit { complete(id) }
      } else if now >= task.deadline {
        end(id, task.hasAllWords ? .complete : .timedOut)
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

  /// Whether nothing more has arrived.
  private func read(_ worker: WorkerProcess) -> Bool {
    do {
      let hasReadAll = try worker.receive()
      while let frame = try worker.decoder.next() {
        try handle(try WorkerMessage(frame), request: frame.request, from: worker)
      }
      return hasReadAll
    } catch {
      fail(worker, "it broke the protocol: \(error.reason)")
      return true
    }
  }

  private func handle(
    _ message: WorkerMessage, request: UInt64, from worker: WorkerProcess
  ) throws(ProtocolViolation) {
    if case .ready(let engineVersion) = message {
      guard !worker.isReady else { throw ProtocolViolation("ready twice") }
      worker.isReady = true
      worker.engineVersion = engineVersion
      return
    }
    if case .failed(let failure) = message, !worker.isReady {
      // The engine did not start.
      if case .task(let id) = worker.duty {
        end(id, .failed(failure))
      } else {
        // A broken spare gets no screenshot. The next one starts its own worker, which reports the reason.
        kill(worker, .finished)
      }
      return
    }
    guard case .task(let id) = worker.duty, id == request, running[id] != nil else {
      if case .killed = worker.duty { return }
      throw ProtocolViolation("answer to no question")
    }
    guard running[id]?.reapUntil == nil else { return }
    // In place: a copy of the task would copy all of its lines for each line.
    switch try running[id]?.add(message, engineVersion: worker.engineVersion, step: &worker.step) {
    case .unfinished, nil: break
    case .failed(let failure): end(id, .failed(failure))
    case .shareFinished:
      worker.duty = .leaving(until: .now + Self.leaveGrace)
      if running[id]?.isComplete == true { complete(id) }
    }
  }

  // MARK: Ends

  /// Decides the outcome of a task and kills the workers still on it.
  private func end(_ id: UInt64, _ end: RecognitionOutcome.End) {
    guard var task = running[id], task.reapUntil == nil else { return }
    task.outcome.end = end
    if end == .complete { task.giveUpCodes() }
    task.reapUntil = .now + Self.reapGrace
    running[id] = task
    for worker in workers where worker.isWorking(on: id) {
      worker.endedTask = id
      kill(worker, end == .timedOut || end == .complete ? .timedOut : .cancelled)  // complete: late with the codes
    }
    if !workers.contains(where: { $0.endedTask == id }) { complete(id) }
  }

  private func complete(_ id: UInt64) {
    guard let task = running.removeValue(forKey: id) else { return }
    task.task.completion(task.outcome)
    if !isStopping, configuration.replacesSpares, configuration.spareIdleTime > .zero,
      case .complete = task.outcome.end, waiting.isEmpty
    {
      sparesDue = (.now + Self.spareDelay, min(task.task.shares, 2))
    }
  }

  private func kill(_ worker: WorkerProcess, _ end: WorkerEnd) {
    if case .killed = worker.duty { return }
    worker.end = end
    worker.kill()
  }

  /// Fails the task of a worker that cannot be trusted any more.
  private func fail(_ worker: WorkerProcess, _ reason: Message) {
    let duty = worker.duty
    kill(worker, .protocolViolation)
    if case .task(let id) = duty {
      worker.endedTask = id
      end(id, .crashed(reason))
    }
  }

  private func reap(_ worker: WorkerProcess) {
    guard let reason = worker.reap() else { return }
    workers.removeAll { $0 === worker }
    if case .task(let id) = worker.duty {
      worker.end = .crashed
      let output = worker.startupOutput.prefix(200)
      if worker.step == .codes {
        running[id]?.giveUpCodes()  // it ended over the codes, after its words, which are good
        if running[id]?.isComplete == true { complete(id) }
      } else {
        end(id, worker.isReady ? .crashed(reason) : .unavailable(output.isEmpty ? reason : "\(reason) (\(output))"))
      }
    }
    if worker.isSpare { worker.end = .crashed }
    configuration.observer(.ended(processID: worker.processID, worker.end))
    if let id = worker.endedTask, !workers.contains(where: { $0.endedTask == id }) { complete(id) }
    if workers.isEmpty, sparesDue == nil { configuration.observer(.becameIdle) }
  }
}
