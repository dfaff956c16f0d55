internal import CLinux
internal import CSandbox
internal import CodeRecognition
internal import Glibc
internal import ImageContainers
internal import ImageProcessing
internal import LinuxSystem
internal import ScanModel
internal import TextRecognition
internal import WorkerProtocol

/// The life of a worker: start the engine, read one screenshot, exit. Or, without an engine: draw on one screenshot, or
/// return its pixels. With one process per screenshot nothing of one can appear in the next, and a worker compromised
/// by a hostile file sees only that file. docs/security.md describes the messages.
@main enum WorkerMain {
  /// In bytes. A 64-megapixel image with everything derived from it stays well below this.
  private static let addressSpace: UInt64 = 2 << 30
  /// In seconds, for a worker that spins unwatched.
  private static let processorTime: UInt64 = 120

  /// Runs the worker with `--languages eng+deu` or `--annotate`; does not return.
  static func main() {
    guard limitResources() else { _exit(71) }
    // Parsed by hand: a parser library would be one more thing inside the sandbox.
    let arguments = CommandLine.arguments.dropFirst()
    let languages = arguments.last?.split(separator: "+").map(String.init) ?? []
    do {
      if arguments == ["--annotate"] {
        confine()
        try WorkerChannel.send(.ready(engineVersion: ""), request: 0)
        try serve(draw)
      } else if arguments.count == 2, arguments.first == "--languages", !languages.isEmpty {
        let recognizer = try start(languages)
        try serve { job in try read(job, with: recognizer) }
      } else {
        _exit(64)
      }
    } catch {
      // The client is gone, broke the protocol, or was told. Nothing about the screenshot may be written anywhere.
      _exit(error is WorkerChannel.Closed ? 0 : 1)
    }
    // Not exit(3): Tesseract's static destructors print and may crash, and there is nothing to flush.
    _exit(0)
  }

  /// Limits memory and processor time, forbids writing files and dumping memory, and ends the worker with its client.
  private static func limitResources() -> Bool {
    ocrscan_die_with_parent() == 0 && ocrscan_forbid_dumps() == 0
      && ocrscan_limit_worker(addressSpace, processorTime) == 0
  }

  /// Gives up every right that is not needed. Exits if that fails: nothing is read without the sandbox.
  private static func confine() {
    var result = unsafe ocrscan_confinement()
    guard unsafe ocrscan_confine(&result) < 0 else { return }
    // The client displays this, because the worker is not ready yet.
    if let step = unsafe result.failed_step {
      let text = unsafe "the sandbox could not be set up: " + String(cString: step) + "\n"
      _ = unsafe write(STDERR_FILENO, Array(text.utf8), text.utf8.count)
    }
    _exit(71)
  }

  private static func serve(_ answer: (borrowing WorkerChannel.Job) throws -> Void) throws {
    let job = try WorkerChannel.receive()
    do {
      try answer(job)
    } catch let failure as WorkerFailure {
      try WorkerChannel.send(.failed(failure), request: job.id)
    }
  }

  private static func start(_ languages: [String]) throws -> PageRecognizer {
    do throws(RecognitionFailure) {
      let recognizer = try PageRecognizer(languages: languages)
      confine()
      try? WorkerChannel.send(.ready(engineVersion: PageRecognizer.engineVersion), request: 0)
      return recognizer
    } catch {
      let failure = WorkerFailure(error)
      try WorkerChannel.send(.failed(failure), request: 0)
      throw failure
    }
  }

