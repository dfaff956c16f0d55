/// Says what speaks for or against a link, from its address alone.
struct LinkJudge: Sendable {
  struct Verdict {
    var signals: [EntitySignal]
    /// Brands (by index) to which the address belongs.
    var owners: [Int]
  }

  private var owners: [String: [Int]] = [:]
  /// Official domains by the form in which misread letters compare equal.
  private var officialForms: Set<[[UInt32]]> = []
  /// Canonical brand names that may be hidden in host names, with the brand's index.
  private var hiddenNames: [(name: [UInt32], brand: Int)] = []
  private var lists: DomainLists
  private var baitWords: [[UInt32]] = []
  /// Shorter names occur in ordinary words.
  private static let minimumHiddenName = 5

  init(brands: [Brand], lists: DomainLists) {
    self.lists = lists
    for (index, brand) in brands.enumerated() {
      for domain in brand.domains {
        owners[domain, default: []].append(index)
        officialForms.insert(Self.form(of: domain))
      }
      let name = Self.canonical(brand.name)
      if name.count >= Self.minimumHiddenName || brand.isCased && name.count >= 3 {
        hiddenNames.append((name, index))
      }
    }
    baitWords = lists.entries(of: .baitWords).map(Self.canonical)
  }

  /// The verdict where recognition leaves open what was written: a mark against the link counts only if every plausible
  /// reading has it, because a genuine address that was misread must not be accused.
  /// - Parameters:
  ///   - link: As it was read.
  ///   - others: What may stand there instead.
  ///   - isUncertain: The engine was not sure of the letters, so that an official address one confusion away (rn and m,
  ///     l and 1, o and 0) is as plausible.
  /// - Returns: What is true of all readings.
  func verdict(on link: Link, others: [Link], isUncertain: Bool) -> Verdict {
    var verdict = verdict(on: link)
    for other in others where other != link {
      let second = self.verdict(on: other)
      verdict.signals.removeAll { !second.signals.contains($0) }
      verdict.owners.removeAll { !second.owners.contains($0) }
    }
    if isUncertain, verdict.owners.isEmpty, !link.hasUserPart,
      officialForms.contains(Self.form(of: registrableDomain(of: link.host)))
    {
      verdict.signals = [.linkAny]
    }
    return verdict
  }

  /// Labels in canonical form.
  private static func form(of host: String) -> [[UInt32]] { host.split(separator: ".").map { canonical(String($0)) } }

  func verdict(on link: Link) -> Verdict {
    let registrable = registrableDomain(of: link.host)
    let owning = owners[registrable] ?? owners[link.host] ?? []
    var signals: [EntitySignal] = [.linkAny]
    if !owning.isEmpty, !link.hasUserPart, !isFreeHost(link.host) {
      signals.append(.linkOfficial)
      return Verdict(signals: signals, owners: owning)
    }
    if lists.contains(registrable, in: .messengers) { signals.append(.linkMessenger) }
    var marks: [EntitySignal] = []
    if lists.contains(registrable, in: .shorteners) { marks.append(.linkShortener) }
    if link.isAddress { marks.append(.linkAddress) }
    if lists.contains(ending(of: link.host), in: .oddEndings) { marks.append(.linkOddEnding) }
    if isFreeHost(link.host) { marks.append(.linkFreeHost) }
    if link.host.contains("xn--") || link.hasForeignLetters { marks.append(.linkPunycode) }
    if lists.contains(registrable, in: .familiar), !link.hasUserPart {
      return Verdict(signals: signals + marks, owners: [])
    }
    if signals.count == 1 { signals.append(.linkUnfamiliar) }
    let pieces = Self.pieces(of: link.host)
    if link.hasUserPart || hidesBrand(pieces) { marks.append(.linkLookAlike) }
    // Honest services sign people in at "login." and "account." of their own domain; the name that was bought counts.
    if hasBaitWord(Self.pieces(of: registrable)) { marks.append(.linkBaitWord) }
    if link.host.utf8.count(where: { $0 == 0x2D }) >= 2 { marks.append(.linkManyHyphens) }
    if Self.looksRandom(link.path) { signals.append(.linkRandomPath) }
    if !marks.isEmpty { signals.append(.linkSuspicious) }
    return Verdict(signals: signals + marks, owners: [])
  }

