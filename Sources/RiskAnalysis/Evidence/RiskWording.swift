package import ScanModel

/// The wording of an assessment: calm, one sentence each, without any text from the screenshot.
package enum RiskWording {
  /// Characters that fit into a notification.
  package static let maximumLength = 200
  /// Characters. Two messages and the words around them must fit into `maximumLength`.
  static let maximumMessageLength = 88

  /// Beginnings of words that only specialists know.
  private static let jargon = ["phish", "malware", "otp", "url", "heuristic", "tld", "spoof", "payload", "log-odds"]

  /// What is wrong with the wording of a text that users see; nil if nothing.
  package static func problem(in text: String) -> String? {
    if text.isEmpty { return "the text must not be empty" }
    if text.count > maximumLength { return "the text is longer than \(maximumLength) characters" }
    if text.utf8.contains(UInt8(ascii: "!")) { return "no exclamation marks" }
    for word in text.split(whereSeparator: { !$0.isLetter && $0 != "-" }) {
      if word.split(separator: "-").contains(where: { $0.count > 3 && $0.allSatisfy(\.isUppercase) }) {
        return "no words in capitals (\"\(word)\")"
      }
      let lower = word.lowercased()
      if jargon.contains(where: lower.hasPrefix) { return "no jargon (\"\(word)\")" }
    }
    return nil
  }

  /// What is wrong with the message of a rule; nil if nothing.
  static func problem(inMessage message: String) -> String? {
    if message.count > maximumMessageLength { return "the message is longer than \(maximumMessageLength) characters" }
    if message.hasSuffix(".") { return "the message is the end of a sentence, without its full stop" }
    if message.first?.isUppercase == true {
      return "the message goes on after \"It\", so it begins with a small letter"
    }
    return problem(in: message).map { "message: \($0)" }
  }

  /// Makes "asks you to pay" a full sentence.
  static func sentence(_ clause: String) -> Message { "It \(Message(whole: clause))." }

  static func clauses(_ evidence: [Evidence]) -> [Message] {
    evidence.filter { $0.weight > 0 }.compactMap {
      if case .text("It %1$@.", let clause) = $0.message { clause.first } else { nil }
    }
  }

  /// Words by topic. The two reasons of an explanation should be about different topics.
  private static let topics = [
    ["link", "links", "address", "addresses", "site"], ["call", "number"], ["account", "details"], ["parcel"],
    ["code", "codes"], ["prize", "won"], ["money", "pay", "payment", "fee"], ["messenger"], ["device"], ["cards"],
    ["presses", "pressure", "deadline", "once"], ["coins", "wallet"], ["job", "work", "income", "tasks"],
  ]

  /// The first message, which is the strongest, and the next one on another topic, or else simply the next one.
  static func twoReasons(of messages: [Message]) -> [Message] {
    guard let first = messages.first else { return [] }
    let topic = topic(of: first)
    let others = messages.dropFirst().filter { $0 != first }
    let second = others.first { self.topic(of: $0).isDisjoint(with: topic) } ?? others.first
    return [first] + (second.map { [$0] } ?? [])
  }

  private static func topic(of message: Message) -> Set<Int> {
    let words = Set(message.english.split { !$0.isLetter }.map(String.init))
    return Set(topics.indices.filter { !words.isDisjoint(with: topics[$0]) })
  }

  /// Said when time or length kept the rest of a text from being judged.
  static let partExplanation: Message =
    "Only a part of the text could be judged. Nothing in that part looks like a scam."

  /// One sentence with the two strongest reasons for a scam, or what it looks like if none can be shown.
  static func explanation(level: RiskLevel, category: RiskCategory = .unknown, evidence: [Evidence]) -> Message {
    let messages = twoReasons(of: clauses(evidence))
    return switch (level, messages.count) {
    case (.unknown, _): "There was too little readable text to judge."
    case (.low, 0): "Nothing in the text looks like a scam."
    case (.low, _): "It \(messages[0]), which alone is not a sign of a scam."
    case (_, 0): "It \(Message(whole: CueWording.likeness(category)))."
    case (_, 1): "It \(messages[0])."
    default: "It \(messages[0]), and it \(messages[1])."
    }
  }

  /// Nil without a domain; more than three are not named.
  static func ownAddress(of company: String, _ domains: [String]) -> Message? {
    switch domains.count {
    case 0: nil
    case 1: "\(company) itself uses \(domains[0])."
    case 2: "\(company) itself uses \(domains[0]) and \(domains[1])."
    default: "\(company) itself uses \(domains[0]), \(domains[1]) and \(domains[2])."
    }
  }

  static func lookAlike(_ domain: String, of company: String, isMisspelled: Bool) -> Message {
    // Members of a federation, such as local banks, have its name in addresses that no table could list.
    isMisspelled
      ? "\(domain) looks like an address of \(company), but is none."
      : "\(domain) is not among the addresses of \(company) that I know."
  }

  static func contact(at domain: String, isFree: Bool) -> Message {
    isFree
      ? "You are to write to an address at \(domain), where anybody gets one."
      : "You are to write to an address at \(domain)."
  }

  /// `number`: one that does not tell its country.
  static func contact(number: String) -> Message {
    "The message gives the number \(number). I do not know whose number that is."
  }

  static func account(in country: String, holder: String?) -> Message {
    let country = CountryName.of(country)
    return holder.map { "Country of the account: \(country); it is in the name of \($0)." }
      ?? "Country of the account: \(country)."
  }

  /// For a page of low risk of which nobody can say that it is clear.
  static func unsureExplanation(_ clauses: [Message], category: RiskCategory = .unknown) -> Message {
    clauses.first.map { "I am not sure: it \($0), as scams do, and as honest senders sometimes do." }
      ?? "I am not sure: it \(Message(whole: CueWording.likeness(category))), but honest senders write like that, too."
  }

  /// The explanation that a code pays something else than the page says, without names and numbers.
  package static let payeeDoubt = unsureExplanation([Message(whole: CueWording.hidesPayee)])

  static func advice(level: RiskLevel, category: RiskCategory, pack: RulePack) -> Message {
    switch level {
    case .unknown: "Look at the screenshot yourself before you act on it."
    case .low: pack.advice["low"].map(Message.init(whole:)) ?? "Look at the screenshot yourself before you act on it."
    case .medium, .high:
      (pack.advice[category.rawValue] ?? pack.advice["unknown"]).map(Message.init(whole:))
        ?? "Do not reply or pay before you have checked it another way."
    }
  }
}
