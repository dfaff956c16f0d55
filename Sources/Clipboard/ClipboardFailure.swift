/// Why there is no picture from the clipboard.
package enum ClipboardFailure: Error, Sendable, Hashable {
  /// The clipboard is empty, or holds something else.
  case noPicture
  /// There is no clipboard, or it cannot be read. A clause in plain words says why.
  case unavailable(String)
  /// The program that reads this kind of clipboard is not installed; gives its package name in Debian.
  case programMissing(package: String)
  /// The program that owns the picture did not deliver it in time.
  case timedOut
  /// The picture has more bytes than allowed.
  case tooLarge
}