  /// The part of a host that somebody registered: one label more than the public suffix.
  func registrableDomain(of host: String) -> String {
    let labels = host.split(separator: ".")
    guard labels.count > 2 else { return host }
    let lastTwo = labels.suffix(2).joined(separator: ".")
    return lists.contains(lastTwo, in: .suffixes) ? labels.suffix(3).joined(separator: ".") : lastTwo
  }

  private func ending(of host: String) -> String { host.split(separator: ".").last.map(String.init) ?? "" }

  private func isFreeHost(_ host: String) -> Bool {
    let labels = host.split(separator: ".")
    return (1...3).contains { count in
      labels.count > count && lists.contains(labels.suffix(count).joined(separator: "."), in: .freeHosts)
    }
  }

  /// The name of a brand, or something one letter away from a long one, stands in a piece of the host.
  private func hidesBrand(_ pieces: [[UInt32]]) -> Bool {
    for piece in pieces.prefix(12) {
      for (name, _) in hiddenNames {
        if piece == name { return true }
        if name.count >= Self.minimumHiddenName, piece.count > name.count, piece.count <= 40,
          Self.contains(piece, name)
        {
          return true
        }
        if name.count >= 6, Self.isOneEditAway(piece, name) { return true }
      }
    }
    return false
  }

  private func hasBaitWord(_ pieces: [[UInt32]]) -> Bool {
    pieces.prefix(12).contains { piece in
      baitWords.contains { $0.count >= 5 ? Self.contains(piece, $0) : piece == $0 }
    }
  }

  /// Labels cut at hyphens, canonical; the ending left out.
  private static func pieces(of host: String) -> [[UInt32]] {
    host.split(separator: ".").dropLast().flatMap { $0.split(separator: "-") }.map { canonical(String($0)) }
  }

  /// A path such as "/7c3e11x": one part that mixes digits and letters.
  private static func looksRandom(_ path: String) -> Bool {
    let part = path.split(separator: "/").first ?? ""
    let letters = part.utf8.count { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    let digits = part.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
    return (4...14).contains(part.utf8.count) && letters > 0 && digits > 0
  }

  /// The form in which names and host names are compared: folded like words, without spaces.
  static func canonical(_ text: String) -> [UInt32] {
    var folding = WordFolding()
    for scalar in text.unicodeScalars { folding.append(ScalarFolding.fold(scalar)) }
    folding.finish()
    return folding.scalars
  }

  private static func contains(_ whole: [UInt32], _ part: [UInt32]) -> Bool {
    guard part.count <= whole.count, let first = part.first else { return false }
    for start in 0...(whole.count - part.count) where whole[start] == first {
      if whole[start..<(start + part.count)].elementsEqual(part) { return true }
    }
    return false
  }

  /// One letter replaced, left out, added, or two neighbors swapped.
  private static func isOneEditAway(_ one: [UInt32], _ other: [UInt32]) -> Bool {
    guard abs(one.count - other.count) <= 1, one != other else { return false }
    var head = 0
    while head < min(one.count, other.count), one[head] == other[head] { head += 1 }
    var tail = 0
    while tail < min(one.count, other.count) - head, one[one.count - 1 - tail] == other[other.count - 1 - tail] {
      tail += 1
    }
    let left = one.count - head - tail
    let right = other.count - head - tail
    if left <= 1, right <= 1 { return true }
    return left == 2 && right == 2 && one[head] == other[head + 1] && one[head + 1] == other[head]
  }
}
