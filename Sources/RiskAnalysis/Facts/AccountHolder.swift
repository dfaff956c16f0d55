internal import ScanModel
internal import TextEntities

/// Finds the name that a page gives for the holder of an account: "in the name of K. Muster", "Titulaire : K. Muster".
struct AccountHolder {
  /// Scalars between the account and the words that introduce the name.
  private static let reach = 80
  private static let maximumWords = 5
  /// Stand right before the name, in any case and without accents.
  private static let introductions = [
    "name of", "account name", "account holder", "holder", "beneficiary", "payee", "auf den namen", "kontoinhaber",
    "kontoinhaberin", "empf\u{E4}nger", "zahlungsempf\u{E4}nger", "beg\u{FC}nstigter", "nom de", "titulaire",
    "b\u{E9}n\u{E9}ficiaire", "nombre de", "titular", "beneficiario", "nome di", "intestato a", "intestatario",
    "naam van", "rekeninghouder", "begunstigde", "nome de", "benefici\u{E1}rio",
  ].map { $0.split(separator: " ").map { URLClassifier.canonical(String($0)) } }
  /// Stand within names in small letters.
  private static let particles = Set(["de", "da", "di", "du", "van", "von", "der", "la"].map(URLClassifier.canonical))
  /// Introduce the number, not a name.
  private static let numberWords = Set(["iban", "bic", "swift", "konto"].map(URLClassifier.canonical))

  private let features: PageFeatures

  init(_ features: PageFeatures) { self.features = features }

  /// Nil if there is none near the account that is well read.
  func name(at account: Range<Int>) -> String? {
    let tokens = features.tokens
    let start = tokens.partitioningIndex { $0.range.lowerBound >= account.lowerBound - Self.reach }
    let near = tokens[start...].prefix { $0.range.lowerBound < account.upperBound + Self.reach }.indices
    // What follows the account is nearest to it; a name before it belongs to it if none follows.
    let after = near.filter { tokens[$0].range.lowerBound >= account.upperBound }
    let before = near.filter { tokens[$0].range.upperBound <= account.lowerBound }
    return after.lazy.compactMap(name).first ?? before.reversed().lazy.compactMap(name).first
  }

  /// The name behind an introduction that ends with a token.
  private func name(behind last: Int) -> String? {
    let isIntroduced = Self.introductions.contains { words in
      last + 1 >= words.count && words.indices.allSatisfy { word(last + 1 - words.count + $0) == words[$0] }
    }
    guard isIntroduced else { return nil }
    let scalars = features.scalars
    var end = features.tokens[last].range.upperBound
    var range: Range<Int>?
    for token in features.tokens[(last + 1)...].prefix(Self.maximumWords) where token.kind == .word {
      let gap = scalars[end..<token.range.lowerBound]
      let folded = Array(features.folded[token.folded])
      let isPart = scalars[token.range.lowerBound].properties.isUppercase && !Self.numberWords.contains(folded)
      // The line may end before a name, not within one.
      guard gap.allSatisfy({ $0.isWhiteSpace || ".:&'-".unicodeScalars.contains($0) }),
        range == nil || !gap.contains("\n"), isPart || range != nil && Self.particles.contains(folded)
      else { break }
      end = token.range.upperBound
      if isPart { range = (range?.lowerBound ?? token.range.lowerBound)..<end }
    }
    guard let range, range.count > 2, !features.confidence.isUncertain(range) else { return nil }
    return scalars.string(range)
  }

  private func word(_ index: Int) -> [UInt32] { Array(features.folded[features.tokens[index].folded]) }
}
