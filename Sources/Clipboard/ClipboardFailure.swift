/// Why there is no picture from the clipboard.
package enum ClipboardFailure: Error, Sendable, Hashable {
  /// The clipboard is empty, or holds something else.
  case noPicture
  /// There is no clipboard to ask, or it cannot be asked. A clause in plain words says why.
  case unavailable(String)
  /// The program that asks this kind of clipboard is not installed; the name is that of its package in Debian.
  case programMissing(package: String)
  /// The program that holds the picture did not deliver it in time.
  case timedOut
  /// The picture has more bytes than allowed.
  case tooLarge
}
