/// Lists of domains and words for classifying links and e-mail addresses.
struct DomainLists: Sendable {
  enum List: String, CaseIterable {
    case shorteners
    case oddEndings = "odd_endings"
    case freeHosts = "free_hosts"
    /// Pages that anybody can make on a company's own host: "host/first part of the path", or "host/*".
    case openPages = "open_pages"
    case messengers
    /// Well-known sites; a link to them means nothing.
    case familiar
    /// Well-known sites whose pages are by their users.
    case openSites = "open_sites"
    /// Suffixes reserved for public authorities, such as "gov.uk".
    case authorities
    case freeMail = "free_mail"
    /// Trusted hosts that redirect to any address they are given.
    case redirectors
    /// Services through which companies send newsletters, from a subdomain with the company's name.
    case mailServices = "mail_services"
    /// Sites on which companies have profiles, which they name above their address.
    case profiles
    /// Words that honest host names rarely need.
    case baitWords = "bait_words"
    /// Words that resemble a company's name by chance.
    case ordinaryWords = "ordinary_words"
  }

  private var lists: [List: Set<String>] = [:]

  func contains(_ domain: String, in list: List) -> Bool { lists[list]?.contains(domain) ?? false }

  func entries(of list: List) -> Set<String> { lists[list] ?? [] }

  mutating func add(_ entries: [String], to list: List) { lists[list, default: []].formUnion(entries) }
}
