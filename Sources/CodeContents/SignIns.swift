internal import ScanModel
internal import TextEntities

/// Codes that give another device or site access to an account. Whoever shows one wants access. Tokens are secrets.
enum SignIns {
  /// How the codes begin that apps show to link a device, and the name of the account's service, or of what is done.
  private static let services: KeyValuePairs = [
    "https://wa.me/settings/linked_devices": "WhatsApp", "tg://login": "Telegram", "sgnl://linkdevice": "Signal",
    "tsdevice:": "Signal", "sgnl://rereg": "Signal", "https://discord.com/ra/": "Discord",
    "https://discordapp.com/ra/": "Discord", "https://s.team/q/": "Steam", "https://login.weixin.qq.com/l/": "WeChat",
    "https://login.wx.qq.com/": "WeChat", "https://line.me/r/au/lgn/sq/": "LINE", "bankid.": "bank sign-in (BankID)",
    "threema-web": "Threema",
  ]

  static let walletEffect: Message = "This code connects your crypto wallet to a site."

  static func parse(_ text: String) -> CodeContent? {
    if isWhatsAppWeb(text) { return content("WhatsApp") }
    if text.beginsWith("FIDO:/") {
      return CodeContent(.signIn, "This code signs another device in with your passkey.", trait: .deviceSignIn)
    }
    if text.beginsWith("wc:"), text.contains("@") {
      return CodeContent(.signIn, walletEffect, trait: .walletConnection)
    }
    return services.first { text.beginsWith($0.key) }.map { content($0.value) }
  }

  private static func content(_ service: String) -> CodeContent {
    CodeContent(.signIn, "This code lets another device use your \(service) account.", trait: .deviceSignIn)
  }

  /// A version such as "2@" before the first, and three or more parts in Base64 with commas between them.
  private static func isWhatsAppWeb(_ text: String) -> Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count >= 3, let at = parts[0].firstIndex(of: "@"), !parts[0][..<at].isEmpty,
      parts[0][..<at].utf8.allSatisfy({ (0x30...0x39).contains($0) }), parts[0].utf8.count >= 20
    else { return false }
    return parts.dropFirst().prefix(2).allSatisfy { part in
      part.utf8.count >= 20
        && part.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || "+/=-_".unicodeScalars.contains($0) }
    }
  }
}
