/// Settings as the text of a file: a commented example, and changes that leave the rest of a file unchanged.
package enum SettingsFileEditor {
  /// A file with every setting, its meaning, its allowed values and its default, all commented out.
  package static func example(defaults: Settings) -> String {
    SettingDefinition.all.map { definition in
      """
      # \(definition.help)
      # Must be \(definition.allowed).
      #\(line(definition, definition.values(in: defaults)))

      """
    }.joined(separator: "\n")
  }

  /// Changes one setting in a file without problems. Everything else is kept, except for comments on further lines of
  /// the changed setting.
  /// - Returns: The new text; nil if the file is written in a way that cannot be edited line by line.
  static func setting(_ definition: SettingDefinition, to values: [String], in text: String) -> String? {
    guard let document = try? SettingsDocument(text) else { return nil }
    // "\r\n" is one character.
    let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    let newLine = line(definition, values)
    if let position = document.entries.firstIndex(where: { $0.key == definition.name }) {
      guard let range = lineRange(of: position, in: document, lines) else { return nil }
      lines.replaceSubrange(range, with: [newLine + comment(in: lines[range])])
    } else {
      while lines.last?.isEmpty == true { lines.removeLast() }
      lines += [newLine, ""]
    }
    let result = lines.joined(separator: lineEnd)
    return holdsTheRest(result, document, except: definition.name) ? result : nil
  }

  /// The lines of an entry: up to the next one, without the blank lines and comments before that.
  private static func lineRange(
    of position: Int, in document: SettingsDocument, _ lines: [String]
  ) -> Range<Int>? {
    guard let first = document.entries[position].line.map({ $0 - 1 }), lines.indices.contains(first) else { return nil }
    let next = position + 1 < document.entries.count ? document.entries[position + 1].line.map { $0 - 1 } : nil
    var end = next ?? lines.count
    while end > first + 1, lines.indices.contains(end - 1), isBlankOrComment(lines[end - 1]) { end -= 1 }
    return end > first ? first..<end : nil
  }

  /// The comment on the first line of an entry, with the space before it; empty if there is none.
  private static func comment(in entry: ArraySlice<String>) -> Substring {
    func values(_ lines: some Sequence<String>) -> [SettingsDocument.Entry]? {
      try? SettingsDocument(lines.joined(separator: "\n")).entries
    }
    guard let line = entry.first, let written = values(entry) else { return "" }
    // A "#" may also stand in a value: a comment is what the value does not depend on.
    let mark = line.indices.first { index in
      line[index] == "#" && values([String(line[..<index])] + entry.dropFirst()) == written
    }
    guard let mark, let last = line[..<mark].lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return line[last...].dropFirst()
  }

  private static func isBlankOrComment(_ line: String) -> Bool {
    line.drop { $0 == " " || $0 == "\t" || $0 == "\r" }.first.map { $0 == "#" } ?? true
  }

  /// Verifies that editing by lines has changed nothing else, whatever style of YAML the file uses.
  private static func holdsTheRest(_ text: String, _ old: SettingsDocument, except name: String) -> Bool {
    guard let new = try? SettingsDocument(text) else { return false }
    func rest(_ document: SettingsDocument) -> [String: SettingValue?] {
      Dictionary(document.entries.map { ($0.key, $0.value) }) { first, _ in first }.filter { $0.key != name }
    }
    return rest(new) == rest(old)
  }

  private static func line(_ definition: SettingDefinition, _ values: [String]) -> String {
    guard definition.isList else { return "\(definition.name): \(values.first ?? "")" }
    return "\(definition.name): [\(values.map(quoted).joined(separator: ", "))]"
  }

  /// YAML 1.1, double-quoted style: a backslash starts an escape. Folder names may contain any character but NUL.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\x\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
