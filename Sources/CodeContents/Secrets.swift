internal import ScanModel
internal import TextEntities

/// Codes whose content is a secret: only its kind and its issuer are kept.
enum Secrets {
  /// Numbers of recovery words (BIP-39).
  private static let recoveryWords: Set<Int> = [12, 15, 18, 21, 24]

  static let exportEffect: Message = "This code hands over the sign-in codes of all accounts in an app."
  static let walletKeyEffect: Message = "This code holds the secret of a wallet: whoever has it has the money."
  /// Part of the sentence about a code that sets up two-factor sign-in.
  static let twoFactorWords = " sets up sign-in codes"

  static func parse(_ text: String) -> CodeContent? {
    if text.beginsWith("otpauth-migration:") { return CodeContent(.secret, exportEffect, trait: .handover) }
    if let fields = URIFields(text, scheme: "otpauth") { return twoFactor(fields) }
    if isWalletKey(text) { return CodeContent(.secret, walletKeyEffect, trait: .handover) }
    if text.hasPrefix("LPA:1$") { return CodeContent(.secret, "This code installs a phone contract (eSIM).") }
    if text.hasPrefix("MT:") || text.hasPrefix("X-HM://") || text.hasPrefix("DPP:") {
      return CodeContent(.secret, "This code lets a phone set up a device at home.")
    }
    if text.contains("PRIVATE KEY-----") || text.beginsWith("AGE-SECRET-KEY-") {
      return CodeContent(.secret, "This code holds a secret key.")
    }
    return nil
  }

  private static func twoFactor(_ fields: URIFields) -> CodeContent {
    // "totp/Issuer:account": the account is private too.
    let label = fields.path.split(separator: "/", maxSplits: 1).last ?? ""
    let named = label.contains(":") ? label.split(separator: ":").first.map(String.init) : nil
    let issuer = (fields["issuer"] ?? named)?.shown
    return CodeContent(
      .secret,
      issuer.map { "This code sets up sign-in codes for \($0)." } ?? "This code sets up sign-in codes.",
      trait: .twoFactorSetup)
  }

  /// Recovery words, an extended private key (BIP-32), or a private key in the format of wallets.
  private static func isWalletKey(_ text: String) -> Bool {
    let words = text.split(separator: " ")
    if recoveryWords.contains(words.count),
      words.allSatisfy({ (3...8).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } })
    {
      return true
    }
    let isBase58 = text.unicodeScalars.allSatisfy { Base58.isDigit($0.value) }
    if text.utf8.count >= 100, isBase58, ["xprv", "yprv", "zprv", "tprv"].contains(where: text.hasPrefix) {
      return true
    }
    return isBase58
      && (text.utf8.count == 51 && text.hasPrefix("5")
        || text.utf8.count == 52 && (text.hasPrefix("K") || text.hasPrefix("L")))
  }
}
