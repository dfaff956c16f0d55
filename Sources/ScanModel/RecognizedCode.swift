/// The symbology of a code. Raw values are those of the report.
package enum CodeKind: String, Sendable, Hashable, Codable, CaseIterable {
  case qr
  case microQR = "micro_qr"
  /// Not read yet, but part of the report's format.
  case rectangularMicroQR = "rmqr"
}

/// A code that was read, with its content, which may be a secret: only the analysis may look at it.
package struct RecognizedCode: Sendable, Hashable {
  /// UTF-8 bytes of a payload. The largest QR code holds 2,953 bytes, each at most two bytes in UTF-8, or 7,089 digits.
  package static let maximumPayload = 8192
  /// Further codes of a screenshot are ignored.
  package static let maximumCount = 16

  package var kind: CodeKind
  /// The content as text; empty if it is not text.
  package var payload: String
  /// Bounds in pixels of the screenshot.
  package var box: PixelRect

  package init(kind: CodeKind, payload: String, box: PixelRect) {
    self.kind = kind
    self.payload = payload
    self.box = box
  }
}

extension RecognizedCode: CustomStringConvertible, CustomDebugStringConvertible {
  /// Leaves out the payload, so that it cannot get into messages or logs.
  package var description: String { "code(\(kind.rawValue), \(payload.utf8.count) bytes)" }
  package var debugDescription: String { description }
}

/// The codes of a screenshot, and whether all places that look like one were tried.
package struct CodeReading: Sendable, Hashable {
  package var codes: [RecognizedCode]
  package var isComplete: Bool

  package init(codes: [RecognizedCode], isComplete: Bool) {
    self.codes = codes
    self.isComplete = isComplete
  }
}
