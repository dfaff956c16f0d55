internal import CodeContents
internal import ScanModel
internal import TextEntities

/// Compares what a code would pay with the page: an ordinary bill names payee, amount and account. A code that was put
/// over another, or a forged bill, pays something else.
struct PaymentCheck {
  /// Words of a payee's name with fewer letters, such as "GmbH", "Ltd" or "de", tell nothing.
  private static let shortestName = 5
  /// Of the value; the smallest unit of most currencies is a hundredth.
  private static let tolerance = 0.004
  /// Groups of digits that spaces divide: "1 250 000".
  private static let maximumGroups = 4

  private let features: PageFeatures
  /// Amounts and accounts on the page itself, without the words that codes add.
  private let amounts: [Entity]
  private let accounts: [String]
  private let names: Set<String>

  init(_ features: PageFeatures, codes: [PageCode]) {
    self.features = features
    let added = codes.filter { !$0.content.words.isEmpty }.map(\.box)
    let hidden = features.page.words.filter { word in added.contains { $0.contains(word.box) } }.map(\.range)
    let shown = features.entities.filter { entity in !hidden.contains { $0.overlaps(entity.range) } }
    amounts = shown.filter { $0.kind == .amount }
    accounts = shown.filter { $0.kind == .iban }.map { Self.account(features.scalars.string($0.range)) }
    names = Set(Self.words(features.page.text))
  }

  /// What differs from the page, the plainest first, or, if nothing does, that the page says the same. Nothing if the
  /// code names no payee, amount or account that could be compared.
  func facts(of content: CodeContent) -> (doubts: [Message], agreement: Message?) {
    guard content.action == .pay else { return ([], nil) }
    let payee = content.payee.flatMap { isNamed($0).map { (name: content.payee ?? "", isNamed: $0) } }
    let hasAmount = content.amount.flatMap(isOnPage)
    var doubts: [Message] = []
    if let account = content.account.map(Self.account), !accounts.isEmpty, !accounts.contains(account),
      IBANFormat(country: String(account.prefix(2)))?.length == account.count
    {
      doubts.append(PaymentWording.otherAccount(end: String(account.suffix(4))))
    }
    if let amount = content.amount, hasAmount == false {
      let others = Set(amounts.map { $0.amount ?? 0 })
      let only = others.count == 1 ? amounts.first.map { words(of: $0) } : nil
      doubts.append(PaymentWording.otherAmount(amount, page: only))
    }
    guard let payee else { return (doubts, nil) }
    if !payee.isNamed { doubts.append(PaymentWording.stranger(payee.name, amount: content.amount)) }
    let amount = hasAmount == true ? content.amount : nil
    return (doubts, doubts.isEmpty ? PaymentWording.agreement(payee.name, amount: amount) : nil)
  }

  /// Whether the page has a word of a payee's name; nil if the name has none that tells anything.
  private func isNamed(_ payee: String) -> Bool? {
    let words = Self.words(payee).filter { $0.count >= Self.shortestName }
    return words.isEmpty ? nil : !names.isDisjoint(with: words)
  }

  /// Whether the page has an amount such as "84.20 EUR"; nil if it has none at all.
  private func isOnPage(_ amount: String) -> Bool? {
    guard let number = amount.split(separator: " ").first, let value = Double(number) else { return nil }
    if amounts.contains(where: { abs(($0.amount ?? 0) - value) < Self.tolerance }) { return true }
    if isWritten(number) { return true }
    return amounts.isEmpty ? nil : false
  }

  /// Whether a number is on the page in any notation: "1250.00", "1.250,00", "1 250".
  private func isWritten(_ number: Substring) -> Bool {
    let digits = String(number.filter { $0 != "." })
    let forms = number.contains(".") ? [digits] : [digits, digits + "00"]
    return features.page.text.split { !($0.isWholeNumber || $0.isWhitespace || ".,'\u{2019}".contains($0)) }
      .contains { run in
        let groups = run.split(whereSeparator: \.isWhitespace)
        return groups.indices.contains { start in
          var written = groups[start].filter(\.isWholeNumber)
          if forms.contains(written) { return true }
          // Spaces divide thousands.
          let further = groups[(start + 1)...].prefix { $0.prefix(while: \.isWholeNumber).count == 3 }
          return further.prefix(Self.maximumGroups).contains { group in
            written += group.filter(\.isWholeNumber)
            return forms.contains(written)
          }
        }
      }
  }

  private func words(of amount: Entity) -> String {
    let text = features.scalars.string(amount.range).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return TerminalEscaping.escaped(text)
  }

  private static func account(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber }.uppercased() }

  private static func words(_ text: String) -> [String] { text.lowercased().split { !$0.isLetter }.map(String.init) }
}

/// The sentences that say whether a page fits what its code pays.
enum PaymentWording {
  static func otherAccount(end: String) -> Message {
    "The code pays another account than the one on the page (it ends in \(end))."
  }

  /// `page`: the only amount of the page, as it is written there.
  static func otherAmount(_ amount: String, page: String?) -> Message {
    if let page {
      "The code pays \(amount); the page says \(page)."
    } else {
      "The code pays \(amount), an amount that is nowhere on the page."
    }
  }

  static func stranger(_ name: String, amount: String?) -> Message {
    if let amount {
      "The code pays \(amount) to \(name), who is named nowhere on the page."
    } else {
      "The code pays \(name), who is named nowhere on the page."
    }
  }

  static func agreement(_ name: String, amount: String?) -> Message {
    if let amount {
      "The code pays \(amount) to \(name), as the page says."
    } else {
      "The code pays \(name), who is named on the page."
    }
  }
}
