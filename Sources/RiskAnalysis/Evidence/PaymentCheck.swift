internal import CodeContents
internal import ScanModel
internal import TextEntities

/// Compares what a code would pay with the page: an ordinary bill names payee, amount and account. A code that was put
/// over another, or a forged bill, pays something else.
struct PaymentCheck {
  /// An amount of the page as it is written, in hundredths.
  private struct Amount {
    var value: Int
    /// Nil if the sign does not tell.
    var currency: String?
    var range: Range<Int>
    /// Whether digits before it, behind a space, may belong to it.
    var mayGoOn: Bool
    /// Whether digits that belong to it follow, so that it is not what the page says.
    var isCut: Bool
  }

  private let features: PageFeatures
  /// Amounts and accounts on the page itself, without the words that codes add.
  private let amounts: [Amount]
  private let accounts: [String]
  private let numbers: WrittenNumbers
  private let names: WrittenNames
  /// Whether an account or the page as a whole may be misread.
  private let hasUncertainAccount: Bool
  private let isUncertain: Bool

  init(_ features: PageFeatures, codes: [PageCode]) {
    self.features = features
    let hidden = features.page.words(addedBy: codes)
    let entities = features.entities(without: codes)
    var scalars = features.scalars
    for range in hidden {
      for place in range.clamped(to: 0..<scalars.count) { scalars[place] = "\n" }
    }
    amounts = entities.filter { $0.kind == .amount }.compactMap { Self.amount($0, in: scalars) }
    let ibans = entities.filter { $0.kind == .iban }
    accounts = ibans.map { Self.account(features.scalars.string($0.range)) }
    hasUncertainAccount = ibans.contains { features.confidence.isUncertain($0.range) }
    isUncertain = features.confidence.isUncertain(0..<scalars.count)
    names = WrittenNames(scalars, features)
    numbers = WrittenNumbers(scalars)
  }

  /// What differs from the page, the plainest first, or, if nothing does, what the page says, too. Nothing if the code
  /// names no payee, amount or account that could be compared, or the page may be misread there.
  func facts(of content: CodeContent) -> (doubts: [Message], agreement: Message?) {
    guard content.action == .pay else { return ([], nil) }
    var doubts: [Message] = []
    let account = content.account.map(Self.account)
    let isOtherAccount = !accounts.isEmpty && account.map(accounts.contains) != true
    if let account, isOtherAccount, !hasUncertainAccount, Self.isIBAN(account) {
      doubts.append(PaymentWording.otherAccount(end: String(account.suffix(4))))
    }
    if let amount = content.amount, isElsewhere(amount) {
      let isOne = Set(amounts.map(\.value)).count == 1 && !amounts.contains(where: \.isCut)
      let only = isOne ? amounts.first.map { words(of: $0) } : nil
      doubts.append(PaymentWording.otherAmount(amount, page: only))
    }
    guard let payee = content.payee, let isNamed = names.has(anyOf: payee) else { return (doubts, nil) }
    if !isNamed, !isUncertain { doubts.append(PaymentWording.stranger(payee, amount: content.amount)) }
    guard doubts.isEmpty, !isOtherAccount, names.has(allOf: payee), content.amount.map(isAmountOfPage) ?? true else {
      return (doubts, nil)
    }
    return (
      [],
      PaymentWording.agreement(payee, amount: content.amount, hasAccount: account.map(accounts.contains) ?? false)
    )
  }

  /// Whether a code's amount is none of those on the page, which has some that are well read.
  private func isElsewhere(_ amount: String) -> Bool {
    let (value, currency) = Self.parsed(amount)
    guard let value, !amounts.isEmpty, !amounts.contains(where: { features.confidence.isUncertain($0.range) }) else {
      return false
    }
    let equal = amounts.filter { $0.value == value }
    if let currency, !equal.isEmpty { return equal.allSatisfy { $0.currency != nil && $0.currency != currency } }
    return equal.isEmpty && !numbers.values.contains(value)
  }

