internal import ScanModel
internal import TextEntities

extension Brand {
  /// The name as people know it, without the words that the table adds to recognize it: "EDF" of "EDF [Energy]".
  var shownName: String {
    name.split(separator: " ").filter { !$0.hasPrefix("[") && !$0.hasSuffix("]") }.joined(separator: " ")
  }

  /// The name that fits one of its addresses: "BBC" of "BBC iPlayer" for bbc.co.uk.
  func shownName(at domain: String) -> String {
    let site = domain.withoutWWW
    let label = URLClassifier.name(of: site)
    if URLClassifier.canonical(site) == URLClassifier.canonical(shownName) { return shownName }
    let words = shownName.split(separator: " ")
    return words.indices.map { words[...$0].joined(separator: " ") }.first { URLClassifier.canonical($0) == label }
      ?? shownName
  }

  /// The names that an address may have of it: the whole one, and one that fits an address of its own ("Orange").
  var namesInAddresses: [String] { [shownName] + domains.map(shownName(at:)) }

  /// Whether an address has the name, or the name that of the address.
  fileprivate func isNamed(in domain: String) -> Bool {
    let (name, label) = (URLClassifier.canonical(shownName), URLClassifier.name(of: domain.withoutWWW))
    return label.count > 2 && (URLClassifier.contains(label, name) || URLClassifier.contains(name, label))
      || URLClassifier.canonical(domain.withoutWWW) == name
  }
}

extension String {
  /// A host as people say it.
  var withoutWWW: String { hasPrefix("www.") ? String(dropFirst(4)) : self }
}

extension URLClassifier {
  /// The company to name for an address: the one that speaks, or whose name is in it; nil if several share it.
  func shownOwner(_ owners: [Int], of domain: String, speaker: Int?) -> String? {
    if let speaker, owners.contains(speaker) { return brands[speaker].shownName }
    let named = owners.count == 1 ? owners : owners.filter { brands[$0].isNamed(in: domain) }
    return named.first.map { brands[$0].shownName(at: domain) }
  }

  /// A company whose name is in an address that is not its own, or nearly so.
  struct Imitated: Equatable {
    var brand: Int
    /// As much of its name as the address has.
    var name: String
    var isMisspelled = false
  }

  /// The company that an address poses as: the one that speaks, if words of the host are its name, or a look-alike's.
  func imitated(by link: Link, speaker: Int?) -> Imitated? {
    if link.hasUserPart { return nil }
    if let speaker, let name = name(of: brands[speaker], in: link) { return Imitated(brand: speaker, name: name) }
    let named = Self.words(of: link.writtenHost).lazy.compactMap { self.brandImpersonation.impersonated(by: $0) }
      .compactMap { self.brands(named: $0).first }.first
    return (named ?? brand(withDomainNamed: Self.name(of: link.writtenDomain))).map { brand in
      // Letters that look alike are equal to those who compare names.
      let name = brands[brand].shownName.lowercased().filter { $0.isLetter || $0.isNumber }
      let isMisspelled = !link.writtenHost.filter { $0 != "-" }.contains(name)
      return Imitated(brand: brand, name: brands[brand].shownName, isMisspelled: isMisspelled)
    }
  }

  /// Whether a link is a company's own if no other host than its may be opened.
  func looksOwned(_ link: Link) -> Bool {
    var link = link
    link.isAmbiguous = false
    return !classifyAddress(of: link).owners.isEmpty
  }

  /// A company's name that whole words of a host are, short as it may be: "usps-redelivery.example".
  func name(of brand: Brand, in link: Link) -> String? {
    let registrable = PublicSuffixList.registrableDomain(of: link.host)
    guard !brand.domains.isEmpty, !isPlainNamesake(registrable, of: brand) else { return nil }
    let words = Self.words(of: link.writtenHost)
    return brand.namesInAddresses.first { name in
      let name = Self.canonical(name)
      return name.count > 2
        && words.indices.contains { start in
          var joined: [UInt32] = []
          return words[start...].contains { word in
            joined += word
            return joined == name
          }
        }
    }
  }

  /// Tokens at the top of a page that say whose it is.
  private static let head = 24

