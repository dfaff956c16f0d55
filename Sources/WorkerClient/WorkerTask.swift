internal import LinuxSystem
internal import ScanModel
internal import WorkerProtocol

/// A task for one or more workers.
struct WorkerTask: Sendable {
  enum Work: Sendable {
    /// Read the lines of a screenshot, in shares.
    case recognition(RecognitionJob)
    /// Draw on a screenshot, or give its pixels, and write the result to a file, in one worker.
    case output(any OutputRequest, into: SharedDescriptor)
  }

  let work: Work
  let timeout: Duration
  let screenshot: SharedDescriptor

  /// Whether words and codes are to be read, for which a worker needs an engine.
  var isRecognition: Bool { if case .recognition = work { true } else { false } }

  var shares: Int {
    if case .recognition(let job) = work, job.form != .plain { max(1, job.shares) } else { 1 }
  }

  /// The request to one of the workers.
  func frame(request: UInt64, share: Int, of shareCount: Int) -> Frame {
    switch work {
    case .recognition(let job):
      RecognitionRequest(
        job.picture, share: share, shareCount: shareCount, form: job.form,
        readsCodes: readsCodes(share: share, of: shareCount)
      ).frame(request: request)
    case .output(let wanted, _): wanted.frame(request: request)
    }
  }

  /// Whether a share includes the codes: the last one does, which never has more lines than the others.
  func readsCodes(share: Int, of shareCount: Int) -> Bool { isRecognition && share == shareCount - 1 }

  /// The descriptors sent with the request.
  var descriptors: (screenshot: Int32, output: Int32?) {
    if case .output(_, let file) = work { (screenshot.raw, file.raw) } else { (screenshot.raw, nil) }
  }

  /// Seals what a worker says it has written, so that not even the worker can change it.
  /// - Returns: Its size in bytes.
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

  /// A descriptor shared by a submission and its copies, closed with the last of them.
  final class SharedDescriptor: Sendable {
    private let descriptor: OwnedDescriptor
    var raw: Int32 { descriptor.raw }

    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    /// A duplicate, which the supervisor may need for longer than the call that was given the original.
    convenience init(copying descriptor: Int32) throws(SystemError) {
      self.init(try OwnedDescriptor(copying: descriptor))
    }
  }
}
