internal import CGettext
package import ScanModel

/// A text in the user's language. `text` is English and a literal, so that `scripts/translations` finds it; "%1$@" is
/// where the first argument goes.
package func localized(_ text: String, _ arguments: any CustomStringConvertible...) -> String {
  TextTemplate.filled(Translation.of(text), arguments.map(shown))
}

/// The same, without places.
package func localized(_ text: String) -> String { Translation.of(text) }

package func localized(_ message: Message) -> String { message.rendered(Translation.of) }

private func shown(_ argument: any CustomStringConvertible) -> String {
  (argument as? Message).map { localized($0) } ?? argument.description
}

/// The same with a number, "%1$@", of which the user's language may have several forms; `one` is the English one for 1.
/// Arguments are "%2$@" and so on.
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
  static func of(_ text: String) -> String {
    // The empty text is the key of a catalogue's header (gettext manual, "The Format of PO Files").
    guard Localization.isActive, !text.isEmpty else { return text }
    return unsafe text.withCString { pointer in
      unsafe ocrscan_translation(pointer).map { unsafe String(cString: $0) } ?? text
    }
  }
}