  /// The company that a page names at its top, and whose name is in the page's address, which is not its own. Within the
  /// host of somebody else the name may be that of a program ("outlook.muster.example"), and one that page and address
  /// continue alike is another name: "Sparkasse Musterstadt" at sparkasse-musterstadt.example.
  func posed(by link: Link, on features: PageFeatures) -> Imitated? {
    let registrable = PublicSuffixList.registrableDomain(of: link.host)
    guard link.isCertain, !link.hasUserPart, owners(ofHost: link.host).isEmpty else { return nil }
    let (label, words) = (Self.name(of: link.writtenDomain), Self.words(of: link.writtenDomain))
    func written(_ tokens: Range<Int>) -> [UInt32] { tokens.flatMap { features.folded[features.tokens[$0].folded] } }
    let ordinary = features.tokens.indices.prefix(Self.head).compactMap { index -> PageFeatures.BrandHit? in
      guard features.tokens[index].kind == .word,
        features.tokens[index].isCapitalized || features.tokens[index].isAllCaps
      else { return nil }
      return brand(withDomainNamed: written(index..<(index + 1))).map { (index..<(index + 1), $0) }
    }
    let named = features.brands.prefix { $0.tokens.upperBound <= Self.head } + ordinary
    let found = named.first { hit in
      let name = written(hit.tokens)
      let isInAddress = name.count >= Self.minimumName ? Self.contains(label, name) : words.contains(name)
      guard name.count > 2, isInAddress, !brands[hit.brand].domains.isEmpty,
        !isPlainNamesake(registrable, of: brands[hit.brand])
      else { return false }
      return !features.tokens.indices.contains { index in
        let places = index..<min(features.tokens.count, index + hit.tokens.count)
        guard features.tokens[index].kind == .word, written(places) == name else { return false }
        let end = places.upperBound
        let (before, after) = (written(max(0, index - 1)..<index), written(end..<min(features.tokens.count, end + 1)))
        return [(before, before + name), (after, name + after)].contains { word, longer in
          word.count > 2 && Self.contains(label, longer) && !features.pack.lexicon.knows(word)
        }
      }
    }
    return found.map { hit in
      Imitated(brand: hit.brand, name: features.scalars.string(features.scalars(of: hit.tokens)))
    }
  }
}

/// Which of its addresses a company would use for a page.
struct CompanyAddress {
  /// More would not be read.
  private static let maximum = 3

  /// Endings of addresses that fit the page: first those that something on it tells, then those of its language.
  private let told: Set<String>
  private let ofLanguage: Set<String>

  init(_ features: PageFeatures, _ facts: CheckedFacts) {
    let domains = facts.links.compactMap(\.domain) + facts.senders.map(\.domain)
    let endings = domains.map(\.lastLabel).filter { $0.utf8.count == 2 }
    let countries = facts.numbers.compactMap(\.country).map { $0 == "GB" ? "uk" : $0.lowercased() }
    let pounds = features.scalars.contains("\u{A3}") ? ["uk"] : []
    told = Set(endings + countries + pounds)
    ofLanguage = Self.endings(ofLanguageOf: features)
  }

  /// At most three of a company's domains: of those with its name the main one, which would look false if it were missing,
  /// and those that fit the page; empty if it has none.
  func domains(of brand: Brand) -> [String] {
    let all = brand.domains.filter { !PublicSuffixList.isPublicSuffix($0) }
    let named = all.filter(brand.isNamed(in:))
    let candidates = named.isEmpty ? all.isEmpty ? brand.domains : all : named
    func fitting(_ endings: Set<String>) -> [String] { candidates.filter { endings.contains($0.lastLabel) } }
    let chosen = [fitting(told), fitting(ofLanguage), candidates].first { !$0.isEmpty } ?? []
    let main = candidates.prefix(1)
    return Array((main + chosen.filter { !main.contains($0) }).prefix(Self.maximum))
  }

  /// The endings of countries that speak a language of the glossary.
  private static let endings: [String: Set<String>] = [
    "en": ["com", "uk", "us", "ie"], "de": ["de", "at", "ch"], "fr": ["fr", "be", "ch"], "es": ["es", "mx"],
    "it": ["it", "ch"], "nl": ["nl", "be"], "pt": ["pt", "br"],
  ]

  private static func endings(ofLanguageOf features: PageFeatures) -> Set<String> {
    let words = features.tokens.map { $0.kind == .word ? EncoderInput.normalized(features.scalars[$0.range]) : nil }
    return features.pack.glossary.language(of: words).flatMap { endings[$0] } ?? []
  }
}

extension PageFeatures {
  /// On pages that ask for them, without accents.
  private static let secretWords = Set(
    [
      "password", "passcode", "passwort", "kennwort", "passe", "contrasena", "clave", "wachtwoord", "senha", "pin",
      "cvv", "cvc",
    ].map(URLClassifier.canonical))

  /// Whether the page names a password or the like.
  var namesSecrets: Bool { tokens.contains { Self.secretWords.contains(Array(folded[$0.folded])) } }
}
