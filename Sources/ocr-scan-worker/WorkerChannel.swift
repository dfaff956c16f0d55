internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import WorkerProtocol

/// The worker's end of the socket: descriptor 0 for requests, 1 for messages (the same socket).
enum WorkerChannel {
  struct Job: ~Copyable {
    let frame: Frame
    let screenshot: OwnedDescriptor
    /// Receives the result; -1 if none was sent.
    let output: OwnedDescriptor

    var id: UInt64 { frame.request }
  }

  /// The client has gone.
  struct Closed: Error {}

  /// - Throws: `Closed` at the end of the socket, `ProtocolViolation` for anything but a frame with a picture.
  static func receive() throws -> Job {
    var decoder = FrameDecoder()
    var buffer = [UInt8](repeating: 0, count: 4096)
    var screenshot: OwnedDescriptor?
    var output: OwnedDescriptor?
    while true {
      var descriptors = ocrscan_descriptors()
      let count = unsafe ocrscan_receive(STDIN_FILENO, &buffer, UInt64(buffer.count), &descriptors)
      if descriptors.first >= 0 { screenshot = OwnedDescriptor(takingOwnershipOf: descriptors.first) }
      if descriptors.second >= 0 { output = OwnedDescriptor(takingOwnershipOf: descriptors.second) }
      guard count > 0 else { throw Closed() }
      try decoder.append(buffer[..<Int(count)])
      guard let frame = try decoder.next() else { continue }
      guard let screenshot = screenshot.take() else { throw ProtocolViolation("request without a picture") }
      return Job(
        frame: frame, screenshot: screenshot, output: output.take() ?? OwnedDescriptor(takingOwnershipOf: -1))
    }
  }

  /// Sends a whole message. Blocks while the client is slow to read.
  static func send(_ message: WorkerMessage, request: UInt64) throws {
    var bytes = message.frame(request: request).encoded()[...]
    while !bytes.isEmpty {
      let sent = unsafe bytes.withUnsafeBytes { buffer -> Int64 in
        guard let start = buffer.baseAddress else { return 0 }
        return unsafe ocrscan_send(
          STDOUT_FILENO, start, UInt64(buffer.count), ocrscan_descriptors(first: -1, second: -1))
      }
      guard sent > 0 else { throw Closed() }
      bytes = bytes.dropFirst(Int(sent))
    }
  }
}
