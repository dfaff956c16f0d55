/// A company or authority that scams pretend to be.
struct Brand: Sendable {
  enum Kind: String, CaseIterable {
    case bank, delivery, authority, tech, shop, payment, crypto, telecom, messenger, toll

    var signal: EntitySignal {
      switch self {
      case .bank: .brandBank
      case .delivery: .brandDelivery
      case .authority: .brandAuthority
      case .tech: .brandTech
      case .shop: .brandShop
      case .payment: .brandPayment
      case .crypto: .brandCrypto
      case .telecom: .brandTelecom
      case .messenger: .brandMessenger
      case .toll: .brandToll
      }
    }
  }

  var name: String
  var kind: Kind
  /// Registrable domains that belong to it.
  var domains: [String]
  /// Its name counts only with the capital letters as written: "UPS", "Chase".
  var isCased: Bool
}

/// Lists of domains that rules refer to by `link:` conditions.
struct DomainLists: Sendable {
  enum List: String, CaseIterable {
    case shorteners
    case oddEndings = "odd_endings"
    case freeHosts = "free_hosts"
    case messengers
    /// Known to everybody; a link there says nothing.
    case familiar
    /// Under these only authorities and public institutions get a name: "gov.uk" and what ends on it.
    case authorities
    case freeMail = "free_mail"
    /// Hosts that pass visitors on to any address they are given.
    case redirectors
    /// Companies send newsletters through these, from a subdomain with their name.
    case mailServices = "mail_services"
    /// Sites on which firms have a page and say so above their address.
    case profiles
    /// Words in host names that honest addresses rarely need.
    case baitWords = "bait_words"
    /// Words that are one letter away from the name of a company, or hold it by chance.
    case ordinaryWords = "ordinary_words"
  }

  private var lists: [List: Set<String>] = [:]

  func contains(_ domain: String, in list: List) -> Bool { lists[list]?.contains(domain) ?? false }

  func entries(of list: List) -> Set<String> { lists[list] ?? [] }

  mutating func add(_ entries: [String], to list: List) { lists[list, default: []].formUnion(entries) }
}
