// A worker for tests of the client: it speaks the protocol and misbehaves as its "language" says. Never installed.
// Modelled on localsearch's misbehaving extractor modules: it is easier to provoke the failures of a helper process
// than to wait for them.

import CLinux
import Glibc
import ScanModel
import WorkerProtocol

func send(_ message: WorkerMessage, request: UInt64) {
  send(message.frame(request: request).encoded())
}

func send(_ bytes: [UInt8]) {
  _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
}

/// The test picture by which a watcher checks that workers work is smaller; all other pictures are larger.
let testPictureLimit = 2_000

func line(_ index: Int, _ words: [String], form: RecognitionInput = .prepared) -> WorkerMessage {
  let box = PixelRect(x: 0, y: index * 20, width: 100, height: 20)
  return .line(
    RecognizedLine(
      index: index, block: 0, box: box, words: words.map { RecognizedWord(text: $0, confidence: 0.9, box: box) },
      form: form))
}

let smallLayout = WorkerMessage.layout(width: 6, height: 4, lineCount: 1, microseconds: 1)

/// Reports that the last line was read, and then the codes if they were asked for.
func finish(_ id: UInt64, _ request: RecognitionRequest) {
  send(.finished(microseconds: 1), request: id)
  if request.readsCodes { send(.codes(CodeReading(codes: [], isComplete: true)), request: id) }
}

func code(_ payload: String, x: Int = 0) -> RecognizedCode {
  RecognizedCode(kind: .qr, payload: payload, box: PixelRect(x: x, y: 0, width: 100, height: 100))
}

func receiveFrame() -> (frame: Frame, picture: Int32, output: Int32) {
  var decoder = FrameDecoder()
  var buffer = [UInt8](repeating: 0, count: 4096)
  var (picture, output): (Int32, Int32) = (-1, -1)
  while true {
    var descriptors = ocrscan_descriptors()
    let count = unsafe ocrscan_receive(STDIN_FILENO, &buffer, UInt64(buffer.count), &descriptors)
    if descriptors.first >= 0 { picture = descriptors.first }
    if descriptors.second >= 0 { output = descriptors.second }
    guard count > 0 else { exit(0) }
    if (try? decoder.append(buffer[..<Int(count)])) != nil, let frame = try? decoder.next() {
      return (frame, picture, output)
    }
  }
}

func receiveRequest() -> (id: UInt64, request: RecognitionRequest, descriptor: Int32) {
  let (frame, picture, _) = receiveFrame()
  guard let request = try? RecognitionRequest(frame) else { exit(2) }
  return (frame.request, request, picture)
}

/// Draws nothing; does with the output what the heading of the caption says.
func annotate() -> Never {
  send(.ready(engineVersion: ""), request: 0)
  let (frame, _, output) = receiveFrame()
  guard let request = try? AnnotationRequest(frame) else { exit(2) }
  let (id, capacity) = (frame.request, request.capacity)
  func fill(_ text: String) { _ = unsafe ocrscan_fill(output, Array(text.utf8), UInt64(text.utf8.count)) }
  switch request.annotation.heading {
  case "stall": stall()
  case "crash": raise(SIGSEGV)
  case "nothing": break
  case "lines": send(line(0, ["a"]), request: id)
  case "fail": send(.failed(WorkerFailure(.outOfMemory, detail: "it needs more memory than there is")), request: id)
  case "too-much": send(.annotated(byteCount: capacity + 1), request: id)
  case "larger":
    // Neither writing nor resizing gets more into the file than it may hold.
    var tried = [ftruncate(output, capacity * 2) < 0, ftruncate(output, 1) < 0]
    tried.append(unsafe pwrite(output, "x", 1, capacity) < 0)
    fill("\(tried)")
    send(.annotated(byteCount: "\(tried)".utf8.count), request: id)
  case "later":
    // A mapping that outlives the answer could change what was already checked.
    let mapped = unsafe mmap(nil, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, output, 0)
    if unsafe mapped == MAP_FAILED { exit(2) }
    send(.annotated(byteCount: 1), request: id)
    stall()
  default:
    fill("drawn for \(request.annotation.boxes.count) boxes")
    send(.annotated(byteCount: 17), request: id)
  }
  exit(0)
}

/// Sleeps until it is killed.
func stall() -> Never {
  while true { sleep(1000) }
}

func openDescriptors() -> [String] {
  (0..<1024).filter { fcntl($0, F_GETFD) >= 0 }.map { "fd\($0)" }
}

func environmentVariables() -> [String] {
  var variables: [String] = []
  var entry = unsafe environ
  while let variable = unsafe entry.pointee {
    unsafe variables.append(String(cString: variable))
    unsafe entry += 1
  }
  return variables.sorted()
}

/// Misreports the codes as the mode says.
func misreadCodes(_ mode: String, _ id: UInt64) {
  let reading = CodeReading(codes: [code("https://www.example.com/")], isComplete: true)
  if mode == "codes-first" { return send(.codes(reading), request: id) }
  send(.finished(microseconds: 1), request: id)
  switch mode {
  case "codes-late": stall()
  case "codes-crash": raise(SIGSEGV)
  case "codes-twice":
    send(.finished(microseconds: 1), request: id)
    send(.codes(reading), request: id)
  case "codes-outside": send(.codes(CodeReading(codes: [code("x", x: 600)], isComplete: true)), request: id)
  default:
    var frame = WorkerMessage.codes(reading).frame(request: id)
    frame.payload[1] = 0xFF
    _ = unsafe write(STDOUT_FILENO, frame.encoded(), frame.encoded().count)
  }
}

