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

/// A code of a screenshot in a report; `codes` in JSON.
package struct ReportedCode: Sendable, Hashable, Codable {
  package var kind: CodeKind
  package var action: CodeAction
  /// Its content; nil for secrets, and if no text is stored.
  @OrNull package var payload: String?
  /// Bounds in pixels of the screenshot.
  package var boxes: [PixelRect]
  /// Low unless a reason for the verdict on the page is about this code.
  package var verdict: RiskLevel

  package init(kind: CodeKind, action: CodeAction, payload: String?, boxes: [PixelRect], verdict: RiskLevel) {
    self.kind = kind
    self.action = action
    self.payload = payload
    self.boxes = boxes
    self.verdict = verdict
  }
}

extension ScanReport.Item {
  /// The rule of an item that says which address the company that speaks uses itself.
  package static let speakerRule = "fact.speaker"
  /// The rule of an item that says whose name is in a link that is not that company's.
  package static let lookAlikeRule = "fact.look_alike"
  /// The rule of an item that says at which domain an address to write to is, or which number the message gives.
  package static let contactRule = "fact.contact"
  /// The rule of an item that says in which country an account is.
  package static let accountRule = "fact.account"
  /// The rule of an item that says that the page names what a code pays.
  package static let payeeRule = "fact.payee"
  /// The rule of an item that says what a code pays otherwise than the page says.
  package static let payeeDoubtRule = "fact.payee_differs"
  /// Whether it says something of what was checked, which may name companies, payees and amounts.
  package var isFact: Bool { weight == 0 && rule.hasPrefix("fact.") }

  /// What a code does, if this item says so; nil for any other reason.
  package var codeAction: CodeAction? {
    weight == 0 && rule.hasPrefix("code.") ? CodeAction(rawValue: String(rule.dropFirst("code.".count))) : nil
  }
}
