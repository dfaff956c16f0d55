package import ScanModel

extension CodeContent {
  /// Restores what a code does from what a report or the history keeps of it.
  /// - Parameters:
  ///   - action: The code's action.
  ///   - payload: Nil for secrets and if none is stored; parts of it may be redacted.
  ///   - effect: The sentence that says what it does, or the general one for the action if none is stored.
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

  /// Derives the traits from the sentence, which is all that is kept of a secret.
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