if CommandLine.arguments.dropFirst().first == "--annotate" { annotate() }
let mode = CommandLine.arguments.dropFirst(2).first ?? "good"
switch mode {
case "stall-before-ready": stall()
case "exit-before-ready":
  _ = unsafe write(STDERR_FILENO, "cannot load", 11)
  exit(3)
case "no-language": send(.failed(WorkerFailure(.unsupportedLanguage, detail: "xyz")), request: 0)
default: break
}
if mode == "no-language" { exit(1) }
send(.ready(engineVersion: "test"), request: 0)
let (id, request, picture) = receiveRequest()

switch mode {
case "stall": stall()
case "spin": while true {}
case "lines-then-stall",
  "partly" where request.picture.byteCount > testPictureLimit:
  send(.layout(width: 640, height: 480, lineCount: 10, microseconds: 1000), request: id)
  send(line(2 * request.share, ["first"]), request: id)
  send(line(2 * request.share + 1, ["second", "line"]), request: id)
  stall()
case "exit": exit(0)
case "crash": raise(SIGSEGV)
case "crash_prepared" where request.form == .prepared && request.picture.byteCount > testPictureLimit: raise(SIGSEGV)
case "eng" where request.picture.byteCount > testPictureLimit: raise(SIGSEGV)
case "eng":
  send(.layout(width: 420, height: 56, lineCount: 1, microseconds: 1000), request: id)
  send(line(0, ["reading", "pictures", "works"]), request: id)
  finish(id, request)
case "fail_prepared" where request.form == .prepared:
  send(.failed(WorkerFailure(.engine, detail: "the engine gave up")), request: id)
case "unreadable" where request.form == .prepared:
  send(.layout(width: 640, height: 480, lineCount: 20, microseconds: 1000), request: id)
  send(line(request.share, [".", "|"]), request: id)
  finish(id, request)
case "crash_prepared", "fail_prepared", "partly", "unreadable":
  send(.layout(width: 640, height: 480, lineCount: 0, microseconds: 1000), request: id)
  send(line(0, ["Your", "account", "is", "locked."], form: .plain), request: id)
  finish(id, request)
case "garbage": _ = unsafe write(STDOUT_FILENO, [UInt8](repeating: 0x41, count: 64), 64)
case "huge-frame":
  let header: [UInt8] = [
    0x4F, 0x43, 0x52, 0x53, ProtocolLimits.version, 18, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF,
  ]
  _ = unsafe write(STDOUT_FILENO, header, header.count)
case "wrong-id": send(.finished(microseconds: 1), request: id &+ 1)
case "same-line-twice":
  send(line(0, ["a"]), request: id)
  send(line(0, ["a"]), request: id)
case "flood-socket":
  // 20,000 lines of a kilobyte are more than a reply may hold.
  for index in 0..<ProtocolLimits.maximumLines { send(line(index, [String(repeating: "x", count: 1000)]), request: id) }
  stall()
case "same-layout-twice": for _ in 0..<2 { send(smallLayout, request: id) }
case "many-lines":
  send((0..<ProtocolLimits.maximumLines).flatMap { line($0, ["x"]).frame(request: id).encoded() })
  stall()
case "many-words":
  let words = [String](repeating: "x", count: ProtocolLimits.maximumWords)
  let length = line(0, words).frame(request: id).encoded().count
  send((0..<ProtocolLimits.maximumReply / length).flatMap { line($0, words).frame(request: id).encoded() })
  stall()
case "many-layouts":
  let layout = smallLayout.frame(request: id).encoded()
  send((0..<ProtocolLimits.maximumReply / layout.count).flatMap { _ in layout })
  stall()
case "much-memory":
  _ = unsafe mmap(nil, 1_536 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0)
  stall()
// Slow on purpose: something arrives all the time, and never all of it.
case "drip":
  for byte in line(request.share, [String(repeating: "x", count: 10_000)]).frame(request: id).encoded() {
    send([byte])
    usleep(5_000)
  }
case "slow-lines":
  for index in 0..<ProtocolLimits.maximumLines / request.shareCount {
    send(line(index * request.shareCount + request.share, ["x"]), request: id)
    usleep(20_000)
  }
case "flood-stderr":
  while true { _ = unsafe write(STDERR_FILENO, [UInt8](repeating: 0x41, count: 4096), 4096) }
case "fail": send(.failed(WorkerFailure(.corrupt, detail: "its picture data is damaged")), request: id)
case "engine": send(.failed(WorkerFailure(.engine, detail: "the engine gave up")), request: id)
case "codes-late", "codes-crash", "codes-twice", "codes-first", "codes-outside", "codes-broken":
  send(.layout(width: 640, height: 480, lineCount: request.shareCount, microseconds: 1000), request: id)
  send(line(request.share, ["words"]), request: id)
  if !request.readsCodes { send(.finished(microseconds: 1), request: id) } else { misreadCodes(mode, id) }
case "linger":
  send(line(0, ["done"]), request: id)
  finish(id, request)
  stall()
case "inspect":
  send(line(0, openDescriptors()), request: id)
  send(line(1, environmentVariables()), request: id)
  finish(id, request)
default:
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = unsafe pread(picture, &bytes, bytes.count, 0)
  send(.layout(width: 640, height: 480, lineCount: request.shareCount, microseconds: 1000), request: id)
  send(line(request.share, [String(decoding: bytes[..<max(0, count)], as: UTF8.self)]), request: id)
  finish(id, request)
}
exit(0)
