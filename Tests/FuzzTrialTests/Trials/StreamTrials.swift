import LinuxSystem
import ScanModel
import WorkerProtocol

enum StreamTrials {
  /// No event has a name that leads out of its folder, and all together are no longer than the input.
  static func inotify(_ bytes: [UInt8]) {
    let batch = unsafe InotifyBatch(parsing: bytes.span.bytes)
    var size = 0
    for event in batch.events {
      precondition(!event.name.contains(UInt8(ascii: "/")) && !event.name.contains(0))
      size += 16 + event.name.count
    }
    precondition(size <= bytes.count)
    precondition(batch.isMalformed || bytes.isEmpty == batch.events.isEmpty)
  }

  /// Split or whole, the input gives the same frames; a parsed message is written with the length it was read with.
  static func replies(_ bytes: [UInt8]) {
    let whole = frames(bytes, pieces: bytes.count)
    precondition(whole == frames(bytes, pieces: 7))
    for frame in whole {
      guard let message = try? WorkerMessage(frame) else { continue }
      if case .failed = message { continue }  // its text is escaped when it is read
      precondition(message.frame(request: frame.request).payload.count == frame.payload.count)
    }
  }

  static func requests(_ bytes: [UInt8]) {
    for frame in frames(bytes, pieces: 64) {
      if let request = try? RecognitionRequest(frame) {
        precondition(request.frame(request: frame.request) == frame)
      }
      if let request = try? AnnotationRequest(frame) {
        precondition(request.picture.byteCount >= 0 && request.picture.maximumPixels >= 0 && request.capacity >= 0)
      }
    }
  }

  private static func frames(_ bytes: [UInt8], pieces: Int) -> [Frame] {
    var decoder = FrameDecoder()
    var frames: [Frame] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(max(1, pieces))
      rest = rest.dropFirst(piece.count)
      guard (try? decoder.append(piece)) != nil else { return frames }
      do {
        while let frame = try decoder.next() { frames.append(frame) }
      } catch {
        return frames
      }
    }
    return frames
  }
}
