/// Signals that come from entities and from the shape of words rather than from phrases.
///
/// The raw value is the form of rule files: `link: shortener` is `link.shortener`.
enum EntitySignal: String, CaseIterable {
  case linkAny = "link.any"
  /// A company is named nearby, and the link is not one of its own addresses.
  case linkForeignToBrand = "link.foreign_to_brand"
  /// An official address of a company on the list.
  case linkOfficial = "link.official"
  /// Neither official nor a well-known site.
  case linkUnfamiliar = "link.unfamiliar"
  case linkShortener = "link.shortener"
  case linkAddress = "link.raw_ip"
  case linkOddEnding = "link.odd_ending"
  case linkFreeHost = "link.free_host"
  /// The name of a company inside an address that is not its own, or a misspelling of one.
  case linkLookAlike = "link.look_alike"
  case linkPunycode = "link.punycode"
  case linkMessenger = "link.messenger"
  case linkManyHyphens = "link.many_hyphens"
  case linkRandomPath = "link.random_path"
  /// The name of the address contains a word such as "secure" or "verify".
  case linkBaitWord = "link.bait_word"
  /// The address leads on to another one, which is judged in its place if it stands in a link of a trusted site.
  case linkWrapped = "link.wrapped"
  /// Any of the marks above that an honest sender avoids.
  case linkSuspicious = "link.suspicious"
  case phoneAny = "phone.any"
  case phonePremium = "phone.premium"
  case phoneTollFree = "phone.toll_free"
  case amountAny = "amount.any"
  /// Up to 10 of any currency: the size of a pretended fee.
  case amountSmall = "amount.small"
  /// From 500 up.
  case amountLarge = "amount.large"
  /// From 100,000 up.
  case amountHuge = "amount.huge"
  case emailAny = "email.any"
  /// An address at a provider where anyone gets one.
  case emailFree = "email.free"
  /// An address below a domain of a company on the list or of an authority.
  case emailOfficial = "email.official"
  /// Neither official nor well known nor free.
  case emailUnfamiliar = "email.unfamiliar"
  /// The name of a company inside a domain that is not its own, or a misspelling of one.
  case emailLookAlike = "email.look_alike"
  /// The sender is called like a company, and the address is not one of its own.
  case emailForeignToBrand = "email.foreign_to_brand"
  case wallet = "wallet.any"
  case iban = "iban.any"
  case card = "card.any"
  case mixedScript = "text.mixed_script"
  case styledLetters = "text.styled_letters"
  /// At least four words in pieces.
  case brokenWords = "text.broken_words"
  /// At least six words in capitals.
  case shouting = "text.shouting"
  case brandAny = "brand.any"
  case brandBank = "brand.bank"
  case brandDelivery = "brand.delivery"
  case brandAuthority = "brand.authority"
  case brandTech = "brand.tech"
  case brandShop = "brand.shop"
  case brandPayment = "brand.payment"
  case brandCrypto = "brand.crypto"
  case brandTelecom = "brand.telecom"
  case brandMessenger = "brand.messenger"
  case brandToll = "brand.toll"

  /// Its number among the signals of a pack: entity signals come first.
  var index: Int32 { Self.indices[self] ?? 0 }

  /// The entity signal with a number of a pack, nil for numbers of phrases.
  init?(index: Int32) {
    guard Self.allCases.indices.contains(Int(index)) else { return nil }
    self = Self.allCases[Int(index)]
  }

  private static let indices: [EntitySignal: Int32] = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, Int32($0)) })

  /// The part before the full stop.
  static let families: Set<String> = Set(allCases.map { String($0.rawValue.prefix { $0 != "." }) })
}
