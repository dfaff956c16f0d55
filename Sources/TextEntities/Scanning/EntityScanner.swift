/// Finds links, addresses, numbers and amounts.
package enum EntityScanner {
  /// Unless the search is exhaustive, further links and e-mail addresses are ignored, to keep hostile text cheap. A text
  /// in which so many are found may have more.
  package static let maximumLinks = 512

  /// All entities of a text in its order, without overlaps. An exhaustive search, for which nobody waits, finds links
  /// of any length and number: a sender could hide one behind many.
  package static func entities(in scalars: [Unicode.Scalar], isExhaustive: Bool = false) -> [Entity] {
    NumberScanner.entities(in: scalars, between: LinkScanner.entities(in: scalars, isExhaustive: isExhaustive))
  }
}
