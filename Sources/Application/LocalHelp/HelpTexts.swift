internal import ScanModel

/// Every text of the steps. Calm and forward-looking, without blame or promises.
enum HelpTexts {
  static func now(_ category: RiskCategory) -> [String] {
    [
      "Stop writing, calling and paying; you owe them no answer.",
      special(category),
      "Report the sender in the app or on the site where the message reached you.",
    ].compactMap(\.self)
  }

  /// One sentence on what this kind of scam is after.
  private static func special(_ category: RiskCategory) -> String? {
    switch category {
    case .otpPhishing, .credentialPhishing, .impersonation, .delivery, .refund, .prize:
      "If you typed a password or a code, change that password now on the service's own site, and wherever else you use it."
    case .techSupport, .malwareLure:
      "If you installed something or let somebody into the computer, disconnect the computer from the network and have it "
        + "checked; until then do your banking on another device."
    case .giftCard:
      "Call the company whose name is on the gift card, with card and receipt at hand, and ask it to block the card."
    case .crypto, .investment:
      "Tell the exchange or wallet service that you sent from, and move what is left to a wallet with new secret words."
    case .familyEmergency: "Call the person on the number that you have always used."
    case .romance: "Talk to somebody you trust; whoever offers to get your money back for a fee is deceiving you, too."
    case .extortion: "Do not pay. Secure the account that they say they have, with a new password."
    case .jobScam, .rental:
      "If you sent a copy of your identity card or passport, ask the office that issued it what to do."
    case .charity, .paymentScam, .none, .unknown: nil
    }
  }

  static func bankWords(_ category: RiskCategory) -> [String] {
    var words = ["“I think that I have been deceived. Please stop this payment, or ask for it back.”"]
    switch category {
    case .otpPhishing, .credentialPhishing, .impersonation, .delivery, .refund, .prize, .techSupport, .malwareLure,
      .paymentScam, .unknown, .none:
      words.append("“I may have given away card or banking details. Please block the card and my online banking.”")
    case .jobScam, .investment, .crypto, .romance, .familyEmergency, .giftCard, .extortion, .rental, .charity: break
    }
    words.append("Say when, how much and to whom, and ask for a reference number.")
    words.append("Use the number on your card or in the bank's own app, never one from the message.")
    return words
  }

  static func save(_ category: RiskCategory) -> [String] {
    var things = [
      "the message and this screenshot, with the sender's number, address or profile",
      "links, account numbers and names that they gave you",
      "receipts: when you paid, how much, and how",
      "whom you told, when, and the reference numbers",
    ]
    switch category {
    case .crypto, .investment: things.insert("wallet addresses and transaction numbers", at: 2)
    case .giftCard: things.insert("the gift cards themselves and the receipts of the shop", at: 2)
    case .jobScam, .rental: things.insert("the advertisement and every contract or form", at: 2)
    case .romance, .familyEmergency, .extortion: things.insert("the whole conversation, from the first message", at: 2)
    case .techSupport, .malwareLure: things.insert("the name of what you installed", at: 2)
    case .otpPhishing, .credentialPhishing, .impersonation, .delivery, .refund, .prize, .charity, .paymentScam, .none,
      .unknown:
      break
    }
    return things
  }

  static func briefBank(_ contact: HelpContact?) -> Message {
    guard let contact, let number = contact.ways.first(where: { $0.kind == .call })?.value else {
      return "Call your bank now, on the number on your card."
    }
    let note: Message = contact.note.map { " (\(Message(whole: $0)))" } ?? ""
    return "Call your bank now, on the number on your card. \(Message(whole: contact.name)): \(number)\(note)."
  }

  static func briefReport(_ contact: HelpContact?) -> Message {
    guard let contact else { return "Report it to the police." }
    let ways = contact.ways.prefix(2).map(\.value).joined(separator: ", ")
    let name = Message(whole: contact.name)
    // The note may say who it is for.
    return switch (contact.note.map(Message.init(whole:)), ways.isEmpty) {
    case (nil, true): "Report it: \(name)."
    case (nil, false): "Report it: \(name), \(ways)."
    case (let note?, true): "Report it: \(name) (\(note))."
    case (let note?, false): "Report it: \(name), \(ways) (\(note))."
    }
  }

  static func briefForward(_ contact: HelpContact) -> Message {
    contact.note.map { "Pass the message on: \(contact.ways[0].value) (\(Message(whole: $0)))." }
      ?? "Pass the message on: \(contact.ways[0].value)."
  }
}
