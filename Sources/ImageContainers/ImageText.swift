/// A text that a program has put into a picture. Good for guesses only: anybody can write anything into one.
package struct ImageText: Sendable, Hashable {
  /// The most texts read from one picture.
  static let maximumCount = 16

  /// What kind of text, for example "Software".
  package var keyword: String
  package var value: String
}
