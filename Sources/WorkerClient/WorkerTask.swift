package import LinuxSystem
internal import ScanModel
package import WorkerProtocol

/// A task for one or more workers.
struct WorkerTask: Sendable {
  enum Work: Sendable {
    /// Read the lines of a screenshot, in shares.
    case recognition(RecognitionJob)
    /// Draw on a screenshot, or give its pixels, and write the result to a file, in one worker.
    case output(any OutputRequest, into: SharedDescriptor)
  }

  let id: UInt64
  let work: Work
  let timeout: Duration
  let screenshot: SharedDescriptor
  let completion: @Sendable (RecognitionOutcome) -> Void

  /// Completes the task as cancelled, without starting it.
  func refuse() { completion(RecognitionOutcome(end: .cancelled)) }

  /// Whether words and codes are to be read, for which a worker needs an engine.
  var isRecognition: Bool { if case .recognition = work { true } else { false } }

  var shares: Int {
    if case .recognition(let job) = work, job.form != .plain { max(1, job.shares) } else { 1 }
  }

  func frame(share: Int, of shareCount: Int) -> Frame {
    switch work {
    case .recognition(let job):
      RecognitionRequest(
        job.picture, share: share, shareCount: shareCount, form: job.form,
        readsCodes: readsCodes(share: share, of: shareCount)
      ).frame(request: id)
    case .output(let wanted, _): wanted.frame(request: id)
    }
  }

  /// Whether a share includes the codes: the last one does, which never has more lines than the others.
  func readsCodes(share: Int, of shareCount: Int) -> Bool { isRecognition && share == shareCount - 1 }

  var descriptors: (screenshot: Int32, output: Int32?) {
    if case .output(_, let file) = work { (screenshot.raw, file.raw) } else { (screenshot.raw, nil) }
  }

  /// Seals what a worker says it has written, so that not even the worker can change it, and returns its size in bytes.
  func sealOutput(announcedBy message: WorkerMessage) throws(ProtocolViolation) -> Int {
    guard case .output(let request, let file) = work, let byteCount = request.byteCount(announcedBy: message)
    else { throw ProtocolViolation("answer to another question") }
    guard byteCount <= request.capacity else { throw ProtocolViolation("more output than there is room for") }
    do throws(SystemError) {
      try SharedOutput.seal(descriptor: file.raw)
    } catch {
      throw ProtocolViolation("output that is still being written")
    }
    return byteCount
  }

  /// A descriptor shared by a task and its copies, closed with the last of them.
  final class SharedDescriptor: Sendable {
    private let descriptor: OwnedDescriptor
    var raw: Int32 { descriptor.raw }

    /// A duplicate, which the supervisor may need for longer than the call that was given the original.
    init(copying descriptor: Int32) throws(SystemError) { self.descriptor = try OwnedDescriptor(copying: descriptor) }
  }
}

/// A request whose result the worker writes into a file of fixed size that the client gives it.
package protocol OutputRequest: Sendable {
  /// Most bytes of the result. Pages that nobody writes to take no memory.
  var capacity: Int { get }

  func frame(request: UInt64) -> Frame

  /// Size in bytes of the result that a message announces; nil if it does not answer this request.
  func byteCount(announcedBy message: WorkerMessage) -> Int?
}

extension AnnotationRequest: OutputRequest {
  package func byteCount(announcedBy message: WorkerMessage) -> Int? {
    if case .annotated(let byteCount) = message { byteCount } else { nil }
  }
}

extension RenderingRequest: OutputRequest {
  /// With room for all pixels. Clamps the size to fit into to 1...16,384.
  package init(_ picture: RequestedPicture, fittingWidth: Int, fittingHeight: Int) {
    let width = min(max(1, fittingWidth), Self.maximumResultSide)
    let height = min(max(1, fittingHeight), Self.maximumResultSide)
    self.init(picture, fittingWidth: width, fittingHeight: height, capacity: width * height * 3)
  }

  package func byteCount(announcedBy message: WorkerMessage) -> Int? {
    guard case .rendered(let width, let height) = message, width <= fittingWidth, height <= fittingHeight else {
      return nil
    }
    return width * height * 3
  }
}

/// What a worker has written, sealed against changes: as untrusted as the worker.
package final class WorkerOutput: Sendable {
  /// A PNG, or 8-bit red, green and blue, rows from the top, tightly packed: `width * height * 3` bytes.
  package let content: SealedMemory
  /// Of pixels; 0 for a PNG.
  package let width, height: Int

  init(_ content: consuming SealedMemory, width: Int, height: Int) {
    self.content = content
    self.width = width
    self.height = height
  }
}

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
