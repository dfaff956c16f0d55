internal import LinuxSystem
internal import ScanModel
internal import WorkerProtocol

/// A task for one or more workers.
enum WorkerTask: Sendable {
  /// Read the lines of a screenshot, in shares.
  case recognition(RecognitionJob, screenshot: SharedDescriptor)
  /// Draw on a screenshot, or give its pixels, and write the result to a file, in one worker.
  case output(any OutputRequest, timeout: Duration, screenshot: SharedDescriptor, output: SharedDescriptor)

  var shares: Int {
    switch self {
    case .recognition(let job, _): job.form == .plain ? 1 : max(1, job.shares)
    case .output: 1
    }
  }

  var timeout: Duration {
    switch self {
    case .recognition(let job, _): job.timeout
    case .output(_, let timeout, _, _): timeout
    }
  }

  /// The request to one of the workers.
  func frame(request: UInt64, share: Int, of shareCount: Int) -> Frame {
    switch self {
    case .recognition(let job, _):
      RecognitionRequest(
        job.picture, share: share, shareCount: shareCount, form: job.form,
        readsCodes: readsCodes(share: share, of: shareCount)
      ).frame(request: request)
    case .output(let wanted, _, _, _): wanted.frame(request: request)
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
    case .output(_, _, let screenshot, let output): (screenshot.raw, output.raw)
    }
  }

  /// Whether a worker needs an engine for it.
  var needsEngine: Bool { if case .recognition = self { true } else { false } }

  /// Seals what a worker says it has written, so that not even the worker can change it.
  /// - Returns: Its size in bytes.
  func sealOutput(announcedBy message: WorkerMessage) throws(ProtocolViolation) -> Int {
    guard case .output(let request, _, _, let file) = self, let byteCount = request.byteCount(announcedBy: message)
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
  }
}
