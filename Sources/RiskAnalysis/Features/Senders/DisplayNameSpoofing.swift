internal import TextEntities

/// Finds e-mail addresses shown with the name of a company that does not own them: "PayPal Service
/// <pp@mail-87.example>", or with the name in the line above, as mail programs show a sender.
///
/// A company's name somewhere before an address means little: shops name payment services, sites on which they have
/// pages, and makers whose goods they repair. Only a name in the sender's place counts.
struct DisplayNameSpoofing {
  typealias BrandHit = FeatureExtractor.BrandHit

  /// Tokens between a display name and its address, at most.
  private static let reach = 8
  /// Tokens of a line that is a display name, at most.
  private static let maximumName = 6
  private static let cueLength = 3
  private static let openingMarks: Set<Unicode.Scalar> = ["<", "\u{2039}", "\u{AB}", "\u{2264}", "["]
  let scalars: [Unicode.Scalar]
  let tokens: [Token]
  let pack: RulePack

  /// Whether the sender's name is that of a company that does not own the domain of an address, which belongs to no
  /// known company or to a free mail provider. `brands`: companies named in the text, in text order.
  func isSpoofed(_ address: Entity, at index: Int, brands: ArraySlice<BrandHit>) -> Bool {
    guard let domain = address.emailDomain else { return false }
    let line = lineStart(before: address.range.lowerBound)
    let onLine = firstToken(from: line, before: index)..<index
    if hasCue(SenderWords.recipientCues, in: onLine) { return false }
    let isSender =
      hasCue(SenderWords.senderCues, in: onLine) || hasCue(SenderWords.senderCues, in: nameLine(above: line, index))
    if namesCompany(localPart(of: address), domain, isSender: isSender || isBracketed(address)) { return true }
    let near = brands.filter { $0.tokens.upperBound <= index && index - $0.tokens.upperBound <= Self.reach }
    if near.contains(where: { owns(pack.brands[$0.brand], domain) }) { return false }
    return near.contains { hit in
      !pack.brands[hit.brand].domains.isEmpty && isName(hit, of: address, at: index, onLine: onLine, isSender: isSender)
    }
  }

  /// The tokens of the name in whose place an address stands, empty if none is shown; nil if the address is not that of a
  /// sender.
  func shownName(of address: Entity, at index: Int) -> Range<Int>? {
    let line = lineStart(before: address.range.lowerBound)
    let onLine = firstToken(from: line, before: index)..<index
    if hasCue(SenderWords.recipientCues, in: onLine) { return nil }
    let isAnnounced = hasCue(SenderWords.senderCues, in: onLine)
    let words = onLine.drop { isCue($0) }
    // "Tickets for the summer party are sold by our friends (anna@...)" is a sentence.
    guard words.count <= Self.maximumName else { return isAnnounced ? index..<index : nil }
    if isAnnounced || isBracketed(address) && !words.isEmpty { return words }
    let above = nameLine(above: line, index)
    // An address on a line of its own below a name.
    return isBracketed(address) || onLine.isEmpty && !above.isEmpty ? above : nil
  }

  /// Whether a company's name is in the sender's place.
  private func isName(
    _ hit: BrandHit, of address: Entity, at index: Int, onLine: Range<Int>, isSender: Bool
  ) -> Bool {
    let between = hit.tokens.upperBound..<index
    let start = tokens[hit.tokens.upperBound - 1].range.upperBound
    let gap = start..<max(start, tokens[index].range.lowerBound)
    guard between.allSatisfy({ tokens[$0].kind == .word || tokens[$0].kind == .number }), !endsSentence(gap) else {
      return false
    }
    let isOnLine = hit.tokens.lowerBound >= onLine.lowerBound
    let name = isOnLine ? onLine : nameLine(above: lineStart(before: address.range.lowerBound), index)
    let isFirst = name.first(where: { !isCue($0) }) == hit.tokens.lowerBound
    // "Jane Chase <jane@...>" is a person.
    if isOnLine, isSender || isBracketed(address) { return isFirst || !pack.brands[hit.brand].isCaseSensitive }
    guard isFirst else { return false }
    if !isOnLine, isSender { return true }
    guard !hasColon(gap), !isProfile(pack.brands[hit.brand]) else { return false }
    // "PayPal anna@..." says how to pay; "PayPal Service anna@..." says who writes.
    let isMeansOfPayment = pack.brands[hit.brand].kind == .payment || pack.brands[hit.brand].kind == .crypto
    let hasMore = name.contains { $0 >= hit.tokens.upperBound && tokens[$0].kind == .word }
    if isMeansOfPayment, !hasMore { return false }
    return isOnLine || onLine.isEmpty
  }