  private static func read(_ job: borrowing WorkerChannel.Job, with recognizer: borrowing PageRecognizer) throws {
    let began = ContinuousClock.now
    let request = try RecognitionRequest(job.frame)
    let (rgb, isAnimated) = try decode(job, request.picture)
    guard let share = LineShare(index: request.share, of: request.shareCount) else {
      throw WorkerFailure(.protocolViolation, detail: "no such share")
    }
    let (width, height) = (rgb.width, rgb.height)
    let pictureOfCodes = request.readsCodes ? rgb : nil
    let id = job.id
    var recognitionBegan = began
    do {
      try recognizer.recognize(rgb, as: request.form, share: share) { lines in
        recognitionBegan = .now
        try WorkerChannel.send(
          .layout(
            width: width, height: height, lineCount: min(lines.count, ProtocolLimits.maximumLines),
            microseconds: began.microseconds(until: recognitionBegan), isAnimated: isAnimated), request: id)
      } onLine: { line in
        if line.index < ProtocolLimits.maximumLines { try WorkerChannel.send(.line(line), request: id) }
      }
    } catch let failure as RecognitionFailure {
      throw WorkerFailure(failure)
    }
    try WorkerChannel.send(.finished(microseconds: recognitionBegan.microseconds()), request: id)
    // After the words, which do not wait for it.
    if let pictureOfCodes {
      let limit = ContinuousClock.now + CodeReader.timeLimit
      try WorkerChannel.send(.codes(CodeReader.read(pictureOfCodes) { .now >= limit }), request: id)
    }
  }

  private static func draw(_ job: borrowing WorkerChannel.Job) throws {
    let message: WorkerMessage
    do {
      if job.frame.kind == .render {
        let request = try RenderingRequest(job.frame)
        let image = try ImageRenderer.render(
          try decode(job, request.picture).rgb, fittingWidth: request.fittingWidth, height: request.fittingHeight)
        try unsafe image.pixels.withUnsafeBytes { try unsafe fill(job.output.raw, with: $0, upTo: request.capacity) }
        message = .rendered(width: image.width, height: image.height)
      } else {
        let request = try AnnotationRequest(job.frame)
        let drawn = try ImageAnnotator.annotate(try decode(job, request.picture).rgb, request.annotation)
        try unsafe drawn.withUnsafeBytes { try unsafe fill(job.output.raw, with: $0, upTo: request.capacity) }
        message = .annotated(byteCount: drawn.byteCount)
      }
    } catch is AnnotationFailure {
      throw WorkerFailure(.outOfMemory, detail: "it needs more memory than there is")
    }
    try WorkerChannel.send(message, request: job.id)
  }

  private static func fill(_ output: Int32, with bytes: UnsafeRawBufferPointer, upTo capacity: Int) throws {
    guard bytes.count <= capacity else { throw AnnotationFailure.outOfMemory }
    try unsafe SharedOutput.fill(descriptor: output, with: bytes)
  }

  private static func decode(
    _ job: borrowing WorkerChannel.Job, _ picture: RequestedPicture
  ) throws -> (rgb: RGBImage, isAnimated: Bool) {
    let limits = ImageLimits(maximumBytes: picture.byteCount, maximumPixels: picture.maximumPixels)
    do {
      let filtered = try SealedMemory.withBytes(ofDescriptor: job.screenshot.raw, byteCount: picture.byteCount) {
        file in
        Result { () throws(ImageContainerFailure) in try ImageContainer.filter(file, limits: limits) }
      }.get()
      return (try ImageDecoder.decode(filtered), filtered.isAnimated)
    } catch let failure as ImageContainerFailure {
      throw WorkerFailure(failure)
    } catch let failure as DecodingFailure {
      throw WorkerFailure(failure == .outOfMemory ? .outOfMemory : .corrupt, detail: failure.detail)
    }
  }
}

extension ContinuousClock.Instant {
  fileprivate func microseconds(until end: Self = .now) -> Int { Int((end - self) / .microseconds(1)) }
}

extension WorkerFailure {
  fileprivate init(_ failure: ImageContainerFailure) {
    let code: Code =
      switch failure.code {
      case .unsupported: .unsupportedFormat
      case .truncated: .truncated
      case .corrupt: .corrupt
      case .tooLarge: .tooLarge
      }
    self.init(code, detail: failure.detail)
  }

  fileprivate init(_ failure: RecognitionFailure) {
    switch failure {
    case .languageMissing(let language): self.init(.unsupportedLanguage, detail: "\(language)")
    case .engine(let operation): self.init(.engine, detail: "the engine refused: \(operation)")
    }
  }
}
