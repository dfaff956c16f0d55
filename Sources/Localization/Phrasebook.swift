/// Translates texts that were made in English: histories, logs and rules stay in one language, whoever reads them
/// later.
///
/// A text with variable parts, such as "This code calls 0123", is found by its form: the catalogues list all forms
/// under one name (`scripts/translations`).
struct Phrasebook: Sendable {
  /// The name of that list.
  private static let list = "(forms of texts that are translated when they are shown)"
  /// A form may hold a text of another form, which may hold one: a list of all settings with a mistake in each is the deepest.
  /// Beyond are only texts from outside that imitate forms.
  private static let maximumDepth = 24
  /// Bytes. Longer ones are not the program's.
  private static let maximumLength = 4_096

  static let shared = Phrasebook(forms: (Translation.found(list) ?? "").split(separator: "\n").map(String.init))

  /// The most specific first.
  private let forms: [TextTemplate]

  init(forms: [String]) {
    self.forms = forms.map(TextTemplate.init).sorted { $0.weight > $1.weight }
  }

  func translation(of text: String, depth: Int = 0) -> String {
    if let translation = Translation.found(text) { return translation }
    guard depth < Self.maximumDepth, text.utf8.count <= Self.maximumLength else { return text }
    for form in forms {
      guard let arguments = form.arguments(in: text) else { continue }
      let filled = arguments.enumerated().map { place, argument in
        form.isQuoted(place) ? argument : translation(of: argument, depth: depth + 1)
      }
      return TextTemplate.filled(Translation.of(form.text), filled)
    }
    return LocalNumber.day(text)
  }
}
