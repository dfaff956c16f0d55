/// Signals that come from entities, brands and the look of words, not from phrases of the rule files. The raw value is
/// the name in rule files: `link: shortener` is `link.shortener`.
enum BuiltInSignal: String, CaseIterable {
  case linkAny = "link.any"
  /// A company is named nearby, and the link does not lead to it.
  case linkForeignToBrand = "link.foreign_to_brand"
  /// An official address of a company on the list.
  case linkOfficial = "link.official"
  /// Neither official nor well known.
  case linkUnfamiliar = "link.unfamiliar"
  case linkShortener = "link.shortener"
  case linkAddress = "link.raw_ip"
  case linkOddEnding = "link.odd_ending"
  case linkFreeHost = "link.free_host"
  /// A company's name, or a misspelling of one, in an address that is not its own.
  case linkLookAlike = "link.look_alike"
  case linkPunycode = "link.punycode"
  case linkMessenger = "link.messenger"
  case linkManyHyphens = "link.many_hyphens"
  case linkRandomPath = "link.random_path"
  /// The registered name contains a word such as "secure" or "verify".
  case linkBaitWord = "link.bait_word"
  /// The link redirects to another address, which is classified instead if the redirecting site is trusted.
  case linkWrapped = "link.wrapped"
  /// Any of the signals above that honest senders avoid.
  case linkSuspicious = "link.suspicious"
  case phoneAny = "phone.any"
  case phonePremium = "phone.premium"
  case phoneTollFree = "phone.toll_free"
  case amountAny = "amount.any"
  /// Up to 10 in any currency: the size of a fake fee.
  case amountSmall = "amount.small"
  /// 500 or more.
  case amountLarge = "amount.large"
  /// 100,000 or more.
  case amountHuge = "amount.huge"
  case emailAny = "email.any"
  /// An address at a free mail provider.
  case emailFree = "email.free"
  /// An address at a listed company or an authority.
  case emailOfficial = "email.official"
  /// Neither official nor free.
  case emailUnfamiliar = "email.unfamiliar"
  case emailLookAlike = "email.look_alike"
  /// The sender's name is a company's, and the address is not.
  case emailForeignToBrand = "email.foreign_to_brand"
  case codeAny = "code.any"
  case codeLink = "code.link"
  case codeUnfamiliar = "code.unfamiliar"
  /// A link that hides where it leads, or looks like another address.
  case codeSuspicious = "code.suspicious"
  case codeForeign = "code.foreign"
  /// The link leads to a domain that is neither official nor on the page, although the page shows others.
  case codeOtherDomain = "code.other_domain"
  /// The page shows the domain that the link leads to.
  case codeShownDomain = "code.shown_domain"
  case codePayment = "code.payment"
  case codeBankPayment = "code.bank_payment"
  case codeCrypto = "code.crypto"
  /// Lets another device into an account.
  case codeSignIn = "code.sign_in"
  case codeWallet = "code.wallet"
  case codeTwoFactor = "code.two_factor"
  /// Hands over all sign-in codes, or holds the key of a wallet.
  case codeHandover = "code.handover"
  case codeCall = "code.call"
  case codeMessage = "code.message"
  case codeMail = "code.mail"
  case codeWiFi = "code.wifi"
  case wallet = "wallet.any"
  case iban = "iban.any"
  case card = "card.any"
  case mixedScript = "text.mixed_script"
  case styledLetters = "text.styled_letters"
  /// At least four words with spaces inside them, close together.
  case splitWords = "text.broken_words"
  /// At least six words in capitals, close together.
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

  /// Its number among the signals of a pack. Built-in signals come first.
  var index: Int32 { Self.indices[self] ?? 0 }

  /// The built-in signal with a number; nil for signals of phrases.
  init?(index: Int32) {
    guard Self.all.indices.contains(Int(index)) else { return nil }
    self = Self.all[Int(index)]
  }

  /// Kept, because `allCases` makes a new array.
  private static let all = allCases

  private static let indices: [BuiltInSignal: Int32] = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, Int32($0)) })

  /// Whether it is a detail beside what a message wants: an amount, a company, the look of words.
  var isDetail: Bool { ["amount", "brand", "text"].contains(rawValue.prefix { $0 != "." }) }

  /// The parts before the full stop.
  static let families: Set<String> = Set(allCases.map { String($0.rawValue.prefix { $0 != "." }) })
}
