import ScanModel
import Testing
import WorkerProtocol

struct AnnotationRequestTests {
  private static func request(
    _ answer: ScanAnswer = .scam, heading: String = "High risk: false prize", reason: String = "It asks you to pay.",
    boxes: Int = 2
  ) -> AnnotationRequest {
    AnnotationRequest(
      RequestedPicture(byteCount: 123_456, maximumPixels: 64_000_000), capacity: 25_000_000,
      annotation: Annotation(
        answer: answer, heading: heading, reason: reason,
        boxes: (0..<boxes).map { PixelRect(x: $0, y: 20, width: 300, height: 25) }))
  }

  @Test(arguments: ScanAnswer.allCases) func `a request survives the wire`(answer: ScanAnswer) throws {
    let request = Self.request(answer)
    let frame = request.frame(request: 9)
    #expect(frame.kind == .annotate && frame.request == 9)
    #expect(try AnnotationRequest(frame) == request)
  }

  @Test func `more boxes than anybody looks at are left out`() throws {
    let frame = Self.request(boxes: ProtocolLimits.maximumBoxes + 1).frame(request: 1)
    #expect(try AnnotationRequest(frame).annotation.boxes.count == ProtocolLimits.maximumBoxes)
    #expect(frame.payload.count < ProtocolLimits.maximumPayload)
  }

  @Test(arguments: ["Grüße", "two\nlines", "\u{1B}[2J", "tab\t", String(repeating: "x", count: 401)])
  func `words that the font does not have are refused`(text: String) {
    for request in [Self.request(heading: text), Self.request(reason: text)] {
      #expect(throws: ProtocolViolation.self) { try AnnotationRequest(request.frame(request: 1)) }
    }
  }

  @Test func `every shortened and every lengthened payload is refused`() {
    let frame = Self.request().frame(request: 1)
    for length in 0..<frame.payload.count {
      let short = Frame(kind: .annotate, request: 1, payload: Array(frame.payload.prefix(length)))
      #expect(throws: ProtocolViolation.self) { try AnnotationRequest(short) }
    }
    let long = Frame(kind: .annotate, request: 1, payload: frame.payload + [0])
    #expect(throws: ProtocolViolation.self) { try AnnotationRequest(long) }
  }

  @Test func `an unknown answer and another kind of request are refused`() {
    var frame = Self.request().frame(request: 1)
    frame.payload[24] = 5  // after the byte count of the picture, most pixels and capacity
    #expect(throws: ProtocolViolation.self) { try AnnotationRequest(frame) }
    let other = RecognitionRequest(
      RequestedPicture(byteCount: 1, maximumPixels: 1), share: 0, shareCount: 1)
    #expect(throws: ProtocolViolation.self) { try AnnotationRequest(other.frame(request: 1)) }
    #expect(throws: ProtocolViolation.self) { try RecognitionRequest(Self.request().frame(request: 1)) }
    #expect(throws: ProtocolViolation.self) { try WorkerMessage(Self.request().frame(request: 1)) }
  }

  @Test func `an answer without a picture is refused`() {
    let frame = WorkerMessage.annotated(byteCount: 0).frame(request: 1)
    #expect(throws: ProtocolViolation.self) { try WorkerMessage(frame) }
  }
}
