package import ScanModel

extension CodeContent {
  /// What a code does, by what a report or the history keeps of it.
  /// - Parameters:
  ///   - action: Of the code.
  ///   - payload: Nil for secrets, and where none is stored; parts of it may be redacted.
  ///   - effect: The sentence that says what it does; the general one of the action if none is kept.
  package init(action: CodeAction, payload: String?, effect: String) {
    if let payload {
      let parsed = CodeContent(parsing: payload)
      if parsed.action == action {
        self = parsed
        self.payload = payload
        self.effect = effect
        return
      }
    }
    self.init(action, effect, payload: payload, traits: Self.traits(of: action, effect))
  }

  /// What the sentence tells. It is all that is kept of a secret.
  private static func traits(of action: CodeAction, _ effect: String) -> Set<Trait> {
    switch action {
    case .signIn: [effect == SignIns.walletEffect ? .walletConnection : .deviceSignIn]
    case .secret:
      if effect == Secrets.exportEffect {
        [.twoFactorExport]
      } else if effect == Secrets.walletKeyEffect {
        [.walletKey]
      } else if effect.contains(Secrets.twoFactorWords) {
        [.twoFactorSetup]
      } else {
        []
      }
    case .pay: [CryptoPayments.isEffect(effect) ? .cryptoPayment : .bankPayment]
    case .openLink, .call, .message, .mail, .contact, .wifi, .text, .unknown: []
    }
  }
}
