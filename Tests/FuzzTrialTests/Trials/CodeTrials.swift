import CodeContents
import CodeRecognition
import ScanModel

enum CodeTrials {
  /// A sentence is one short line without terminal control, and no secret has a payload.
  static func contents(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let content = CodeContent(parsing: text)
    precondition(!content.effect.english.unicodeScalars.contains { TerminalEscaping.isUnsafe($0) })
    // Two names, an amount and the words around them; each scalar of a name may be escaped.
    precondition(content.effect.english.unicodeScalars.count <= 3 * 60 * 10 + 120)
    precondition(content.words.count <= 200)
    precondition(content.words.allSatisfy { !$0.contains("\n") && !$0.isEmpty })
    if content.action == .secret || content.action == .signIn {
      precondition(content.payload == nil && content.words.isEmpty)
    }
  }

  /// Codes lie inside the picture, and their number is bounded.
  static func pixels(_ bytes: [UInt8]) {
    let (width, height) = (64, bytes.count / 64)
    guard height > 0 else { return }
    let image = RGBImage(width: width, height: height, pixels: bytes.prefix(width * height).flatMap { [$0, $0, $0] })
    let reading = CodeReader.read(image)
    precondition(reading.codes.count <= RecognizedCode.maximumCount)
    for code in reading.codes {
      precondition(code.payload.utf8.count <= RecognizedCode.maximumPayload)
      precondition(code.box.x >= 0 && code.box.y >= 0 && code.box.maxX <= width && code.box.maxY <= height)
    }
  }
}
