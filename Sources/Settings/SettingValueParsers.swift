package import ScanModel
internal import SystemPackage

/// Times as people write them: "5", "5s", "0.5 s", "500ms", "2 min". A bare number means seconds.
enum TimeText {
  private static let millisecondsPerUnit: [String: Double] = [
    "": 1_000, "s": 1_000, "ms": 1, "min": 60_000, "h": 3_600_000,
  ]

  /// - Returns: The time to the nearest millisecond; nil for anything else, including nil.
  static func parse(_ text: String?) -> Duration? {
    guard let (digits, unit) = numberAndUnit(text),
      let factor = millisecondsPerUnit[unit], let number = Double(digits)
    else { return nil }
    // Int64(exactly:) refuses what does not fit, so an endless row of digits does no harm.
    return Int64(exactly: (number * factor).rounded()).map { .milliseconds($0) }
  }

  /// The time in seconds, or in milliseconds if it is not a whole number of seconds.
  static func format(_ time: Duration) -> Message {
    let milliseconds = Int64(time / .milliseconds(1))
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}

/// Names of Tesseract languages, such as "eng" or "chi_sim". They become file names, so nothing else is accepted.
package enum LanguageName {
  /// A choice: every additional language makes recognition slower and less reliable.
  private static let maximumCount = 8

  /// The allowed lists, in words that complete "must be".
  package static let allowed: Message =
    "one to \(maximumCount) names of Tesseract languages, such as eng or deu, each once"

  package static func areValid(_ names: [String]) -> Bool {
    (1...maximumCount).contains(names.count) && Set(names).count == names.count
      && names.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_]{2,32}/) != nil }
  }
}

/// Folders as people write them: absolute, or below the home directory as "~" or "$HOME".
enum FolderPath {
  static func expand(_ text: String, home: FilePath) -> FilePath? {
    if text.unicodeScalars.contains("\0") { return nil }
    if text.hasPrefix("/") { return FilePath(text).lexicallyNormalized() }
    for name in ["~", "$HOME", "${HOME}"] {
      if text == name { return home }
      if text.hasPrefix(name + "/") {
        return home.appending(String(text.dropFirst(name.count + 1))).lexicallyNormalized()
      }
    }
    return nil
  }
}

/// Splits "0.5 s" into "0.5" and "s"; nil if it does not begin with a plain decimal number.
func numberAndUnit(_ text: String?) -> (digits: String, unit: String)? {
  guard let parts = text?.wholeMatch(of: /([0-9]+(?:\.[0-9]+)?) *(.*)/) else { return nil }
  return (String(parts.1), String(parts.2))
}
