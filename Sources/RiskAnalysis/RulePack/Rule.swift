package import ScanModel

/// One reason for or against a scam, as `rules list` and `rules show` present it.
package struct Rule: Sendable {
  /// How much of the page a rule looks at.
  package enum Scope: String, Sendable, CaseIterable {
    /// A passage: one message.
    case block
    /// The whole page: what the screenshot is about.
    case page
  }

  package var id: String
  /// `unknown` for reasons that fit any category, `none` for reasons against a scam.
  package var category: RiskCategory
  /// The end of a sentence that begins with "It".
  package var message: String
  package var sentence: Message { RiskWording.sentence(message) }
  /// Log-odds, not 0; positive speaks for a scam, negative against one.
  package var weight: Double
  package var scope: Scope
  /// It names a kind of scam but not what the scam wants, so it counts in full only beside a rule that does.
  package var isHint: Bool
  /// ISO 639-1 codes of the languages of its words; empty if it does not depend on words.
  package var languages: [String]
  /// Measured shares of scam and of benign texts it fires on; nil if not measured.
  package var measured: HitRate?

  /// The part of `id` before the first full stop. Rules of one group say nearly the same.
  var group: Substring { id.prefix { $0 != "." } }
  /// Whether it alone says what kind of scam it is and what the scam wants.
  var isClaim: Bool { !isHint && category != .unknown && category != .none }

  var condition: Condition
  /// The rule does not fire if one of these holds.
  var exclusions: [Condition]

  /// Shares from 0 to 1.
  package struct HitRate: Sendable, Equatable {
    package var scam: Double
    package var benign: Double
  }
}

/// A combination of signals.
indirect enum Condition: Sendable {
  case signal(Int32)
  case all([Condition])
  case any([Condition])
  case none([Condition])

  func holds(_ isPresent: (Int32) -> Bool) -> Bool {
    switch self {
    case .signal(let signal): isPresent(signal)
    case .all(let parts): parts.allSatisfy { $0.holds(isPresent) }
    case .any(let parts): parts.contains { $0.holds(isPresent) }
    case .none(let parts): !parts.contains { $0.holds(isPresent) }
    }
  }

  /// The signals whose presence can make it true, in the order of the rule file.
  var positiveSignals: [Int32] {
    switch self {
    case .signal(let signal): [signal]
    case .all(let parts), .any(let parts): parts.flatMap(\.positiveSignals)
    case .none: []
    }
  }

  /// The signal that says what the scam wants: that of the last part that holds, and the first of several that say
  /// the same. A company, an amount or the look of words alone says nothing, so it counts only if nothing else holds.
  func claim(_ isPresent: (Int32) -> Bool) -> Int32? {
    firstClaim { isPresent($0) && BuiltInSignal(index: $0)?.isDetail != true } ?? firstClaim(isPresent)
  }

  private func firstClaim(_ isPresent: (Int32) -> Bool) -> Int32? {
    switch self {
    case .signal(let signal): isPresent(signal) ? signal : nil
    case .all(let parts): parts.compactMap { $0.firstClaim(isPresent) }.last
    case .any(let parts): parts.compactMap { $0.firstClaim(isPresent) }.first
    case .none: nil
    }
  }

  /// Whether it can be true because a signal is absent.
  var containsNone: Bool {
    switch self {
    case .signal: false
    case .none: true
    case .all(let parts), .any(let parts): parts.contains(where: \.containsNone)
    }
  }
}
