internal import LinuxSystem
internal import ScanModel
internal import WorkerProtocol

/// What workers are started for.
enum WorkerTask: Sendable {
  /// The lines of a picture are read, in shares.
  case recognition(RecognitionJob, picture: SharedDescriptor)
  /// One worker draws on a picture and puts the result into a file.
  case annotation(AnnotationJob, picture: SharedDescriptor, output: SharedDescriptor)

  var shares: Int {
    switch self {
    case .recognition(let job, _): job.form == .plain ? 1 : max(1, job.shares)
    case .annotation: 1
    }
  }

  var timeout: Duration {
    switch self {
    case .recognition(let job, _): job.timeout
    case .annotation(let job, _, _): job.timeout
    }
  }

  /// What one of the workers is asked for.
  func frame(request: UInt64, share: Int, of shareCount: Int) -> Frame {
    switch self {
    case .recognition(let job, _):
      RecognitionRequest(
        byteCount: job.byteCount, share: share, shareCount: shareCount, maximumPixels: job.maximumPixels,
        maximumSide: job.maximumSide, form: job.form
      ).frame(request: request)
    case .annotation(let job, _, _):
      AnnotationRequest(
        byteCount: job.byteCount, maximumPixels: job.maximumPixels, maximumSide: job.maximumSide,
        capacity: job.capacity, annotation: job.annotation
      ).frame(request: request)
    }
  }

  /// What goes with it.
  var descriptors: (picture: Int32, output: Int32?) {
    switch self {
    case .recognition(_, let picture): (picture.raw, nil)
    case .annotation(_, let picture, let output): (picture.raw, output.raw)
    }
  }

  /// Keeps what a worker says it has drawn from being changed any more, by itself as well.
  func sealOutput(byteCount: Int) throws(ProtocolViolation) {
    guard case .annotation(let job, _, let output) = self, byteCount <= job.capacity else {
      throw ProtocolViolation("more output than there is room for")
    }
    do throws(SystemError) {
      try SharedOutput.seal(descriptor: output.raw)
    } catch {
      throw ProtocolViolation("output that is still being written")
    }
  }

  /// A descriptor that a submission and its copies share, closed with the last of them.
  final class SharedDescriptor: Sendable {
    private let descriptor: OwnedDescriptor
    var raw: Int32 { descriptor.raw }

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    /// Another number for the file of a descriptor, so that the caller's may be closed at any time.
    /// - Throws: `SystemError` with EBADF or EMFILE.
    convenience init(copying descriptor: Int32) throws(SystemError) {
      self.init(try OwnedDescriptor(copying: descriptor))
    }
  }
}
