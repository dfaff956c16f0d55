internal import CGettext
package import ScanModel

/// A text in the user's language.
/// - Parameters:
///   - text: In English, as in the catalogues: a literal, so that `scripts/translations` finds it. "%1$@" is where the first
///     argument goes.
///   - arguments: Shown as they are; messages in the user's language.
/// - Returns: The text in the user's language, or in English if there is no translation.
package func localized(_ text: String, _ arguments: any CustomStringConvertible...) -> String {
  TextTemplate.filled(Translation.of(text), arguments.map(shown))
}

/// The same, without places.
package func localized(_ text: String) -> String { Translation.of(text) }

package func localized(_ message: Message) -> String { message.rendered(Translation.of) }

private func shown(_ argument: any CustomStringConvertible) -> String {
  (argument as? Message).map { localized($0) } ?? argument.description
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
  return TextTemplate.filled(text, [LocalNumber.whole(count)] + arguments.map(shown))
}

enum Translation {
  /// - Returns: The same text if there is none.
  static func of(_ text: String) -> String {
    // The empty text is the key of a catalogue's header (gettext manual, "The Format of PO Files").
    guard Localization.isActive, !text.isEmpty else { return text }
    return unsafe text.withCString { pointer in
      unsafe ocrscan_translation(pointer).map { unsafe String(cString: $0) } ?? text
    }
  }
}
