internal import TextEntities
internal import Yams

extension RulePackReader {
  /// `kind:`, then entries `Name | Other name: domain domain`. A name that begins with "=" is case-sensitive.
  mutating func readBrands(_ node: Node, _ file: String) {
    for (kindKey, members) in entries(of: node, file: file, what: "brands") {
      guard let kind = Brand.Kind(rawValue: kindKey.text) else {
        let known = Brand.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        report(kindKey.node, file, "unknown kind \"\(kindKey.text)\"; known: \(known)")
        continue
      }
      for (key, value) in entries(of: members, file: file, what: kindKey.text) {
        let domains = (value.scalar?.string ?? "").split(separator: " ").map { $0.lowercased() }
        for name in key.text.split(separator: "|") {
          addBrand(String(name), kind: kind, domains: domains, node: key.node, file: file)
        }
      }
    }
  }

  mutating func addBrand(_ written: String, kind: Brand.Kind, domains: [String], node: Node, file: String) {
    var name = written[...]
    while name.first == " " { name = name.dropFirst() }
    while name.last == " " { name = name.dropLast() }
    let isCaseSensitive = name.first == "="
    if isCaseSensitive { name = name.dropFirst() }
    let signal = Int32(pack.signalCount)
    pack.signalCount += 1
    pack.brandOfSignal[signal] = Int32(pack.brands.count)
    hasNewDomains = true
    pack.brands.append(Brand(name: String(name), kind: kind, domains: domains, isCaseSensitive: isCaseSensitive))
    insert(phrase: String(name), signal: signal, node: node, file: file)
  }

  mutating func declareSignals(_ node: Node, _ file: String) {
    for item in items(of: node, file: file, what: "signals") {
      guard let id = item.mapping?["id"]?.scalar?.string, Self.isIdentifier(id) else {
        report(item, file, "a signal needs an \"id\" of small letters, digits, \"_\" and \".\"")
        continue
      }
      if signals[id] != nil { report(item, file, "the signal \"\(id)\" exists already") }
      signals[id] = newSignal()
    }
  }

  mutating func readSignals(_ node: Node, _ file: String) {
    for item in items(of: node, file: file, what: "signals") {
      let fields = fields(of: item, file: file, what: "a signal", allowed: ["id", "phrases", "unless"])
      guard let id = fields["id"]?.scalar?.string, let signal = signals[id] else { continue }
      let phrases = strings(of: fields["phrases"], file: file, what: "a phrase")
      if phrases.isEmpty { report(item, file, "the signal \"\(id)\" has no phrases") }
      for phrase in phrases { insert(phrase: phrase.text, signal: signal, node: phrase.node, file: file) }
      let exclusions = strings(of: fields["unless"], file: file, what: "a phrase")
      guard !exclusions.isEmpty else { continue }
      let exclusion = newSignal()
      pack.exclusionOfSignal[signal] = exclusion
      for phrase in exclusions { insert(phrase: phrase.text, signal: exclusion, node: phrase.node, file: file) }
    }
  }

  mutating func newSignal() -> Int32 {
    defer { pack.signalCount += 1 }
    return Int32(pack.signalCount)
  }

  mutating func insert(phrase: String, signal: Int32, node: Node, file: String) {
    do throws(PhrasePattern.Problem) {
      automaton.insert(try PhrasePattern(phrase), signal: signal, lexicon: &pack.lexicon)
    } catch {
      report(node, file, "phrase \"\(phrase)\": \(error.reason)")
    }
  }

  static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || $0.isASCIIDigit || $0 == "_" || $0 == "." }
  }
}
