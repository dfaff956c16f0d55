internal import TextEntities
internal import Yams

extension RulePackReader {
  /// `kind:`, then entries `Name | Other name: domain domain`. A name that begins with "=" is case-sensitive.
  mutating func readBrands(_ node: Node) {
    for (kindKey, members) in entries(of: node, what: "brands") {
      guard let kind = Brand.Kind(rawValue: kindKey.text) else {
        let known = Brand.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        report(kindKey.node, "unknown kind \"\(kindKey.text)\"; known: \(known)")
        continue
      }
      for (key, value) in entries(of: members, what: kindKey.text) {
        let domains = (value.scalar?.string ?? "").split(separator: " ").map { $0.lowercased() }
        for name in key.text.split(separator: "|") { addBrand(name, kind: kind, domains: domains, node: key.node) }
      }
    }
  }

  mutating func addBrand(_ written: Substring, kind: Brand.Kind, domains: [String], node: Node) {
    var name = written.drop { $0 == " " }
    while name.last == " " { name.removeLast() }
    let isCaseSensitive = name.first == "="
    if isCaseSensitive { name.removeFirst() }
    let signal = newSignal()
    pack.brandOfSignal[signal] = Int32(pack.brands.count)
    hasNewDomains = true
    pack.brands.append(Brand(name: String(name), kind: kind, domains: domains, isCaseSensitive: isCaseSensitive))
    // No word of a text is "&" alone.
    insert([(String(name).replacing(" & ", with: " "), node)], signal: signal)
  }

  mutating func declareSignals(_ node: Node) {
    for item in items(of: node, what: "signals") {
      guard let id = item.mapping?["id"]?.scalar?.string, Self.isIdentifier(id) else {
        report(item, "a signal needs an \"id\" of small letters, digits, \"_\" and \".\"")
        continue
      }
      if pack.signals[id] != nil { report(item, "the signal \"\(id)\" exists already") }
      pack.signals[id] = newSignal()
    }
  }

  mutating func readSignals(_ node: Node) {
    for item in items(of: node, what: "signals") {
      let fields = fields(of: item, what: "a signal", allowed: ["id", "phrases", "unless"])
      guard let id = fields["id"]?.scalar?.string, let signal = pack.signals[id] else { continue }
      let phrases = strings(of: fields["phrases"], what: "a phrase")
      if phrases.isEmpty { report(item, "the signal \"\(id)\" has no phrases") }
      insert(phrases, signal: signal)
      let exclusions = strings(of: fields["unless"], what: "a phrase")
      guard !exclusions.isEmpty else { continue }
      let exclusion = newSignal()
      pack.exclusionOfSignal[signal] = exclusion
      insert(exclusions, signal: exclusion)
    }
  }

  mutating func newSignal() -> Int32 {
    defer { pack.signalCount += 1 }
    return Int32(pack.signalCount)
  }

  mutating func insert(_ phrases: [Word], signal: Int32) {
    for (phrase, node) in phrases {
      do throws(PhrasePattern.Problem) {
        automaton.insert(try PhrasePattern(phrase), signal: signal, lexicon: &pack.lexicon)
      } catch {
        report(node, "phrase \"\(phrase)\": \(error.reason)")
      }
    }
  }

  static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { $0.isASCIISmallLetter || $0.isASCIIDigit || $0 == "_" || $0 == "." }
  }
}
