// A worker for tests of the client: it speaks the protocol, and then does what its "language" says. Never installed.
// After localsearch's misbehaving extractor modules: what a helper process can do wrong is easier to provoke on
// purpose than to wait for.

import CLinux
import Glibc
import ScanModel
import WorkerProtocol

func send(_ message: WorkerMessage, request: UInt64) {
  let bytes = message.frame(request: request).encoded()
  _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
}

func line(_ index: Int, _ words: [String]) -> WorkerMessage {
  let box = PixelRect(x: 0, y: index * 20, width: 100, height: 20)
  return .line(
    RecognizedLine(
      index: index, block: 0, box: box, words: words.map { RecognizedWord(text: $0, confidence: 0.9, box: box) }))
}

func receiveRequest() -> (id: UInt64, request: RecognitionRequest, descriptor: Int32) {
  var decoder = FrameDecoder()
  var buffer = [UInt8](repeating: 0, count: 4096)
  var picture: Int32 = -1
  while true {
    var descriptor: Int32 = -1
    let count = unsafe ocrscan_receive(STDIN_FILENO, &buffer, UInt64(buffer.count), &descriptor)
    if descriptor >= 0 { picture = descriptor }
    guard count > 0 else { exit(0) }
    if (try? decoder.append(buffer[..<Int(count)])) != nil, let frame = try? decoder.next(),
      let request = try? RecognitionRequest(frame)
    {
      return (frame.request, request, picture)
    }
  }
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
send(.ready(EngineInfo(version: "test", installedLanguages: ["eng"])), request: 0)
let (id, request, picture) = receiveRequest()

switch mode {
case "stall": stall()
case "spin": while true {}
case "lines-then-stall":
  send(.layout(width: 640, height: 480, lineCount: 10, microseconds: 1000), request: id)
  send(line(2 * request.share, ["first"]), request: id)
  send(line(2 * request.share + 1, ["second", "line"]), request: id)
  stall()
case "exit": exit(0)
case "crash": raise(SIGSEGV)
case "garbage": _ = unsafe write(STDOUT_FILENO, [UInt8](repeating: 0x41, count: 64), 64)
case "huge-frame":
  let header: [UInt8] = [0x4F, 0x43, 0x52, 0x53, 1, 18, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF]
  _ = unsafe write(STDOUT_FILENO, header, header.count)
case "wrong-id": send(.finished(microseconds: 1), request: id &+ 1)
case "same-line-twice":
  send(line(0, ["a"]), request: id)
  send(line(0, ["a"]), request: id)
case "flood-socket":
  while true { send(line(Int.random(in: 0..<20_000), ["flood"]), request: id) }
case "flood-stderr":
  while true { _ = unsafe write(STDERR_FILENO, [UInt8](repeating: 0x41, count: 4096), 4096) }
case "fail": send(.failed(WorkerFailure(.corrupt, detail: "its picture data is damaged")), request: id)
case "linger":
  send(line(0, ["done"]), request: id)
  send(.finished(microseconds: 1), request: id)
  stall()
case "inspect":
  send(line(0, openDescriptors()), request: id)
  send(line(1, environmentVariables()), request: id)
  send(.finished(microseconds: 1), request: id)
default:
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = unsafe pread(picture, &bytes, bytes.count, 0)
  send(.layout(width: 640, height: 480, lineCount: request.shareCount, microseconds: 1000), request: id)
  send(line(request.share, [String(decoding: bytes[..<max(0, count)], as: UTF8.self)]), request: id)
  send(.finished(microseconds: 1), request: id)
}
exit(0)
