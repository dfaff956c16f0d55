internal import ScanModel
internal import TextEntities

extension SenderFinder {
  /// Letters. Shorter words are in many names.
  private static let minimumWord = 4
  private static let minimumInitials = 3

  /// Compares the words of the name that a sender shows, which mentions some companies of the table, with the address
  /// beside it, for any company, listed or not: shared words, initials, a misspelling. Look-alike letters are equal, so
  /// that a misreading does not accuse anybody.
  /// - Returns: `unclear` for a person who writes from anywhere, and where nothing can be compared.
  func agreement(name: [String], brands: [Brand], localPart: String, domain: String) -> CheckedSender.Agreement {
    if pack.lists.contains(domain, in: .freeMail) { return .freeMail }
    let named = brands.filter { !$0.domains.isEmpty }
    let registrable = PublicSuffixList.registrableDomain(of: domain)
    if named.contains(where: { owns($0, domain) }) {
      // "paypa1.com" may be misread or made to look so, and anybody can have "paypal-verify" below a mail service.
      let isSure = named.contains { !Self.looksAlike($0, registrable) && Self.hasLabel(domain, of: $0) }
      return isSure ? .agrees : .unclear
    }
    let label = URLClassifier.name(of: registrable)
    let words = name.filter { !SenderWords.serviceWords.contains($0.lowercased()) }.map(URLClassifier.canonical)
      .filter { !$0.isEmpty }
    guard !words.isEmpty, !label.isEmpty else { return .unclear }
    // Anybody can have a company's name within a domain; some companies have such domains, too ("sparkasse-musterstadt.de").
    if Self.shares(words, label) { return named.isEmpty ? .agrees : .unclear }
    if !named.isEmpty { return .differs }
    // A person writes from wherever they work.
    let local = localPart.split { !$0.isLetter }.map { URLClassifier.canonical(String($0)) }
    let isPerson = words.contains { word in local.contains { Self.isPart(word, of: $0) || Self.isPart($0, of: word) } }
    if isPerson { return .unclear }
    let speaksForMany = name.contains { SenderWords.serviceWords.contains($0.lowercased()) }
    return speaksForMany ? .differs : .unclear
  }

  /// Whether a domain has the company's name only if look-alike letters are equal.
  private static func looksAlike(_ brand: Brand, _ registrable: String) -> Bool {
    let label = registrable.prefix { $0 != "." }
    return brand.domains.contains { URLClassifier.name(of: $0) == URLClassifier.name(of: registrable) }
      && !brand.domains.contains { $0.prefix { $0 != "." } == label }
  }

  /// Whether a label of a domain is the company's name or that of one of its domains.
  private static func hasLabel(_ domain: String, of brand: Brand) -> Bool {
    let names = URLClassifier.names(of: brand)
    return domain.split(separator: ".").contains { names.contains(URLClassifier.canonical(String($0))) }
  }

  private static func shares(_ words: [[UInt32]], _ label: [UInt32]) -> Bool {
    let joined = Array(words.joined())
    if joined == label || isPart(label, of: joined) || isPart(joined, of: label) { return true }
    if words.contains(where: { isPart($0, of: label) || isPart(label, of: $0) }) { return true }
    let initials = words.compactMap(\.first)
    return initials.count >= minimumInitials && label.starts(with: initials)
  }

  private static func isPart(_ part: [UInt32], of whole: [UInt32]) -> Bool {
    part.count >= minimumWord && URLClassifier.contains(whole, part)
  }
}
