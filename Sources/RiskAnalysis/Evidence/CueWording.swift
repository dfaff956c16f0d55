package import ScanModel

/// The wording of the encoder's reasons: ends of sentences that begin with "It", without any text from the screenshot.
package enum CueWording {
  static let strangeSender = "comes from an address that does not fit the name of its sender"
  static let strangeLink = "leads to an address that is not the company's own"
  static let hidesPayee = "does not name whom the code pays"

  static func message(_ cue: RiskCue) -> String {
    switch cue {
    case .asksMoney: "wants you to pay or send money"
    case .asksCredentials: "wants a password, card details or a sign-in from you"
    case .asksCode: "wants a code that only you should have"
    case .presses: "presses you to act quickly"
    case .threatens: "threatens you with what will happen otherwise"
    case .posesAuthority: "speaks in the name of an authority"
    case .posesCompany: "speaks in the name of a company"
    case .posesRelative: "speaks as somebody from your family or a friend"
    case .promisesGain: "promises money or a gain for little in return"
    case .movesChannel: "wants to go on elsewhere, by messenger, telephone or link"
    case .wantsSecrecy: "wants you to keep it to yourself"
    case .newNumber: "claims to come from somebody you know with a new number"
    case .teaches: "warns of scams or reports on them"
    case .genuineNotice: "reads like an ordinary notice"
    }
  }

  /// Used if no single cue stands out.
  package static func likeness(_ category: RiskCategory) -> String {
    switch category {
    case .otpPhishing: "reads like messages that are after one-time codes"
    case .credentialPhishing: "reads like messages that lead to a false sign-in page"
    case .paymentScam: "reads like false demands for payment"
    case .impersonation: "reads like messages that only claim to be from a bank, a company or an office"
    case .delivery: "reads like false parcel notices"
    case .techSupport: "reads like false warnings about a computer"
    case .jobScam: "reads like false job offers"
    case .investment: "reads like false investment offers"
    case .crypto: "reads like false offers of cryptocurrency"
    case .romance: "reads like talk that builds trust to ask for money later"
    case .familyEmergency: "reads like messages of a false relative in need"
    case .prize: "reads like false prizes and giveaways"
    case .giftCard: "reads like requests for gift cards"
    case .extortion: "reads like blackmail"
    case .refund: "reads like false refunds"
    case .rental: "reads like false offers of things to rent or buy"
    case .charity: "reads like false appeals for donations"
    case .malwareLure: "reads like messages that get people to install something harmful"
    case .none, .unknown: "reads like messages that try to trick people"
    }
  }
}
