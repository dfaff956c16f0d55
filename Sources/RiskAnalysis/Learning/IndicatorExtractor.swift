internal import Hashing
internal import ScanModel

/// Finds what the passages of one text can be recognized by.
struct IndicatorExtractor {
  /// What stands at one place of a text: its marks, and whether it is a way to answer the message.
  struct Contact {
    var token: Int
    var marks: [Indicator]
    /// What makes it the same contact in another message.
    var identity = ""
    /// An official address of a company on the list: speaks for itself.
    var isOfficial = false
  }

  /// Words that announce the sender of a mail or whom to write to, and those that announce its recipient.
  private static let senderCues: Set<String> = [
    "from", "sender", "reply", "contact", "email", "mail", "write", "von", "absender", "kontakt", "de", "expediteur",
    "da", "mittente", "remetente", "van", "afzender",
  ]
  /// Second labels under which countries register names; the list of public suffixes may lack new ones.
  private static let secondLevels: Set<Substring> = [
    "com", "co", "net", "org", "gov", "edu", "ac", "gob", "go", "or", "ne", "nom", "info", "biz", "web", "gouv",
  ]
  /// A telephone number is the same with and without the prefixes of country and trunk.
  private static let phoneDigits = 9

  private let scalars: [Unicode.Scalar]
  private let found: FoundSignals
  private let pack: RulePack

  init(scalars: [Unicode.Scalar], found: FoundSignals, pack: RulePack) {
    self.scalars = scalars
    self.found = found
    self.pack = pack
  }

  /// The contacts of the text, in its order.
  func contacts(in tokens: Range<Int>) -> [Contact] { tokens.compactMap(contact) }

  /// Everything that a passage can be recognized by, each once.
  func marks(of passage: Range<Int>) -> [Indicator] {
    var marks: [Indicator] = []
    let contacts = contacts(in: passage)
    for mark in contacts.flatMap(\.marks) where !marks.contains(mark) { marks.append(mark) }
    if let wording = wording(of: passage, contacts) { marks.append(wording) }
    return marks
  }

  /// The wording speaks for a message only together with its contacts: scams copy what honest senders write, and put a
  /// link of their own into it.
  private func wording(of passage: Range<Int>, _ contacts: [Contact]) -> Indicator? {
    MinHashSignature(passage, found).map { sketch in
      Indicator(
        kind: .wording,
        key: "\(sketch.text);\(Self.fingerprint(of: contacts.lazy.filter { !$0.isOfficial }.map(\.identity)))",
        label: "messages worded like this one (about \(passage.count) words)", mayClear: true, mayAccuse: true)
    }
  }

  /// Of all contacts together; empty for none.
  static func fingerprint(of identities: some Sequence<String>) -> String {
    let all = Set(identities).sorted()
    return all.isEmpty ? "" : String(SHA256.hexadecimal(of: all.joined(separator: "\n")).prefix(32))
  }

  private func contact(at token: Int) -> Contact? {
    guard found.tokens[token].entity >= 0 else { return nil }
    let entity = found.entities[found.tokens[token].entity]
    switch entity.kind {
    case .link: return entity.link.map { contact($0, at: token) }
    case .email:
      guard isSender(token) else { return nil }
      let address = scalars.lowercasedString(entity.range)
      let parts = address.split(separator: "@", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let label = "the e-mail address \(parts[0].prefix(1))…@\(parts[1].prefix(1))…"
      return contact(token, mark(.email, address, label))
    case .phone:
      let digits = (entity.digits ?? "").filter { $0 != "+" }
      guard digits.utf8.count >= 7 else { return nil }
      let key = String(digits.suffix(Self.phoneDigits))
      return contact(token, mark(.phone, key, "the phone number ending in \(digits.suffix(2))"))
    case .iban:
      let number = scalars.lowercasedString(entity.range).filter { $0 != " " }
      return contact(token, mark(.account, number, "the account number ending in \(number.suffix(2))"))
    case .wallet:
      let address = scalars.string(entity.range)
      return contact(token, mark(.wallet, address, "the wallet ending in \(address.suffix(4))"))
    case .amount, .card, .number: return nil
    }
  }

  private func contact(_ token: Int, _ mark: Indicator) -> Contact {
    Contact(token: token, marks: [mark], identity: mark.key)
  }

  private func mark(_ kind: Indicator.Kind, _ value: String, _ label: String) -> Indicator {
    Indicator(
      kind: kind, key: SHA256.hexadecimal(of: "\(kind.rawValue):\(value)"), label: label, mayClear: true,
      mayAccuse: true)
  }

  /// Mails also name their recipient, who is most often the user.
  private func isSender(_ token: Int) -> Bool {
    (max(0, token - 3)..<token).contains { index in
      guard found.tokens[index].kind == .word else { return false }
      let range = found.tokens[index].range
      return Self.senderCues.contains(scalars.lowercasedString(range))
    }
  }

  private func contact(_ link: Link, at token: Int) -> Contact {
    let signals = pack.linkJudge.verdict(on: link).signals
    let link = pack.linkJudge.destination(of: link)
    if signals.contains(.linkOfficial) { return Contact(token: token, marks: [], isOfficial: true) }
    // What follows the question mark differs from one recipient to the next.
    let path = link.path.prefix { $0 != "?" && $0 != "#" }
    return Contact(token: token, marks: marks(of: link, signals), identity: "\(link.hasUserPart)\(link.host)\(path)")
  }

  private func marks(of link: Link, _ signals: [EntitySignal]) -> [Indicator] {
    let host = link.host.hasPrefix("www.") ? String(link.host.dropFirst(4)) : link.host
    let registrable = PublicSuffixList.registrableDomain(of: host)
    let isShared = signals.contains(.linkShortener) || signals.contains(.linkMessenger)
    if isShared {
      // The domain is everybody's; what follows it is one person's.
      let path = link.path.prefix { $0 != "?" && $0 != "#" }
      guard path.utf8.count > 1 else { return [] }
      let label = "the link \(TerminalEscaping.escaped(String((host + path).prefix(60))))"
      return [
        Indicator(
          kind: .domain, key: String((host + path).prefix(100)), label: label, mayClear: false, mayAccuse: true)
      ]
    }
    // The sites that everybody knows hold everything.
    guard link.isAddress || signals.contains(.linkUnfamiliar) else { return [] }
    let isWholeHost = link.isAddress || signals.contains(.linkFreeHost) || isSuffix(registrable)
    let domain = isWholeHost ? host : registrable
    let isDoubtful =
      isWholeHost || link.hasUserPart || signals.contains(.linkPunycode) || signals.contains(.linkLookAlike)
    var marks: [Indicator] = []
    if !isSuffix(domain) {
      marks.append(
        Indicator(kind: .domain, key: domain, label: "links to \(label(domain))", mayClear: false, mayAccuse: true))
    }
    // Not the whole domain: who else gets a name in it is not known here.
    if !isDoubtful {
      marks.append(
        Indicator(kind: .host, key: host, label: "links to \(label(host))", mayClear: true, mayAccuse: false))
    }
    return marks
  }

  private func label(_ host: String) -> String { TerminalEscaping.escaped(String(host.prefix(60))) }

  /// "com.xx" is nobody's.
  private func isSuffix(_ domain: String) -> Bool {
    let labels = domain.split(separator: ".")
    return labels.count < 2 || labels.count == 2 && labels[1].utf8.count == 2 && Self.secondLevels.contains(labels[0])
      || PublicSuffixList.isPublicSuffix(domain) || pack.lists.contains(domain, in: .freeHosts)
  }
}
