internal import ScanModel

/// Builds HTML out of elements and text; text is always escaped, whatever it holds.
struct HTMLBuilder {
  private(set) var html = ""

  /// Adds an element without text of anybody: its name and attributes are the program's own words.
  mutating func raw(_ markup: StaticString) { html += "\(markup)\n" }

  /// Adds markup that the program has computed, such as a checksum; never text that came from elsewhere.
  mutating func computed(_ markup: String) { html += markup + "\n" }

  /// Begins a section with a heading, in the program's own words.
  mutating func section(_ heading: String, _ classes: StaticString = "") {
    let attribute = "\(classes)".isEmpty ? "" : " class=\"\(classes)\""
    html += "<section\(attribute)>\n<h2>\(Self.escaped(heading))</h2>\n"
  }

  /// Adds an element with text.
  /// - Parameters:
  ///   - name: Of the element.
  ///   - classes: As in the attribute; empty for none.
  ///   - text: Escaped. The reader's browser finds out in which direction it runs.
  mutating func element(_ name: StaticString, _ classes: StaticString = "", _ text: String) {
    let attribute = "\(classes)".isEmpty ? "" : " class=\"\(classes)\""
    html += "<\(name)\(attribute) dir=\"auto\">\(Self.escaped(text))</\(name)>\n"
  }

  /// Text for content and for attributes in double quotes. Control
  /// characters other than line breaks, and those that turn the direction of text, are shown as escapes.
  static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { MarkupEscaping.escaped(TerminalEscaping.escaped(String($0))) }.joined(separator: "\n")
  }
}
