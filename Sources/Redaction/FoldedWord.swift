internal import TextEntities

/// A word or a number of a text, as it is compared with the words that tell of secrets.
struct FoldedWord {
  var range: Range<Int>
  /// Lowercase letters without accents. Common misreadings are not folded.
  var folded: String
  /// Digits only, with single separators.
  var isNumber: Bool

  static func words(in scalars: [Unicode.Scalar]) -> [FoldedWord] {
    var words: [FoldedWord] = []
    var position = 0
    while let start = scalars[position...].firstIndex(where: isWordScalar) {
      position = start
      var isNumber = true
      while position < scalars.count, isWordScalar(scalars[position]) || joinsDigits(scalars, position) {
        if !scalars[position].isASCIIDigit, isWordScalar(scalars[position]) { isNumber = false }
        position += 1
      }
      words.append(FoldedWord(range: start..<position, folded: folded(scalars[start..<position]), isNumber: isNumber))
    }
    return words
  }

  /// "482-913" and "482 913" are one code.
  private static func joinsDigits(_ scalars: [Unicode.Scalar], _ position: Int) -> Bool {
    guard scalars[position] == "-" || scalars[position] == " ", position >= 3, position + 3 < scalars.count else {
      return false
    }
    let isPair =
      (position - 3..<position).allSatisfy { scalars[$0].isASCIIDigit }
      && (position + 1...position + 3).allSatisfy { scalars[$0].isASCIIDigit }
    let isAlone =
      (position == 3 || !isWordScalar(scalars[position - 4]))
      && (position + 4 >= scalars.count || !isWordScalar(scalars[position + 4]))
    return isPair && isAlone
  }

  private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 ? scalar.isASCIIAlphanumeric : ScalarFolding.fold(scalar) != .separator
  }

  static func folded(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    for scalar in scalars.prefix(24) {
      switch ScalarFolding.fold(scalar) {
      case .letter(let value), .digit(let value):
        if let folded = Unicode.Scalar(value) { view.append(folded) }
      case .pair(let first, let second):
        for value in [first, second] { if let folded = Unicode.Scalar(value) { view.append(folded) } }
      case .nothing, .separator: break
      }
    }
    return String(view)
  }
}
