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
