internal import Localization
package import ScanModel

/// The texts of a risk notification, on the desktop and in the terminal. Fixed sentences only: no text of the
/// screenshot can reach a notification, which others in the room may see. Tests enforce the wording rules: one sentence
/// says what it looks like, one what to do; no digits, no links, no shouting, no blame.
package enum NotificationText {
  /// The title; nil for a level that is never shown.
  package static func title(_ level: RiskLevel) -> String? {
    switch level {
    case .medium: localized("⚠ Possible Scam - Be Cautious")
    case .high: localized("⚠ Likely Scam Detected - Stay Alert")
    case .low, .unknown: nil
    }
  }

  /// What kind of scam it looks like and one thing to do. At most 200 characters.
  package static func body(_ category: RiskCategory) -> String {
    sentences(category).map { localized($0) }.joined(separator: " ")
  }

  /// The same before it is put into a language.
  package static func sentences(_ category: RiskCategory) -> [Message] {
    [Message(whole: looks(category)), Message(whole: advice(category))]
  }

  /// The body of a notification about several screenshots of different kinds.
  package static var severalKinds: String {
    localized("Several new screenshots look like scams of different kinds. Look at each in the history before you act.")
  }

  /// Confirms that the user marked a warning as wrong, or took that back.
  package static var marked: (title: String, body: String) {
    (
      localized("Marked As Harmless"),
      localized("This screenshot, and messages with the same link or sender, count as harmless from now on.")
    )
  }
  package static var unmarked: (title: String, body: String) {
    (localized("Mark Taken Back"), localized("What was learnt from this screenshot is forgotten."))
  }
  /// The answer to somebody who asked about a picture that gives no reason for a warning; nil for other pictures.
  package static func answer(_ answer: ScanAnswer) -> (title: String, body: String)? {
    switch answer {
    case .clear:
      (
        localized("No Sign of a Scam Found"),
        localized("Nothing in this picture is typical of scams, but I cannot see everything. Ask somebody if in doubt.")
      )
    case .unsure:
      (
        localized("Not Sure"),
        localized("This may be a scam or not. Do not reply or pay before you have asked the sender in a way you know.")
      )
    case .scam, .suspicious, .unknown: nil
    }
  }
  package static var detailsTitle: String { localized("Why You Were Warned") }
  /// Texts for a window that cannot be opened.
  package static var chooseTitle: String { localized("Choose A Screenshot") }
  package static var chooseBody: String { localized("Open a terminal and type: ocr-scan pick.") }
  package static var settingsTitle: String { localized("Open Settings") }
  package static var settingsBody: String { localized("Open a terminal and type: ocr-scan settings list.") }

  /// At most `limit` printable characters. File names in failures may be long and contain anything.
  package static func shortened(_ text: String, to limit: Int) -> String {
    let printable = TerminalEscaping.escaped(text)
    return printable.count <= limit ? printable : printable.prefix(limit - 1) + "…"
  }

  private static func looks(_ category: RiskCategory) -> String {
    switch category {
    case .none, .unknown: "Something in this screenshot is typical of scams."
    case .otpPhishing: "This looks like a request for a one-time code."
    case .credentialPhishing: "This looks like an attempt to get your password or account details."
    case .paymentScam: "This looks like a payment request that may not be genuine."
    case .impersonation: "This looks like someone posing as an organization you trust."
    case .delivery: "This looks like a false message about a delivery."
    case .techSupport: "This looks like a false technical support message."
    case .jobScam: "This looks like a job offer that may not be genuine."
    case .investment: "This looks like an investment offer that promises too much."
    case .crypto: "This looks like a false cryptocurrency offer."
    case .romance: "This looks like someone building trust to ask for money later."
    case .familyEmergency: "This looks like someone posing as a relative or friend in need."
    case .prize: "This looks like a prize that may not exist."
    case .giftCard: "This looks like a request to pay with gift cards."
    case .extortion: "This looks like an attempt to frighten you into paying."
    case .refund: "This looks like a refund that may not be genuine."
    case .rental: "This looks like an offer that may not be genuine."
    case .charity: "This looks like a donation request that may not be genuine."
    case .malwareLure: "This looks like an attempt to make you install something harmful."
    }
  }

  private static func advice(_ category: RiskCategory) -> String {
    switch category {
    case .none, .unknown: "Take a moment and check with someone you trust before you act."
    case .otpPhishing: "Keep such codes to yourself; no genuine service asks for them."
    case .credentialPhishing: "Open the service yourself to sign in, not through the message."
    case .paymentScam: "Check with the payee over a contact you already know before paying."
    case .impersonation: "Contact the organization yourself, using an address or number you already have."
    case .delivery: "Look up the parcel on the carrier's own site or app."
    case .techSupport: "Close the page; do not call and do not let anyone connect to your computer."
    case .jobScam: "Do not pay or send documents before you have checked the employer yourself."
    case .investment: "Do not send money before someone independent has looked at the offer."
    case .crypto: "Do not send coins and keep your recovery phrase to yourself."
    case .romance: "Talk to someone you trust before you send anything."
    case .familyEmergency: "Call the person on the number you have always used."
    case .prize: "Do not pay a fee or give your details to receive it."
    case .giftCard: "Do not buy or send cards; no genuine organization takes payment this way."
    case .extortion: "Do not pay or reply; keep the message and report it to the police."
    case .refund: "Check your account yourself; a genuine refund does not need your details."
    case .rental: "Do not pay before you have seen what is offered and checked the owner."
    case .charity: "Give through the charity's own site if you want to help."
    case .malwareLure: "Do not open or install it; get programs from their official source."
    }
  }
}