  /// The tokens of the line above if it can be a display name; otherwise empty.
  private func nameLine(above line: Int, _ index: Int) -> Range<Int> {
    var end = line
    while end > 0, scalars[end - 1].isWhiteSpace, line - end < 4 { end -= 1 }
    guard end > 0, end < line else { return index..<index }
    let start = lineStart(before: end)
    let last = firstToken(from: line, before: index)
    let first = firstToken(from: start, before: last)
    let isName = (1...Self.maximumName).contains(last - first) && (first..<last).allSatisfy(isPartOfName)
    return isName ? first..<last : index..<index
  }

  /// Words, and the digits of a time of day.
  private func isPartOfName(_ index: Int) -> Bool {
    tokens[index].kind == .word || tokens[index].kind == .number && tokens[index].range.count <= 2
  }

  /// The start of the line at a position. Looks back at most 256 scalars to keep long lines cheap.
  private func lineStart(before position: Int) -> Int {
    var start = position
    while start > 0, position - start < 256, !["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalars[start - 1]) {
      start -= 1
    }
    return start
  }

  /// The first token at or after a position.
  private func firstToken(from position: Int, before index: Int) -> Int {
    var first = index
    while first > 0, tokens[first - 1].range.lowerBound >= position { first -= 1 }
    return first
  }

  /// Whether one of the first words is a cue followed by a colon; without a colon, "an" and "de" are ordinary words.
  private func hasCue(_ cues: Set<String>, in line: Range<Int>) -> Bool {
    line.prefix(Self.cueLength).contains { index in
      let end = tokens[index].range.upperBound
      var next = end
      while next < scalars.count, next < end + 2, scalars[next] == " " { next += 1 }
      guard next < scalars.count, scalars[next] == ":" else { return false }
      // "Reply-To" introduces the sender, too.
      let word = index > line.lowerBound && text(of: index - 1) == "reply" ? "reply" : text(of: index)
      return cues.contains(word)
    }
  }

  private func isCue(_ index: Int) -> Bool {
    SenderWords.senderCues.contains(text(of: index))
      || index > 0 && text(of: index - 1) == "reply" && text(of: index) == "to"
  }

  private func text(of index: Int) -> String { scalars.string(tokens[index].range.prefix(24)).lowercased() }

  private func isBracketed(_ address: Entity) -> Bool {
    var position = address.range.lowerBound
    while position > 0, scalars[position - 1] == " " { position -= 1 }
    return position > 0 && Self.openingMarks.contains(scalars[position - 1])
  }

  private func hasColon(_ gap: Range<Int>) -> Bool {
    gap.contains { position in
      // Not the colon of "10:42".
      scalars[position] == ":" && !(position + 1 < scalars.count && scalars[position + 1].isASCIIDigit)
    }
  }

  /// Whether a sentence ends between the name and the address.
  private func endsSentence(_ gap: Range<Int>) -> Bool {
    gap.contains { position in
      guard [".", "!", "?"].contains(scalars[position]), position + 1 < scalars.count,
        scalars[position + 1].isWhiteSpace
      else { return false }
      var start = position
      while start > 0, position - start < 5, scalars[start - 1].isASCIILetter { start -= 1 }
      return scalars[position] != "." || !SenderWords.abbreviations.contains(scalars.lowercasedString(start..<position))
    }
  }

  /// The words before the @.
  private func localPart(of address: Entity) -> [String] {
    let local = scalars.lowercasedString(address.range).prefix { $0 != "@" }
    return local.split { !$0.isLetter }.map(String.init)
  }

