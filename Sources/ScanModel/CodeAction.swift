/// What a code would do. Raw values are those of the report.
package enum CodeAction: String, Sendable, Hashable, Codable, CaseIterable {
  case openLink = "open_link"
  case pay
  /// Gives another device or a site access to an account.
  case signIn = "sign_in"
  /// Holds a secret: a second factor, a wallet's key.
  case secret
  case call
  case message
  case mail
  case contact
  case wifi
  case text
  case unknown

  /// What such a code does, as a sentence without any of its content.
  package var sentence: Message {
    switch self {
    case .openLink: "This code opens a web page."
    case .pay: "This code makes a payment."
    case .signIn: "This code lets another device use an account."
    case .secret: "This code holds a secret."
    case .call: "This code calls a number."
    case .message: "This code writes a message."
    case .mail: "This code writes an e-mail."
    case .contact: "This code adds a contact."
    case .wifi: "This code joins a Wi-Fi network."
    case .text: "This code holds a text."
    case .unknown: "This code holds data of a kind that is not known."
    }
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

  /// The same code with another payload, or none.
  package func with(payload: String?) -> ReportedCode {
    var code = self
    code.payload = payload
    return code
  }
}

extension ScanReport.Item {
  /// The rule of an item that says which address the company that speaks uses itself.
  package static let speakerRule = "fact.speaker"
  /// The rule of an item that says whether the page names whom a code pays.
  package static let payeeRule = "fact.payee"

  /// What a code does, if this item says so; nil for any other reason.
  package var codeAction: CodeAction? {
    weight == 0 && rule.hasPrefix("code.") ? CodeAction(rawValue: String(rule.dropFirst("code.".count))) : nil
  }
}
