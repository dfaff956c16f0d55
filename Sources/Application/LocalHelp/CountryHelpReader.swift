internal import ScanModel
internal import Yams

/// Parses a country's file and refuses implausible content, above all a contact without a source.
struct CountryHelpReader {
  private let file: String
  private var problems: [String] = []
  private var sources: [String: HelpSource] = [:]

  static func read(_ text: String, file: String) throws(CountryHelpFailure) -> CountryHelp {
    let root: Node?
    do {
      root = try compose(yaml: text)
    } catch {
      throw CountryHelpFailure(file: file, line: nil, "is not YAML")
    }
    var reader = CountryHelpReader(file: file)
    let help = root.flatMap { reader.country($0) }
    if reader.problems.isEmpty, let help { return help }
    throw CountryHelpFailure(problems: reader.problems.isEmpty ? ["\(file): holds nothing"] : reader.problems)
  }

  private init(file: String) { self.file = file }

  private mutating func report(_ node: Node?, _ reason: String) {
    problems += CountryHelpFailure(file: file, line: node?.mark?.line, reason).problems
  }

  private mutating func country(_ root: Node) -> CountryHelp? {
    let fields = fields(root, allowed: ["country", "name", "sources", "contacts"], required: 4)
    for (key, node) in fields["sources"]?.mapping ?? [:] {
      if let id = key.scalar?.string { sources[id] = source(node) }
    }
    let contacts = (fields["contacts"]?.sequence ?? []).compactMap { contact($0) }
    for unused in Set(sources.keys).subtracting(usedSources).sorted() {
      report(fields["sources"], "no contact names the source \"\(unused)\"")
    }
    if contacts.isEmpty { report(fields["contacts"], "there must be a list of contacts") }
    guard let code = fields["country"]?.scalar.flatMap({ CountryCode(rawValue: $0.string) }) else {
      report(fields["country"], "\"country\" must be two capital letters, such as GB")
      return nil
    }
    return CountryHelp(code: code, name: words(fields["name"], "name") ?? "", contacts: contacts)
  }

  private var usedSources: Set<String> = []

  private mutating func source(_ node: Node) -> HelpSource? {
    let fields = fields(node, allowed: ["url", "publisher", "dated", "read", "via"], required: 4)
    let url = fields["url"]?.scalar?.string ?? ""
    if !url.hasPrefix("https://"), !url.hasPrefix("http://") { report(node, "\"url\" must be a web address") }
    let dated = fields["dated"]?.scalar?.string ?? ""
    if dated != "unknown", !HelpValue.isDate(dated) { report(node, "\"dated\" must be YYYY-MM-DD, or unknown") }
    let read = fields["read"]?.scalar?.string ?? ""
    if !HelpValue.isDate(read) { report(node, "\"read\" must be the day on which it was read, YYYY-MM-DD") }
    return HelpSource(
      url: url, publisher: fields["publisher"]?.scalar?.string ?? "", via: fields["via"]?.scalar?.string,
      dated: dated == "unknown" ? nil : dated, read: read)
  }

  private mutating func contact(_ node: Node) -> HelpContact? {
    let ways = HelpContact.Way.Kind.allCases.map(\.rawValue)
    let fields = fields(
      node, allowed: ["kind", "name", "source"] + ways + ["hours", "note", "for", "languages", "only"], required: 3)
    let id = fields["source"]?.scalar?.string ?? ""
    usedSources.insert(id)
    guard let source = sources[id] else {
      report(node, "a contact needs a source that is listed under \"sources\"")
      return nil
    }
    guard let kind = fields["kind"]?.scalar.flatMap({ HelpContact.Kind(rawValue: $0.string) }) else {
      let allowed = HelpContact.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      report(node, "\"kind\" must be one of \(allowed)")
      return nil
    }
    return HelpContact(
      kind: kind, name: words(fields["name"], "name") ?? "", ways: self.ways(fields),
      hours: fields["hours"]?.scalar?.string, note: words(fields["note"], "note"),
      categories: categories(fields["for"]), languages: list(fields["languages"]).map { Set($0) },
      restriction: restriction(fields["only"]), source: source)
  }

  private mutating func restriction(_ node: Node?) -> HelpContact.Restriction? {
    guard let node else { return nil }
    let restriction = node.scalar.flatMap { HelpContact.Restriction(rawValue: $0.string) }
    if restriction == nil { report(node, "\"only\" must be emergency or region") }
    return restriction
  }

  private mutating func ways(_ fields: [String: Node]) -> [HelpContact.Way] {
    HelpContact.Way.Kind.allCases.compactMap { kind in
      guard let node = fields[kind.rawValue] else { return nil }
      let value = node.scalar?.string ?? ""
      if !HelpValue.isPlausible(value, kind) { report(node, "\"\(kind.rawValue)\" does not look like one") }
      return HelpContact.Way(kind: kind, value: value)
    }
  }

  private mutating func categories(_ node: Node?) -> Set<RiskCategory>? {
    guard let names = list(node) else { return nil }
    let known = names.compactMap { RiskCategory(rawValue: $0) }
    if known.count < names.count || known.isEmpty { report(node, "\"for\" must list categories of reports") }
    return Set(known)
  }

  private func list(_ node: Node?) -> [String]? { node?.sequence?.compactMap(\.scalar?.string) }

  /// Text without anything to dial, write to or open: those have their own keys, which require a source.
  private mutating func words(_ node: Node?, _ key: String) -> String? {
    guard let text = node?.scalar?.string else { return nil }
    if text.contains(where: { $0.isNumber || $0 == "@" || $0 == "/" }) || text.contains("www.") {
      report(node, "\"\(key)\" must not hold numbers or addresses; they have keys of their own")
    }
    return text
  }

  /// The values of a mapping by key. The first `required` of the allowed keys are required.
  private mutating func fields(_ node: Node, allowed: [String], required: Int) -> [String: Node] {
    var fields: [String: Node] = [:]
    for (key, value) in node.mapping ?? [:] {
      let name = key.scalar?.string ?? ""
      if allowed.contains(name) {
        fields[name] = value
      } else {
        report(key, "unknown key \"\(TerminalEscaping.escaped(name))\"; allowed: \(allowed.joined(separator: ", "))")
      }
    }
    for name in allowed.prefix(required) where fields[name] == nil { report(node, "\"\(name)\" is missing") }
    return fields
  }
}

enum HelpValue {
  static func isPlausible(_ value: String, _ kind: HelpContact.Way.Kind) -> Bool {
    switch kind {
    case .call, .text, .whatsapp:
      (3...20).contains(value.utf8.count) && value.allSatisfy { $0.isASCII && ($0.isNumber || "+- ".contains($0)) }
    case .mail: value.wholeMatch(of: /[a-z0-9.]+@[a-z0-9.-]+\.[a-z]{2,}/) != nil
    case .web: value.wholeMatch(of: /[A-Za-z0-9.-]+\.[a-z]{2,}(\/[A-Za-z0-9\/._-]*)?/) != nil
    }
  }

  static func isDate(_ text: String) -> Bool {
    text.wholeMatch(of: /20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/) != nil
  }
}
