internal import Yams

extension RulePackReader {
  struct Key {
    var text: String
    var node: Node
  }

  /// The entries of a mapping; reports anything else.
  mutating func entries(of node: Node, file: String, what: String) -> [(key: Key, value: Node)] {
    guard let mapping = node.mapping else {
      report(node, file, "\(what) must be a mapping (key: value)")
      return []
    }
    var result: [(Key, Node)] = []
    for (key, value) in mapping {
      guard let scalar = key.scalar else {
        report(key, file, "a key must be a word")
        continue
      }
      result.append((Key(text: scalar.string, node: key), value))
    }
    return result
  }

  /// The values of a mapping by key; reports unknown keys.
  mutating func fields(of node: Node, file: String, what: String, allowed: [String]) -> [String: Node] {
    var fields: [String: Node] = [:]
    for (key, value) in entries(of: node, file: file, what: what) {
      if allowed.contains(key.text) {
        fields[key.text] = value
      } else {
        report(key.node, file, "unknown key \"\(key.text)\"; allowed: \(allowed.joined(separator: ", "))")
      }
    }
    return fields
  }

  mutating func items(of node: Node?, file: String, what: String) -> [Node] {
    guard let node else { return [] }
    if let sequence = node.sequence { return Array(sequence) }
    report(node, file, "\(what) must be a list")
    return []
  }

  /// A list of words, or one word.
  mutating func strings(of node: Node?, file: String, what: String) -> [(text: String, node: Node)] {
    guard let node else { return [] }
    let nodes = node.sequence.map(Array.init) ?? [node]
    return nodes.compactMap { item in
      guard let scalar = item.scalar, !scalar.string.isEmpty else {
        report(item, file, "\(what) must be text")
        return nil
      }
      return (scalar.string, item)
    }
  }

  mutating func number(_ node: Node?, file: String, what: String, in range: ClosedRange<Double>) -> Double? {
    guard let node else { return nil }
    guard let value = node.scalar.flatMap({ Double($0.string) }), range.contains(value) else {
      report(node, file, "\(what) must be a number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return value
  }
}
