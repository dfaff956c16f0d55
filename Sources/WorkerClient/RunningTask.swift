internal import ScanModel
internal import WorkerProtocol

/// A task that workers are working on, and what they have sent so far.
struct RunningTask {
  enum Progress {
    case unfinished
    case shareFinished
    case failed(WorkerFailure)
  }

  let task: WorkerTask
  /// How long to wait for the codes once all words have arrived.
  private static let codePatience: Duration = .seconds(1)

  private(set) var deadline: SuspendingClock.Instant
  var outcome = RecognitionOutcome(end: .complete)
  private var unfinishedShares: Int
  private var awaitsCodes: Bool
  private var seenLines: Set<Int> = []
  /// How many shares may still send their layout.
  private var missingLayouts: Int
  /// Set once the outcome is decided. The task then waits for its workers to be reaped, until this instant at most.
  var reapUntil: SuspendingClock.Instant?

  init(_ task: WorkerTask, shares: Int, start: SuspendingClock.Instant) {
    self.task = task
    deadline = start + task.timeout
    unfinishedShares = shares
    missingLayouts = shares
    awaitsCodes = task.isRecognition
  }

  var isComplete: Bool { hasAllWords && !awaitsCodes }
  /// Every share has been read; codes may be missing.
  var hasAllWords: Bool { unfinishedShares == 0 }

  mutating func giveUpCodes() {
    awaitsCodes = false
    outcome.codes = CodeReading(codes: [], isComplete: false)
  }

  /// Adds a message of a worker that is ready. It may end the worker's current step.
  /// - Throws: `ProtocolViolation` for anything that does not answer this task.
  mutating func add(
    _ message: WorkerMessage, engineVersion: String?, step: inout ShareStep
  ) throws(ProtocolViolation) -> Progress {
    guard isAnswer(message), step.expects(message) else { throw ProtocolViolation("answer to another question") }
    var progress = Progress.unfinished
    switch message {
    case .ready: break
    case .layout(let width, let height, let lineCount, let microseconds, let isAnimated):
      missingLayouts -= 1
      guard missingLayouts >= 0 else { throw ProtocolViolation("layout sent twice") }
      outcome.size = (width, height)
      outcome.isAnimated = outcome.isAnimated || isAnimated
      outcome.lineCount = lineCount
      outcome.decodeTime = max(outcome.decodeTime ?? .zero, .microseconds(microseconds))
    case .line(let line):
      guard seenLines.insert(line.index).inserted else { throw ProtocolViolation("line sent twice") }
      outcome.lines.append(line)
    case .finished(let microseconds):
      outcome.recognizeTime = max(outcome.recognizeTime ?? .zero, .microseconds(microseconds))
      unfinishedShares -= 1
      if hasAllWords { deadline = min(deadline, .now + Self.codePatience) }
      if step == .wordsBeforeCodes { step = .codes } else { progress = .shareFinished }
    case .codes(let reading):
      let (width, height) = outcome.size ?? (0, 0)
      guard reading.codes.allSatisfy({ $0.box.maxX <= width && $0.box.maxY <= height }) else {
        throw ProtocolViolation("code outside of the picture")
      }
      outcome.codes = reading
      awaitsCodes = false
      progress = .shareFinished
    case .annotated, .rendered:
      outcome.outputByteCount = try task.sealOutput(announcedBy: message)
      if case .rendered(let width, let height) = message { outcome.size = (width, height) }
      unfinishedShares -= 1
      progress = .shareFinished
    case .failed(let failure): progress = .failed(failure)
    }
    outcome.engineVersion = engineVersion
    return progress
  }

  private func isAnswer(_ message: WorkerMessage) -> Bool {
    switch message {
    case .ready, .failed: true
    case .annotated, .rendered: !task.isRecognition
    case .layout, .line, .finished, .codes: task.isRecognition
    }
  }
}

/// What a worker is doing with its share.
enum ShareStep: Sendable {
  /// Reads the words, then is done.
  case words
  /// Reads the words, then the codes of the whole screenshot.
  case wordsBeforeCodes
  case codes

  /// Whether a message fits: no line may come after the last one, and codes only from the worker asked for them.
  func expects(_ message: WorkerMessage) -> Bool {
    if case .codes = message { return self == .codes }
    return self != .codes
  }
}
