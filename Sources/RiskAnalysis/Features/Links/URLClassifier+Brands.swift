internal import TextEntities

extension URLClassifier {
  /// The brands that own a host: its registrable domain, the host itself, a whole suffix ("gov.it"), or a domain below
  /// which they hand out names ("withgoogle.com").
  func owners(ofHost host: String, registrable: String) -> [Int] {
    let registered = owners(of: registrable)
    if !registered.isEmpty { return registered }
    let exact = owners(of: host)
    if !exact.isEmpty { return exact }
    let below = owners(of: PublicSuffixList.registrableDomain(of: host, section: .registries))
    if !below.isEmpty { return below }
    return PublicSuffixList.suffix(of: host, section: .registries).map(owners(of:)) ?? []
  }

  /// The brands that own a domain.
  private func owners(of domain: String) -> [Int] {
    owners.numbers(of: Self.hash(of: domain)).map(Int.init).filter { brands[$0].domains.contains(domain) }
  }

  /// Indices of the brands with this name, ascending.
  func brandsNamed(_ word: String) -> [Int] {
    let name = Self.canonical(word)
    return byName.numbers(of: WordHash(name)).map(Int.init).filter { Self.canonical(brands[$0].name) == name }
  }

  /// Whether the domain is the company's name under a country code that the table does not know.
  func isPlainNamesake(_ registrable: String, of brand: Brand) -> Bool {
    let ending = ending(of: registrable)
    return ending.utf8.count <= Self.maximumPlainEnding && !lists.contains(ending, in: .oddEndings)
      && brand.domains.contains { Self.name(of: $0) == Self.name(of: registrable) }
  }
}
