package import ScanModel

/// Why a worker could not process a screenshot.
package struct WorkerFailure: Error, Sendable, Hashable {
  package enum Code: UInt8, Sendable, CaseIterable {
    case unsupportedFormat = 1
    case truncated = 2
    case corrupt = 3
    case tooLarge = 4
    /// `detail` names the language.
    case unsupportedLanguage = 5
    case engine = 6
    case protocolViolation = 7
    case outOfMemory = 8
  }

  package var code: Code
  /// A clause in plain words, for display.
  package var detail: Message

  package init(_ code: Code, detail: Message) {
    self.code = code
    self.detail = detail
  }
}

/// A decoded message from a worker.
package enum WorkerMessage: Sendable, Hashable {
  /// Version of the engine; empty from a worker that was started to draw.
  case ready(engineVersion: String)
  /// Size in pixels, number of lines on the page (all shares), the time for decoding and line finding, and whether the
  /// file has further frames, at which nobody looks.
  case layout(width: Int, height: Int, lineCount: Int, microseconds: Int, isAnimated: Bool = false)
  case line(RecognizedLine)
  /// The last line of this share was read; with the time that recognition took.
  case finished(microseconds: Int)
  /// The codes of the screenshot, after `finished`.
  case codes(CodeReading)
  case failed(WorkerFailure)
  /// Size in bytes of the PNG.
  case annotated(byteCount: Int)
  case rendered(width: Int, height: Int)

  package func frame(request: UInt64) -> Frame {
    switch self {
    case .ready(let engineVersion): Frame(.ready, request: request) { $0.write(engineVersion) }
    case .layout(let width, let height, let lineCount, let microseconds, let isAnimated):
      Frame(.layout, request: request) {
        $0.write(UInt32(width), UInt32(height), UInt32(lineCount), UInt64(microseconds), UInt8(isAnimated ? 1 : 0))
      }
    case .line(let line): Frame(.line, request: request) { $0.write(line) }
    case .finished(let microseconds): Frame(.finished, request: request) { $0.write(UInt64(microseconds)) }
    case .codes(let reading): Frame(.codes, request: request) { $0.write(reading) }
    case .failed(let failure):
      Frame(.failed, request: request) {
        $0.write(failure.code.rawValue)
        $0.write(failure.detail.kept)
      }
    case .annotated(let byteCount): Frame(.annotated, request: request) { $0.write(UInt64(byteCount)) }
    case .rendered(let width, let height):
      Frame(.rendered, request: request) { $0.write(UInt32(width), UInt32(height)) }
    }
  }

  private static let maximumMicroseconds = 3_600_000_000

  /// Decodes a message from a worker, which is treated as hostile: every number has a range.
  package init(_ frame: Frame) throws(ProtocolViolation) {
    var reader = ByteReader(frame.payload)
    switch frame.kind {
    case .request, .annotate, .render: throw ProtocolViolation("a worker must not send requests")
    case .ready: self = .ready(engineVersion: try reader.readString())
    case .layout:
      self = .layout(
        width: try reader.read(UInt32.self, in: 1...(1 << 24)),
        height: try reader.read(UInt32.self, in: 1...(1 << 24)),
        lineCount: try reader.read(UInt32.self, in: 0...ProtocolLimits.maximumLines),
        microseconds: try reader.read(UInt64.self, in: 0...Self.maximumMicroseconds),
        isAnimated: try reader.read(UInt8.self, in: 0...1) == 1)
    case .line: self = .line(try reader.readLine())
    case .finished:
      self = .finished(microseconds: try reader.read(UInt64.self, in: 0...Self.maximumMicroseconds))
    case .codes: self = .codes(try reader.readCodes())
    case .failed:
      guard let code = WorkerFailure.Code(rawValue: try reader.read(UInt8.self)) else {
        throw ProtocolViolation("unknown failure")
      }
      let kept = try reader.readString()
      guard kept.utf8.count <= ProtocolLimits.maximumDetail, let detail = Message(kept: kept) else {
        throw ProtocolViolation("not a message")
      }
      self = .failed(WorkerFailure(code, detail: TerminalEscaping.escaped(detail)))
    case .annotated: self = .annotated(byteCount: try reader.read(UInt64.self, in: 1...(1 << 40)))
    case .rendered:
      self = .rendered(
        width: try reader.read(UInt32.self, in: 1...RenderingRequest.maximumResultSide),
        height: try reader.read(UInt32.self, in: 1...RenderingRequest.maximumResultSide))
    }
    try reader.finish()
  }
}