  /// Whether a code's amount is one of the page in the same currency.
  private func isAmountOfPage(_ amount: String) -> Bool {
    let (value, currency) = Self.parsed(amount)
    guard let value, let currency else { return false }
    return amounts.contains { $0.value == value && $0.currency == currency && !$0.mayGoOn && !$0.isCut }
  }

  /// The amount of a code, such as "84.20 EUR".
  private static func parsed(_ amount: String) -> (value: Int?, currency: String?) {
    let parts = amount.split(separator: " ")
    return (parts.first.flatMap { Double($0) }.flatMap(hundredths), parts.count > 1 ? String(parts[1]) : nil)
  }

  private static func amount(_ entity: Entity, in scalars: [Unicode.Scalar]) -> Amount? {
    guard let value = entity.amount.flatMap(hundredths) else { return nil }
    let start = WrittenNumbers.start(of: entity.range.lowerBound, in: scalars)
    let sign = scalars.string(entity.range).lowercased()
      .filter { !$0.isNumber && !$0.isWhitespace && !".,'-".contains($0) }
    return Amount(
      value: value, currency: currencies[sign], range: start..<entity.range.upperBound,
      mayGoOn: start < entity.range.lowerBound,
      isCut: WrittenNumbers.goesOn(at: entity.range.upperBound, in: scalars))
  }

  /// What stands for one currency only.
  private static let currencies = [
    "\u{20AC}": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "\u{A3}": "GBP", "gbp": "GBP", "quid": "GBP",
    "chf": "CHF", "usd": "USD", "\u{20B9}": "INR", "inr": "INR", "brl": "BRL", "pln": "PLN", "sek": "SEK", "nok": "NOK",
    "dkk": "DKK", "sgd": "SGD",
  ]

  private static func hundredths(_ value: Double) -> Int? { value < 1e15 ? Int((value * 100).rounded()) : nil }

  private func words(of amount: Amount) -> String {
    let text = features.scalars.string(amount.range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return TerminalEscaping.escaped(text)
  }

  private static func account(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber }.uppercased() }

  /// Whether it has the form of its country, or the check digits of some other one.
  private static func isIBAN(_ account: String) -> Bool {
    let scalars = Array(account.unicodeScalars)
    return IBANFormat(country: String(account.prefix(2)))?.length == account.count
      || EntityScanner.entities(in: scalars).contains { $0.kind == .iban && $0.range == 0..<scalars.count }
  }
}

/// The sentences that say whether a page fits what its code pays.
enum PaymentWording {
  static func otherAccount(end: String) -> Message {
    "The code pays another account than the one on the page (it ends in \(end))."
  }

  /// `page`: the only amount of the page, as it is written there.
  static func otherAmount(_ amount: String, page: String?) -> Message {
    page.map { "The code pays \(Message(amount: amount)); the page says \($0)." }
      ?? "The code pays \(Message(amount: amount)), an amount that is nowhere on the page."
  }

  static func stranger(_ name: String, amount: String?) -> Message {
    amount.map { "The code pays \(Message(amount: $0)) to \(name), who is named nowhere on the page." }
      ?? "The code pays \(name), who is named nowhere on the page."
  }

  /// Whoever made the code chose the name, so it is no more than that.
  static func agreement(_ name: String, amount: String?, hasAccount: Bool) -> Message {
    let name = String(name.filter { !"\"\u{201C}\u{201D}\u{201E}".contains($0) })
    return switch (amount, hasAccount) {
    case (nil, false): "The code gives the name “\(name)”, as the page does."
    case (let amount?, false): "The code gives the name “\(name)” and \(Message(amount: amount)), as the page does."
    case (nil, true): "The code gives the name “\(name)” and the account, as the page does."
    case (let amount?, true):
      "The code gives the name “\(name)”, \(Message(amount: amount)) and the account, as the page does."
    }
  }
}
