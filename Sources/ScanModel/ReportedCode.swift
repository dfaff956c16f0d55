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
