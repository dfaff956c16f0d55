internal import CodeContents
internal import ScanModel
internal import TextEntities

extension PageFeatures {
  /// Adds the signals of the codes, at the words that each adds to the page, or else at the nearest word.
  mutating func addCodes(_ codes: [PageCode]) {
    guard !tokens.isEmpty else { return }
    let shown = shownDomains(without: codes)
    for code in codes {
      let place = place(of: code)
      let signals = [.codeAny] + signals(of: code.content) + linkSignals(of: code.content, place, shown)
      for signal in signals { append(signal, place) }
      self.codes.append(PlacedCode(tokens: place, signals: signals, addsWords: !code.content.words.isEmpty))
    }
  }

  private func place(of code: PageCode) -> Range<Int> {
    let nearest = page.words.min { $0.box.gap(to: code.box) < $1.box.gap(to: code.box) }
    let own = code.content.words.isEmpty ? nearest.map { [$0] } ?? [] : page.words.filter { code.box.contains($0.box) }
    let range = (own.first ?? nearest)?.range ?? 0..<1
    let first = tokens.firstIndex { $0.range.upperBound > range.lowerBound } ?? tokens.count - 1
    // A link is one token; text from a code is represented by its first word.
    return first..<(first + 1)
  }

  private func signals(of content: CodeContent) -> [BuiltInSignal] {
    switch content.action {
    case .openLink: [.codeLink]
    case .pay: [.codePayment, content.trait == .cryptoPayment ? .codeCrypto : .codeBankPayment]
    case .signIn: [content.trait == .walletConnection ? .codeWallet : .codeSignIn]
    case .secret:
      content.trait == .twoFactorSetup ? [.codeTwoFactor] : content.trait == .handover ? [.codeHandover] : []
    case .call: [.codeCall]
    case .message: [.codeMessage]
    case .mail: [.codeMail]
    case .wifi: [.codeWiFi]
    case .contact, .text, .unknown: []
    }
  }

  private func linkSignals(of content: CodeContent, _ place: Range<Int>, _ shown: Set<String>) -> [BuiltInSignal] {
    guard content.action == .openLink else { return [] }
    let links = content.words.compactMap { EntityScanner.entities(in: Array($0.unicodeScalars)).first?.link }
    let found = Set(links.flatMap { pack.urlClassifier.classify($0).signals })
    let doubts: Set<BuiltInSignal> = [.linkSuspicious, .linkShortener, .linkAddress, .linkPunycode, .linkFreeHost]
    var signals: [BuiltInSignal] = found.isDisjoint(with: doubts) ? [] : [.codeSuspicious]
    guard found.contains(.linkUnfamiliar) || found.contains(.linkShortener) else { return signals }
    if found.contains(.linkUnfamiliar) { signals.append(.codeUnfamiliar) }
    let domains = links.map { PublicSuffixList.registrableDomain(of: pack.urlClassifier.destination(of: $0).host) }
    if shown.isSuperset(of: domains) {
      // Whoever makes the picture can write any address on it.
      if !found.contains(.linkSuspicious) { signals.append(.codeShownDomain) }
    } else if !shown.isEmpty {
      signals.append(.codeOtherDomain)
    }
    let foreign = BuiltInSignal.linkForeignToBrand.index
    if hits.contains(where: { $0.signal == foreign && $0.tokens.contains(place.lowerBound) }) {
      signals.append(.codeForeign)
    }
    return signals
  }

  /// The registrable domains of links and addresses in the text itself.
  private func shownDomains(without codes: [PageCode]) -> Set<String> {
    let domains = entities(without: codes).compactMap { $0.link?.host ?? $0.emailDomain }
    return Set(domains.filter { !$0.isEmpty }.map { PublicSuffixList.registrableDomain(of: $0) })
  }

  /// The entities of the page itself, without those in the words that codes add.
  func entities(without codes: [PageCode]) -> [Entity] {
    let added = page.words(addedBy: codes)
    return entities.filter { entity in
      let next = added.partitioningIndex { $0.upperBound > entity.range.lowerBound }
      return next == added.count || added[next].lowerBound >= entity.range.upperBound
    }
  }

  /// For the page's model. Alone they say little, with words around them much.
  private static let codeKinds: [BuiltInSignal] = [
    .codeAny, .codeLink, .codeUnfamiliar, .codeSuspicious, .codeForeign, .codeOtherDomain, .codeShownDomain,
    .codeBankPayment, .codeCrypto, .codeSignIn, .codeWallet, .codeTwoFactor, .codeHandover, .codeCall, .codeMessage,
    .codeMail, .codeWiFi,
  ]
  static let codeValueNames =
    ["code_doubt", "code_agrees"] + codeKinds.map { $0.rawValue.replacing(".", with: "_") }

  /// Whether what codes pay differs from the page, whether it agrees, and which kinds of codes there are, each 0 or 1.
  func values(of codes: [PageCode]) -> [Float] {
    guard !codes.isEmpty else { return [Float](repeating: 0, count: Self.codeValueNames.count) }
    let check = PaymentCheck(self, codes: codes)
    let payments = codes.map { check.facts(of: $0.content) }
    let signals = Set(self.codes.flatMap(\.signals))
    let values =
      [payments.contains { !$0.doubts.isEmpty }, payments.contains { $0.agreement != nil }]
      + Self.codeKinds.map(signals.contains)
    return values.map { $0 ? 1 : 0 }
  }
}

extension TextPage {
  /// The words that codes add, ascending.
  func words(addedBy codes: [PageCode]) -> [Range<Int>] {
    let boxes = codes.filter { !$0.content.words.isEmpty }.map(\.box)
    return words.filter { word in boxes.contains { $0.contains(word.box) } }.map(\.range)
  }
}
