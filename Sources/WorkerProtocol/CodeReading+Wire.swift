internal import ScanModel

extension CodeKind {
  /// The kind on the wire.
  fileprivate var number: UInt8 {
    switch self {
    case .qr: 0
    case .microQR: 1
    case .rectangularMicroQR: 2
    }
  }
}

extension ByteWriter {
  mutating func write(_ reading: CodeReading) {
    write(UInt8(reading.isComplete ? 1 : 0))
    let codes = reading.codes.prefix(RecognizedCode.maximumCount)
    write(UInt16(codes.count))
    for code in codes {
      write(code.kind.number)
      write(code.box)
      write(code.payload)
    }
  }
}

extension ByteReader {
  mutating func readCodes() throws(ProtocolViolation) -> CodeReading {
    let isComplete = try read(UInt8.self, in: 0...1) == 1
    let count = try read(UInt16.self, in: 0...RecognizedCode.maximumCount)
    var codes: [RecognizedCode] = []
    for _ in 0..<count {
      let number = try read(UInt8.self)
      guard let kind = CodeKind.allCases.first(where: { $0.number == number }) else {
        throw ProtocolViolation("unknown kind of code")
      }
      let box = try readBox()
      guard box.width > 0, box.height > 0 else { throw ProtocolViolation("code without a size") }
      let payload = try readString()
      guard payload.utf8.count <= RecognizedCode.maximumPayload else {
        throw ProtocolViolation("code that holds more than codes can")
      }
      codes.append(RecognizedCode(kind: kind, payload: payload, box: box))
    }
    return CodeReading(codes: codes, isComplete: isComplete)
  }
}
