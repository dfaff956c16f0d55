package import ScanModel
internal import TextEntities

/// What a code would do, without the secrets that may be in it.
package struct CodeContent: Sendable, Hashable {
  /// What the analysis needs to know about a code besides its action.
  package enum Trait: Sendable, Hashable {
    /// Other payments are between bank accounts, or in a national system: EPC, Swiss QR-bill, SPAYD, UPI, PIX, EMVCo.
    case cryptoPayment
    /// Signs another device in to a messenger or other account.
    case deviceSignIn
    case walletConnection
    /// Sets up sign-in codes for one account.
    case twoFactorSetup
    /// Hands over all sign-in codes of an app, or a wallet by its key or recovery words.
    case handover
  }

  /// Unicode scalars of a name or number in `effect`; longer ones are truncated.
  static let maximumName = 60

  package var action: CodeAction
  /// What the code does, as a sentence that names the details; safe to show.
  package var effect: Message
  /// The content for display; nil for secrets. Not yet redacted like stored text.
  package var payload: String?
  /// Words that the content adds to the page for judging: a link, number or account.
  package var words: [String]
  package var trait: Trait?
  /// Whom a bank payment goes to, as the code names it; nil if it names nobody.
  package var payee: String?
  /// The amount of a bank payment, such as "480 EUR"; nil if the payer enters it.
  package var amount: String?
  /// The account that a bank payment goes to, without spaces; nil if the code gives none.
  package var account: String?

  init(_ action: CodeAction, _ effect: Message, payload: String? = nil, words: [String] = [], trait: Trait? = nil) {
    self.action = action
    self.effect = effect
    self.payload = payload
    self.words = words
    self.trait = trait
  }

  /// Parses the content of a code. Linear in its length, which is truncated to `RecognizedCode.maximumPayload`.
  /// - Parameter raw: The content as read; comes from a stranger.
  package init(parsing raw: String) {
    let text = raw.utf8.count <= RecognizedCode.maximumPayload ? raw : Self.cut(raw)
    self = Self.parse(text.trimmed)
    // Secrets are kept in no field that could be shown by mistake.
    if action == .secret || action == .signIn { payload = nil }
  }

  private static func cut(_ text: String) -> String {
    var cut = text.utf8.prefix(RecognizedCode.maximumPayload)
    while !cut.isEmpty, String(cut) == nil { cut.removeLast() }
    return String(cut) ?? ""
  }

  private static func parse(_ text: String) -> CodeContent {
    if text.isEmpty { return CodeContent(.unknown, CodeAction.unknown.sentence) }
    return Secrets.parse(text) ?? SignIns.parse(text) ?? BankPayments.parse(text) ?? MerchantPayments.parse(text)
      ?? CryptoPayments.parse(text) ?? Contacts.parse(text) ?? Links.parse(text) ?? plainText(text)
  }

  /// Text that is judged like the text of the page.
  private static func plainText(_ text: String) -> CodeContent {
    let isText = text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control || $0 == "\n" || $0 == "\r" || $0 == "\t"
    }
    guard isText else { return CodeContent(.unknown, CodeAction.unknown.sentence, payload: text) }
    return CodeContent(.text, CodeAction.text.sentence, payload: text, words: Links.words(text, maximumWords))
  }

  private static let maximumWords = 200

  /// Restores what a code does from what a report or the history keeps of it: no payload of a secret, one that may be
  /// redacted of others, and the sentence that says what it does, or the general one for the action.
  package init(action: CodeAction, payload: String?, effect: Message) {
    if let parsed = payload.map(CodeContent.init(parsing:)), parsed.action == action {
      self = parsed
      self.payload = payload
      self.effect = effect
    } else {
      self.init(action, effect, payload: payload, trait: Self.trait(of: action, effect.english))
    }
  }

  /// Derives the trait from the sentence, which is all that is kept of a secret.
  private static func trait(of action: CodeAction, _ effect: String) -> Trait? {
    switch action {
    case .signIn: effect == SignIns.walletEffect.english ? .walletConnection : .deviceSignIn
    case .secret where effect.contains(Secrets.twoFactorWords): .twoFactorSetup
    case .secret where [Secrets.exportEffect, Secrets.walletKeyEffect].map(\.english).contains(effect): .handover
    case .pay where CryptoPayments.isEffect(effect): .cryptoPayment
    default: nil
    }
  }
}

extension StringProtocol {
  /// Its first words. A line end between two becomes "\r" in one word, which is of one line: an address may go on there.
  func words(_ maximum: Int) -> [String] {
    var words: [String] = []
    var gap: [Unicode.Scalar] = []
    for scalar in unicodeScalars {
      if scalar.properties.isWhitespace {
        gap.append(scalar)
        continue
      }
      let isLineEnd = gap.allSatisfy(WebAuthority.isSkipped) && gap.count { $0 == "\n" } < 2
      if words.isEmpty || !isLineEnd {
        if words.count == maximum { break }
        words.append("")
      } else if !gap.isEmpty {
        words[words.count - 1].append("\r")
      }
      words[words.count - 1].unicodeScalars.append(scalar)
      gap = []
    }
    return words
  }

  /// Without white space at both ends.
  var trimmed: String {
    var scalars = Substring.UnicodeScalarView(String(self).unicodeScalars)
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }

  /// A name from a code, fit for a sentence: on one line, escaped and truncated; nil if nothing is left.
  var shown: String? {
    let line = String(self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if line.isEmpty { return nil }
    let cut = line.unicodeScalars.prefix(CodeContent.maximumName)
    let escaped = TerminalEscaping.escaped(String(String.UnicodeScalarView(cut)))
    return cut.count < line.unicodeScalars.count ? escaped + "…" : escaped
  }

  /// Whether it begins with this ASCII text, ignoring case.
  func beginsWith(_ prefix: String) -> Bool {
    unicodeScalars.starts(with: prefix.unicodeScalars) { $0.asciiLowercased == $1.asciiLowercased }
  }
}

/// A code of a page for judging: what it would do, and where it is.
package struct PageCode: Sendable, Hashable {
  package var kind: CodeKind
  package var content: CodeContent
  /// Bounds in pixels of the screenshot.
  package var box: PixelRect

  package init(kind: CodeKind, content: CodeContent, box: PixelRect) {
    self.kind = kind
    self.content = content
    self.box = box
  }

  /// Keeps what the code would do. Its payload, which may be a secret, goes no further.
  package init(_ code: RecognizedCode) {
    self.init(kind: code.kind, content: CodeContent(parsing: code.payload), box: code.box)
  }
}
