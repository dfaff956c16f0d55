import Testing
import WorkerProtocol

struct RenderingRequestTests {
  private static func request(width: Int = 300, height: Int = 200) -> RenderingRequest {
    RenderingRequest(
      RequestedPicture(byteCount: 123_456, maximumPixels: 64_000_000), fittingWidth: width, fittingHeight: height,
      capacity: 180_000)
  }

  @Test func `a request survives the wire`() throws {
    let frame = Self.request().frame(request: 7)
    #expect(frame.kind == .render && frame.request == 7)
    #expect(try RenderingRequest(frame) == Self.request())
  }

  @Test(arguments: [(0, 1), (1, 0), (RenderingRequest.maximumResultSide + 1, 1)])
  func `a size that nobody shows is refused`(width: Int, height: Int) {
    #expect(throws: ProtocolViolation.self) {
      try RenderingRequest(Self.request(width: width, height: height).frame(request: 1))
    }
  }

  @Test func `every shortened and every lengthened payload is refused, and so is another kind`() {
    let frame = Self.request().frame(request: 1)
    for length in 0..<frame.payload.count {
      let short = Frame(kind: .render, request: 1, payload: Array(frame.payload.prefix(length)))
      #expect(throws: ProtocolViolation.self) { try RenderingRequest(short) }
    }
    #expect(throws: ProtocolViolation.self) {
      try RenderingRequest(Frame(kind: .render, request: 1, payload: frame.payload + [0]))
    }
    #expect(throws: ProtocolViolation.self) {
      try RenderingRequest(Frame(kind: .annotate, request: 1, payload: frame.payload))
    }
    #expect(throws: ProtocolViolation.self) { try WorkerMessage(frame) }
  }

  @Test func `an answer without pixels, or with too many, is refused`() throws {
    let most = RenderingRequest.maximumResultSide
    for (width, height) in [(0, 1), (1, 0), (most + 1, 1)] {
      let frame = WorkerMessage.rendered(width: width, height: height).frame(request: 1)
      #expect(throws: ProtocolViolation.self) { try WorkerMessage(frame) }
    }
    let good = WorkerMessage.rendered(width: most, height: 1)
    #expect(try WorkerMessage(good.frame(request: 1)) == good)
  }
}
