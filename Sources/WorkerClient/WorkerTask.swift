internal import LinuxSystem
internal import ScanModel
internal import WorkerProtocol

/// A task for one or more workers.
enum WorkerTask: Sendable {
  /// Read the lines of a screenshot, in shares.
  case recognition(RecognitionJob, screenshot: SharedDescriptor)
  /// Draw on a screenshot and write the result to a file, in one worker.
  case annotation(AnnotationJob, screenshot: SharedDescriptor, output: SharedDescriptor)
  /// Write the pixels of a screenshot to a file, in one worker.
  case rendering(RenderingJob, screenshot: SharedDescriptor, output: SharedDescriptor)

  var shares: Int {
    switch self {
    case .recognition(let job, _): job.form == .plain ? 1 : max(1, job.shares)
    case .annotation, .rendering: 1
    }
  }

  var timeout: Duration {
    switch self {
    case .recognition(let job, _): job.timeout
    case .annotation(let job, _, _): job.timeout
    case .rendering(let job, _, _): job.timeout
    }
  }

  /// The request to one of the workers.
  func frame(request: UInt64, share: Int, of shareCount: Int) -> Frame {
    switch self {
    case .recognition(let job, _):
      RecognitionRequest(
        byteCount: job.byteCount, share: share, shareCount: shareCount, maximumPixels: job.maximumPixels,
        maximumSide: job.maximumSide, form: job.form, readsCodes: readsCodes(share: share, of: shareCount)
      ).frame(request: request)
    case .annotation(let job, _, _):
      AnnotationRequest(
        byteCount: job.byteCount, maximumPixels: job.maximumPixels, maximumSide: job.maximumSide,
        capacity: job.capacity, annotation: job.annotation
      ).frame(request: request)
    case .rendering(let job, _, _):
      RenderingRequest(
        byteCount: job.byteCount, maximumPixels: job.maximumPixels, maximumSide: job.maximumSide,
        fittingWidth: job.fittingWidth, fittingHeight: job.fittingHeight, capacity: job.capacity
      ).frame(request: request)
    }
  }

  /// Whether a share includes the codes: the last one does, which never has more lines than the others.
  func readsCodes(share: Int, of shareCount: Int) -> Bool {
    if case .recognition = self { share == shareCount - 1 } else { false }
  }

  /// The descriptors sent with the request.
  var descriptors: (screenshot: Int32, output: Int32?) {
    switch self {
    case .recognition(_, let screenshot): (screenshot.raw, nil)
    case .annotation(_, let screenshot, let output), .rendering(_, let screenshot, let output):
      (screenshot.raw, output.raw)
    }
  }

  /// Whether a worker needs an engine for it.
  var needsEngine: Bool {
    switch self {
    case .recognition: true
    case .annotation, .rendering: false
    }
  }

  /// Seals the worker's output, so that not even the worker can change it.
  func sealOutput(byteCount: Int) throws(ProtocolViolation) {
    let (capacity, output): (Int, SharedDescriptor)
    switch self {
    case .annotation(let job, _, let file): (capacity, output) = (job.capacity, file)
    case .rendering(let job, _, let file): (capacity, output) = (job.capacity, file)
    case .recognition: throw ProtocolViolation("output that nobody asked for")
    }
    guard byteCount <= capacity else { throw ProtocolViolation("more output than there is room for") }
    do throws(SystemError) {
      try SharedOutput.seal(descriptor: output.raw)
    } catch {
      throw ProtocolViolation("output that is still being written")
    }
  }

  /// A descriptor shared by a submission and its copies, closed with the last of them.
  final class SharedDescriptor: Sendable {
    private let descriptor: OwnedDescriptor
    var raw: Int32 { descriptor.raw }

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    /// Duplicates a descriptor, so that the caller's may be closed at any time.
    /// - Throws: `SystemError` with EBADF or EMFILE.
    convenience init(copying descriptor: Int32) throws(SystemError) {
      self.init(try OwnedDescriptor(copying: descriptor))
    }
  }
}
