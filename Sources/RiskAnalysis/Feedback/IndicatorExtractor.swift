internal import Hashing
internal import Redaction
internal import ScanModel
internal import TextEntities

/// Extracts what identifies the passages of a text later.
struct IndicatorExtractor {
  /// A way to answer a message: a link, address or number.
  struct Contact {
    var token: Int
    var indicators: [Indicator]
    /// Equal for the same contact in another message.
    var identity = ""
    /// It is an official address of a listed company.
    var isOfficial = false
    /// The verdict on it, if `VerdictMatcher` knows one.
    var item: FeedbackItem?
  }

  /// Words that introduce the sender of a mail, or the address to write to.
  private static let senderCues: Set<String> = [
    "from", "sender", "reply", "contact", "email", "mail", "write", "von", "absender", "kontakt", "de", "expediteur",
    "da", "mittente", "remetente", "van", "afzender",
  ]
  /// Second-level labels under which countries register names, for those that the Public Suffix List lacks.
  private static let secondLevels: Set<Substring> = [
    "com", "co", "net", "org", "gov", "edu", "ac", "gob", "go", "or", "ne", "nom", "info", "biz", "web", "gouv",
  ]
  /// The last digits of a phone number, which are the same with and without country code and trunk prefix.
  private static let phoneDigits = 9

  let features: PageFeatures
  private var scalars: [Unicode.Scalar] { features.scalars }

  /// The contacts among some tokens, in the order of the text.
  func contacts(in tokens: Range<Int>) -> [Contact] { tokens.compactMap(contact) }

  /// Returns everything that identifies a passage, without duplicates.
  func indicators(of passage: Range<Int>) -> [Indicator] {
    var indicators: [Indicator] = []
    let contacts = contacts(in: passage)
    for indicator in contacts.flatMap(\.indicators) where !indicators.contains(indicator) {
      indicators.append(indicator)
    }
    if let wording = wording(of: passage, contacts) { indicators.append(wording) }
    return indicators
  }

  /// The wording with a fingerprint of the contacts: scams copy the words of honest senders and insert their own link.
  private func wording(of passage: Range<Int>, _ contacts: [Contact]) -> Indicator? {
    MinHashSignature(passage, features).map { signature in
      Indicator(
        kind: .wording,
        key: "\(signature.text);\(Self.fingerprint(of: contacts))",
        label: "messages worded like this one (about \(passage.count) words)", mayClear: true, mayAccuse: true)
    }
  }

  /// One hash of all contacts together but official ones; empty if there are none.
  static func fingerprint(of contacts: some Sequence<Contact>) -> String {
    let all = Set(contacts.lazy.filter { !$0.isOfficial }.map(\.identity)).sorted()
    return all.isEmpty ? "" : String(SHA256.hexadecimal(of: all.joined(separator: "\n")).prefix(32))
  }

  private func contact(at token: Int) -> Contact? {
    guard features.tokens[token].entity >= 0 else { return nil }
    let entity = features.entities[features.tokens[token].entity]
    switch entity.kind {
    case .link: return entity.link.map { contact($0, at: token) }
    case .email:
      guard isSender(token) else { return nil }
      let address = scalars.lowercasedString(entity.range)
      let parts = address.split(separator: "@", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let label: Message = "the e-mail address \(parts[0].prefix(1))…@\(parts[1].prefix(1))…"
      return contact(token, .email, address, label)
    case .phone:
      let digits = (entity.digits ?? "").filter { $0 != "+" }
      guard digits.utf8.count >= 7 else { return nil }
      let key = String(digits.suffix(Self.phoneDigits))
      return contact(token, .phone, key, "the phone number ending in \(digits.suffix(2))")
    case .iban:
      let number = scalars.lowercasedString(entity.range).filter { $0 != " " }
      return contact(token, .account, number, "the account number ending in \(number.suffix(2))")
    case .wallet:
      let address = scalars.string(entity.range)
      return contact(token, .wallet, address, "the wallet ending in \(address.suffix(4))")
    case .amount, .card: return nil
    }
  }

  private func contact(_ token: Int, _ kind: Indicator.Kind, _ value: String, _ label: Message) -> Contact {
    let key = SHA256.hexadecimal(of: "\(kind.rawValue):\(value)")
    let indicator = Indicator(kind: kind, key: key, label: label, mayClear: true, mayAccuse: true)
    return Contact(token: token, indicators: [indicator], identity: key)
  }

  /// Whether an address is the sender's. Mails also name their recipient, usually the user.
  private func isSender(_ token: Int) -> Bool {
    features.tokens[max(0, token - 3)..<token].contains {
      $0.kind == .word && Self.senderCues.contains(scalars.lowercasedString($0.range))
    }
  }

  private func contact(_ link: Link, at token: Int) -> Contact {
    let signals = features.pack.urlClassifier.classify(link).signals
    let link = features.pack.urlClassifier.destination(of: link)
    if signals.contains(.linkOfficial) { return Contact(token: token, indicators: [], isOfficial: true) }
    // The query differs from one recipient to the next.
    return Contact(
      token: token, indicators: indicators(of: link, signals),
      identity: "\(link.hasUserPart)\(link.host)\(link.barePath)")
  }

  private func indicators(of link: Link, _ signals: [BuiltInSignal]) -> [Indicator] {
    let host = link.host.withoutWWW
    let registrable = PublicSuffixList.registrableDomain(of: host)
    if signals.contains(.linkShortener) || signals.contains(.linkMessenger) {
      // The domain is shared by everyone; the path belongs to one person.
      guard link.barePath.utf8.count > 1 else { return [] }
      let kept = SharedLink(String((host + link.barePath).prefix(100)))
      let label: Message = "the link \(label(kept.shown))"
      return [Indicator(kind: .domain, key: kept.key, label: label, mayClear: false, mayAccuse: true)]
    }
    // Well-known sites host anything.
    guard link.isAddress || signals.contains(.linkUnfamiliar) else { return [] }
    let isWholeHost = link.isAddress || signals.contains(.linkFreeHost) || isSuffix(registrable)
    let domain = isWholeHost ? host : registrable
    let isDoubtful =
      isWholeHost || link.hasUserPart || signals.contains(.linkPunycode) || signals.contains(.linkLookAlike)
    var indicators: [Indicator] = []
    if !isSuffix(domain) {
      indicators.append(
        Indicator(kind: .domain, key: domain, label: "links to \(label(domain))", mayClear: false, mayAccuse: true))
    }
    // The host, not the domain: others may get names below the domain.
    if !isDoubtful {
      indicators.append(
        Indicator(kind: .host, key: host, label: "links to \(label(host))", mayClear: true, mayAccuse: false))
    }
    return indicators
  }

  private func label(_ host: String) -> String { TerminalEscaping.escaped(String(host.prefix(60))) }

  /// Whether the domain is a suffix that no one owns, such as "com.xx".
  private func isSuffix(_ domain: String) -> Bool {
    let labels = domain.split(separator: ".")
    return labels.count < 2 || labels.count == 2 && labels[1].utf8.count == 2 && Self.secondLevels.contains(labels[0])
      || PublicSuffixList.isPublicSuffix(domain) || features.pack.lists.contains(domain, in: .freeHosts)
  }
}
