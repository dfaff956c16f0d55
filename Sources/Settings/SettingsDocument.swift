internal import ScanModel
internal import Yams

/// A settings file as written: keys, values and their lines, not yet interpreted.
struct SettingsDocument {
  struct Entry: Equatable {
    var key: String
    var line: Int?  // from 1
    /// Nil if the value is neither a text nor a list of texts.
    var value: SettingValue?
  }

  struct SyntaxProblem: Error, Equatable {
    var line: Int?
    var reason: Message
  }

  var entries: [Entry]

  /// Reads YAML; an empty document has no entries.
  /// - Throws: `SyntaxProblem` if it is not one mapping of keys to values.
  init(_ text: String) throws(SyntaxProblem) {
    let root: Node?
    do {
      root = try compose(yaml: text)
    } catch {
      throw SyntaxProblem(error)
    }
    guard let root, root.tag != Tag(.null) else {
      entries = []
      return
    }
    guard let mapping = root.mapping else {
      throw SyntaxProblem(line: root.mark?.line, reason: "must be lines of the form \"setting: value\"")
    }
    entries = mapping.map { key, value in
      Entry(key: key.scalar?.string ?? "", line: key.mark?.line, value: Self.value(of: value))
    }
  }

  private static func value(of node: Node) -> SettingValue? {
    // Not the meaning that a scalar has in YAML (a false "no", a null "~"): each setting knows what it needs.
    if let scalar = node.scalar { return .one(scalar.string) }
    guard let sequence = node.sequence else { return nil }
    let items = sequence.compactMap(\.scalar?.string)
    return items.count == sequence.count ? .list(items) : nil
  }
}

extension SettingsDocument.SyntaxProblem {
  /// The reason in the parser's words, without its excerpt of the file.
  fileprivate init(_ error: any Error) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self.init(line: mark.line, reason: "\(problem)")
    case .duplicatedKeysInMapping(let keys, let context):
      let names = keys.map { "\"\(TerminalEscaping.escaped($0))\"" }.sorted().joined(separator: ", ")
      self.init(line: context.mark.line, reason: "\(names) is set more than once")
    case .reader(let problem, let offset, _, let yaml):
      self.init(line: offset.map { yaml.prefix($0).count(where: \.isNewline) + 1 }, reason: "\(problem)")
    default: self.init(line: nil, reason: "is not YAML")
    }
  }
}
