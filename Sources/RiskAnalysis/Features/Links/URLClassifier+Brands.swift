internal import TextEntities

extension URLClassifier {
  /// The brands to which a host belongs: by the domain that was registered, by the host itself, or because they have a
  /// whole ending ("gov.it"), or hand out names below their own domain ("withgoogle.com").
  func owners(ofHost host: String, registrable: String) -> [Int] {
    let found = owners(of: registrable)
    if !found.isEmpty { return found }
    let exact = owners(of: host)
    if !exact.isEmpty { return exact }
    let ownEnding = owners(of: PublicSuffixList.registrableDomain(of: host, section: .registries))
    if !ownEnding.isEmpty { return ownEnding }
    return PublicSuffixList.suffix(of: host, section: .registries).map(owners(of:)) ?? []
  }

  /// The brands to which a domain belongs.
  private func owners(of domain: String) -> [Int] {
    owners.numbers(of: Self.hash(of: domain)).map(Int.init).filter { brands[$0].domains.contains(domain) }
  }

  /// The brands that are called so, ascending.
  func brandsNamed(_ word: String) -> [Int] {
    let name = Self.canonical(word)
    return byName.numbers(of: WordHash(name)).map(Int.init).filter { Self.canonical(brands[$0].name) == name }
  }

  /// The name under which a company registers, in a country that the table does not know.
  func isPlainNamesake(_ registrable: String, of brand: Brand) -> Bool {
    let ending = ending(of: registrable)
    return ending.utf8.count <= Self.maximumPlainEnding && !lists.contains(ending, in: .oddEndings)
      && brand.domains.contains { Self.name(of: $0) == Self.name(of: registrable) }
  }
}
