internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import WorkerProtocol

/// The worker's end of the socket: descriptor 0 for requests, 1 for messages (the same socket).
struct WorkerChannel {
  /// A request and the picture that came with it.
  struct Job: ~Copyable {
    let id: UInt64
    let request: RecognitionRequest
    let picture: OwnedDescriptor
  }

  /// The other side has gone; there is nobody left to tell.
  struct Closed: Error {}

  /// Waits for the one request of this worker's life.
  /// - Throws: `Closed` at the end of the socket, `ProtocolViolation` for anything but a request with a picture.
  func receive() throws -> Job {
    var decoder = FrameDecoder()
    var buffer = [UInt8](repeating: 0, count: 4096)
    var picture: OwnedDescriptor?
    while true {
      var descriptor: Int32 = -1
      let count = unsafe ocrscan_receive(STDIN_FILENO, &buffer, UInt64(buffer.count), &descriptor)
      if descriptor >= 0 { picture = OwnedDescriptor(takingOwnershipOf: descriptor) }
      guard count > 0 else { throw Closed() }
      try decoder.append(buffer[..<Int(count)])
      guard let frame = try decoder.next() else { continue }
      guard let picture = picture.take() else { throw ProtocolViolation("request without a picture") }
      return Job(id: frame.request, request: try RecognitionRequest(frame), picture: picture)
    }
  }

  /// Sends a message whole; blocks while the client is slow to read.
  func send(_ message: WorkerMessage, request: UInt64) throws {
    var bytes = message.frame(request: request).encoded()[...]
    while !bytes.isEmpty {
      let sent = unsafe bytes.withUnsafeBytes { buffer -> Int64 in
        guard let start = buffer.baseAddress else { return 0 }
        return unsafe ocrscan_send(STDOUT_FILENO, start, UInt64(buffer.count), -1)
      }
      guard sent > 0 else { throw Closed() }
      bytes = bytes.dropFirst(Int(sent))
    }
  }
}