  /// Whether the part before the @ has the name of a company that does not own the domain.
  private func namesCompany(_ pieces: [String], _ domain: String, isSender: Bool) -> Bool {
    let isService = pieces.contains(where: SenderWords.serviceWords.contains)
    guard isSender || isService else { return false }
    return pieces.contains { piece in
      guard !SenderWords.serviceWords.contains(piece) else { return false }
      let named = pack.urlClassifier.brandsNamed(piece).filter { isDistinctive(pack.brands[$0], isService: isService) }
      return !named.isEmpty && !named.contains { owns(pack.brands[$0], domain) }
    }
  }

  /// Names that are also ordinary words or people's names ("Chase", "Visa") count only for some kinds of companies, and
  /// only beside a word such as "support".
  private func isDistinctive(_ brand: Brand, isService: Bool) -> Bool {
    !brand.domains.isEmpty && (!brand.isCaseSensitive || isService && (brand.kind == .tech || brand.kind == .delivery))
  }

  private func isProfile(_ brand: Brand) -> Bool {
    brand.kind == .messenger || brand.domains.contains { pack.lists.contains($0, in: .profiles) }
  }

  /// Whether the domain is the company's own, its name under a country code that the table does not list, or its part
  /// of a newsletter service.
  func owns(_ brand: Brand, _ domain: String) -> Bool {
    let registrable = PublicSuffixList.registrableDomain(of: domain)
    if brand.domains.contains(where: { $0 == registrable || $0 == domain }) { return true }
    if pack.urlClassifier.isPlainNamesake(registrable, of: brand) { return true }
    let isService = [registrable, PublicSuffixList.registrableDomain(of: domain, section: .registries)]
      .contains { pack.lists.contains($0, in: .mailServices) }
    guard isService else { return false }
    let labels = domain.split(separator: ".").dropLast(2).flatMap { $0.split(separator: "-") }
    let names = URLClassifier.names(of: brand)
    return labels.contains { names.contains(URLClassifier.canonical(String($0))) }
  }
}

/// Words that distinguish senders from recipients, and companies from impostors.
enum SenderWords {
  /// Introduce the sender of a mail.
  static let senderCues: Set<String> = [
    "from", "sender", "von", "absender", "de", "expediteur", "expéditeur", "da", "mittente", "remetente", "remitente",
    "van", "afzender", "fra", "från", "fran", "avsender", "avsändare", "afsender", "od", "nadawca", "reply",
  ]
  /// Introduce the recipient.
  static let recipientCues: Set<String> = [
    "to", "an", "à", "a", "para", "per", "aan", "til", "till", "do", "cc", "bcc", "kopie", "für", "for", "recipient",
    "empfänger", "destinataire", "destinatario", "destinatário", "ontvanger",
  ]
  /// A local part with a company's name and one of these words claims to be the company. The name alone may be an
  /// address that a customer or shop uses for that company.
  static let serviceWords: Set<String> = [
    "service", "services", "support", "security", "secure", "help", "helpdesk", "info", "noreply", "reply", "team",
    "alert", "alerts", "notice", "notification", "notifications", "billing", "invoice", "account", "accounts",
    "customer", "customers", "care", "contact", "office", "official", "department", "center", "centre", "express",
    "delivery", "parcel", "paket", "update", "verify", "verification", "refund", "refunds", "bank", "online", "mail",
    "kunden", "kundenservice", "kundendienst", "kundencenter", "servicio", "servizio", "soporte", "suporte",
    "assistenza", "atencion", "clientes", "clienti", "cliente", "client", "clients", "klant", "klantenservice",
    "kundservice", "kundeservice", "klient", "klienta", "obsluga", "livraison", "colis", "pacco", "paquete",
  ]
  /// A full stop after these does not end a sentence.
  static let abbreviations: Set<String> = [
    "inc", "ltd", "co", "corp", "llc", "sa", "ag", "spa", "srl", "sl", "bv", "nv", "plc", "dr", "mr", "mrs", "dept",
  ]
}