extension ByteWriter {
  mutating func write(_ form: RecognitionInput) { write(UInt8(form == .plain ? 1 : 0)) }

  mutating func write(_ box: PixelRect) {
    write(UInt32(clamping: box.x), UInt32(clamping: box.y))
    write(UInt32(clamping: box.width), UInt32(clamping: box.height))
  }
  mutating func write(_ line: RecognizedLine) {
    write(UInt32(line.index), UInt32(line.block))
    write(line.form)
    write(line.language ?? "")
    write(line.box)
    let words = line.words.prefix(ProtocolLimits.maximumWords)
    write(UInt16(words.count))
    for word in words {
      write(word.box)
      write(UInt16((min(max(word.confidence, 0), 1) * 10_000).rounded()))
      write(word.text)
    }
  }

  mutating func write(_ reading: CodeReading) {
    write(UInt8(reading.isComplete ? 1 : 0))
    let codes = reading.codes.prefix(RecognizedCode.maximumCount)
    write(UInt16(codes.count))
    for code in codes {
      write(code.kind, numberedBy: CodeKind.numbered)
      write(code.box)
      write(code.payload)
    }
  }
}

extension ByteReader {
  mutating func readForm() throws(ProtocolViolation) -> RecognitionInput {
    try read(UInt8.self, in: 0...1) == 1 ? .plain : .prepared
  }

  mutating func readBox() throws(ProtocolViolation) -> PixelRect {
    PixelRect(
      x: try read(UInt32.self, in: 0...(1 << 24)), y: try read(UInt32.self, in: 0...(1 << 24)),
      width: try read(UInt32.self, in: 0...(1 << 24)), height: try read(UInt32.self, in: 0...(1 << 24)))
  }

  mutating func readLine() throws(ProtocolViolation) -> RecognizedLine {
    let index = try read(UInt32.self, in: 0...ProtocolLimits.maximumLines - 1)
    let block = try read(UInt32.self, in: 0...ProtocolLimits.maximumLines - 1)
    let form = try readForm()
    let language = try readString()
    let box = try readBox()
    let count = try read(UInt16.self, in: 0...ProtocolLimits.maximumWords)
    var words: [RecognizedWord] = []
    for _ in 0..<count {
      let wordBox = try readBox()
      let confidence = Double(try read(UInt16.self, in: 0...10_000)) / 10_000
      let text = try readString()
      // A line break in a word would let a worker forge lines and blocks of the page.
      guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
        throw ProtocolViolation("word is empty or holds control characters")
      }
      words.append(RecognizedWord(text: text, confidence: confidence, box: wordBox))
    }
    return RecognizedLine(
      index: index, block: block, box: box, words: words, language: language.isEmpty ? nil : language, form: form)
  }

  mutating func readCodes() throws(ProtocolViolation) -> CodeReading {
    let isComplete = try read(UInt8.self, in: 0...1) == 1
    let count = try read(UInt16.self, in: 0...RecognizedCode.maximumCount)
    var codes: [RecognizedCode] = []
    for _ in 0..<count {
      let kind = try read(numberedBy: CodeKind.numbered, "kind of code")
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

extension CodeKind {
  /// The kinds by their numbers on the wire.
  fileprivate static let numbered: [CodeKind] = [.qr, .microQR, .rectangularMicroQR]
}
