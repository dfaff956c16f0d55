internal import ScanModel

/// Builds HTML from elements and text; text is always escaped.
struct HTMLBuilder {
  private(set) var html = ""

  /// Adds markup without variable text: element names and attributes are the program's own.
  mutating func raw(_ markup: StaticString) { html += "\(markup)\n" }

  /// Adds markup that the program computed, such as a checksum; never text from outside.
  mutating func computed(_ markup: String) { html += markup + "\n" }

  /// Starts a section with a heading of the program.
  mutating func section(_ heading: String, _ classes: StaticString = "") {
    let attribute = "\(classes)".isEmpty ? "" : " class=\"\(classes)\""
    html += "<section\(attribute)>\n<h2>\(Self.escaped(heading))</h2>\n"
  }

  /// Adds an element with text.
  /// - Parameters:
  ///   - name: Name of the element.
  ///   - classes: Value of the class attribute; empty for none.
  ///   - text: Escaped here. The browser determines its direction.
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
