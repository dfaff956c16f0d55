/// Text for where markup is read: HTML, and the few properties of widgets that take Pango's.
package enum MarkupEscaping {
  /// The text with the five characters replaced that mean something in content or in quoted attributes
  /// (https://html.spec.whatwg.org/#escapingString); the entities are those of XML, which Pango knows too.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
