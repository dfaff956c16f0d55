import ScanModel
import Testing
import WorkerProtocol

struct FrameTests {
  private static let version = ProtocolLimits.version
  private static let line = RecognizedLine(
    index: 3, block: 1, box: PixelRect(x: 10, y: 20, width: 300, height: 25),
    words: [
      RecognizedWord(text: "Grüße", confidence: 0.9312, box: PixelRect(x: 10, y: 20, width: 90, height: 25)),
      RecognizedWord(text: "漢", confidence: 0, box: PixelRect(x: 110, y: 20, width: 25, height: 25)),
    ], language: "deu", form: .plain)

  @Test(arguments: [
    WorkerMessage.ready(engineVersion: "5.3.0"),
    .layout(width: 1920, height: 1080, lineCount: 42, microseconds: 51_000),
    .layout(width: 600, height: 80, lineCount: 0, microseconds: 1, isAnimated: true),
    .line(FrameTests.line),
    .finished(microseconds: 812_345),
    .failed(WorkerFailure(.corrupt, detail: "its data do not match their checksum")),
    .annotated(byteCount: 426_680),
    .codes(
      CodeReading(
        codes: [RecognizedCode(kind: .qr, payload: "", box: PixelRect(x: 0, y: 0, width: 1, height: 1))]
          // A new kind needs a number on the wire.
          + CodeKind.allCases.map { kind in
            RecognizedCode(kind: kind, payload: "Grüße\n漢", box: PixelRect(x: 10, y: 20, width: 90, height: 25))
          }, isComplete: false)),
  ])
  func `every message survives the wire, byte by byte`(message: WorkerMessage) throws {
    var decoder = FrameDecoder()
    var frames: [Frame] = []
    for byte in message.frame(request: 77).encoded() {
      try decoder.append(CollectionOfOne(byte))
      while let frame = try decoder.next() { frames.append(frame) }
    }
    #expect(frames.count == 1)
    #expect(frames.first?.request == 77)
    #expect(try WorkerMessage(try #require(frames.first)) == message)
  }

  @Test func `a request survives the wire`() throws {
    let request = RecognitionRequest(
      RequestedPicture(byteCount: 123_456, maximumPixels: 64_000_000), share: 1, shareCount: 2)
    #expect(try RecognitionRequest(request.frame(request: 9)) == request)
    var plain = request
    plain.form = .plain
    plain.readsCodes = true
    #expect(try RecognitionRequest(plain.frame(request: 9)) == plain)
  }

  @Test(arguments: [
    (
      "too much in one",
      CodeReading(codes: [FrameTests.code(length: RecognizedCode.maximumPayload + 1)], isComplete: true)
    ),
    ("no size", CodeReading(codes: [FrameTests.code(length: 1, side: 0)], isComplete: true)),
  ])
  func `codes that no picture has are refused`(reason: String, reading: CodeReading) throws {
    let frame = WorkerMessage.codes(reading).frame(request: 1)
    #expect(throws: ProtocolViolation.self) { try WorkerMessage(frame) }
  }

  @Test func `no more codes are read than there may be`() throws {
    var frame = WorkerMessage.codes(CodeReading(codes: [], isComplete: true)).frame(request: 1)
    frame.payload[2] = UInt8(RecognizedCode.maximumCount + 1)
    #expect(throws: ProtocolViolation("number out of range")) { try WorkerMessage(frame) }
  }

  private static func code(length: Int, side: Int = 9) -> RecognizedCode {
    RecognizedCode(
      kind: .qr, payload: String(repeating: "x", count: length), box: PixelRect(x: 0, y: 0, width: side, height: side))
  }

  @Test func `two frames in one piece are two frames`() throws {
    var decoder = FrameDecoder()
    let bytes = WorkerMessage.finished(microseconds: 1).frame(request: 1).encoded()
    try decoder.append(bytes + bytes)
    #expect(try decoder.next() != nil)
    #expect(try decoder.next() != nil)
    #expect(try decoder.next() == nil)
  }

  @Test(
    arguments: [
      ("wrong magic", [0x4F, 0x43, 0x52, 0x00, FrameTests.version, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      ("other version", [0x4F, 0x43, 0x52, 0x53, FrameTests.version - 1, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      ("unknown kind", [0x4F, 0x43, 0x52, 0x53, FrameTests.version, 99, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      (
        "huge length",
        [0x4F, 0x43, 0x52, 0x53, FrameTests.version, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
      ),
    ] as [(String, [UInt8])])
  func `a wrong header is refused before any payload is waited for`(name: String, header: [UInt8]) throws {
    var decoder = FrameDecoder()
    try decoder.append(header)
    #expect(throws: ProtocolViolation.self) { try decoder.next() }
  }

  @Test func `a reply without end is refused`() throws {
    var decoder = FrameDecoder()
    let piece = [UInt8](repeating: 0, count: ProtocolLimits.maximumReply)
    try decoder.append(piece)
    #expect(throws: ProtocolViolation.self) { try decoder.append([0]) }
  }

  @Test func `every shortened and every lengthened payload is refused`() throws {
    let frame = WorkerMessage.line(FrameTests.line).frame(request: 1)
    for length in 0..<frame.payload.count {
      let short = Frame(kind: .line, request: 1, payload: Array(frame.payload.prefix(length)))
      #expect(throws: ProtocolViolation.self) { try WorkerMessage(short) }
    }
    let long = Frame(kind: .line, request: 1, payload: frame.payload + [0])
    #expect(throws: ProtocolViolation.self) { try WorkerMessage(long) }
  }

  @Test func `strings that are not UTF-8 and confidences above one are refused`() throws {
    var writer = ByteWriter()
    writer.write(UInt8(3))
    writer.write(UInt16(1))
    writer.write(UInt8(0xFF))
    let frame = Frame(kind: .failed, request: 1, payload: writer.bytes)
    #expect(throws: ProtocolViolation.self) { try WorkerMessage(frame) }

    var line = WorkerMessage.line(FrameTests.line).frame(request: 1).payload
    // After index, block, form, language, box, count and the first word's box.
    line.replaceSubrange(48..<50, with: [0xFF, 0xFF])
    #expect(throws: ProtocolViolation.self) { try WorkerMessage(Frame(kind: .line, request: 1, payload: line)) }
  }

  @Test func `what a worker gives as its reason is a message of moderate length`() throws {
    let failure = WorkerFailure(.tooLarge, detail: "it is \(5) by \(7) pixels")
    guard case .failed(let arrived) = try WorkerMessage(WorkerMessage.failed(failure).frame(request: 1)) else {
      Issue.record("it arrived as something else")
      return
    }
    #expect(arrived == failure && arrived.detail.hasPlaces)
    for detail in [Message(whole: String(repeating: "x", count: 1025)), Message(whole: "9%1$@\u{1F}")] {
      let frame = WorkerMessage.failed(WorkerFailure(.engine, detail: detail)).frame(request: 1)
      #expect(throws: ProtocolViolation.self) { try WorkerMessage(frame) }
    }
  }

  @Test func `escape sequences in a worker's words are made visible`() throws {
    let frame = WorkerMessage.failed(WorkerFailure(.engine, detail: "\u{1B}[2J")).frame(request: 1)
    #expect(try WorkerMessage(frame) == .failed(WorkerFailure(.engine, detail: "\\u{1B}[2J")))
  }
}
