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
