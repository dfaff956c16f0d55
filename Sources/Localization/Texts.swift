internal import CGettext

/// A text in the user's language.
/// - Parameters:
///   - text: In English, as in the catalogues: a literal, so that `scripts/translations` finds it. "%1$@" is where the first
///     argument goes.
///   - arguments: Shown as they are.
/// - Returns: The text in the user's language, or in English if there is no translation.
package func localized(_ text: String, _ arguments: any CustomStringConvertible...) -> String {
  TextTemplate.filled(Translation.of(text), arguments.map(\.description))
}

/// A text with a number in the user's language, which may have a separate form for one.
/// - Parameters:
///   - count: "%1$@" of the texts.
///   - one: In English, for one thing.
///   - other: In English, for every other number.
///   - arguments: "%2$@" and so on.
/// - Returns: The form that the user's language has for this number.
package func localized(
  count: Int, one: String, other: String, _ arguments: any CustomStringConvertible...
) -> String {
  let text =
    Localization.isActive
    ? unsafe String(cString: ocrscan_translation_for_count(one, other, UInt(count.magnitude)))
    : count == 1 ? one : other
  return TextTemplate.filled(text, [LocalNumber.whole(count)] + arguments.map(\.description))
}

/// The translation of a text that the program made in English because it is kept or compared: a reason, advice, an
/// explanation, a failure. A text that is in no catalogue stays as it is.
package func translated(_ english: String) -> String {
  Localization.isActive ? Phrasebook.shared.translation(of: english) : english
}

/// Lookups in the catalogue.
enum Translation {
  static func of(_ text: String) -> String { found(text) ?? text }

  /// Nil if there is none.
  static func found(_ text: String) -> String? {
    // The empty text is the key of a catalogue's header (gettext manual, "The Format of PO Files").
    guard Localization.isActive, !text.isEmpty else { return nil }
    return unsafe text.withCString { pointer in
      let translation = unsafe ocrscan_translation(pointer)
      return unsafe translation == pointer ? nil : translation.map { unsafe String(cString: $0) }
    }
  }
}
