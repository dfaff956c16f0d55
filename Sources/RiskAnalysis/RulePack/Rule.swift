package import ScanModel

/// One reason for or against a scam, as `rules list` and `rules show` present it.
package struct Rule: Sendable {
  /// How much of the page a rule looks at.
  package enum Scope: String, Sendable, CaseIterable {
    /// A block and its nearest neighbors: one message.
    case block
    /// Everything readable; for what the whole screenshot is about.
    case page
  }

  package var id: String
  /// `unknown` for reasons that fit any category, `none` for reasons against.
  package var category: RiskCategory
  /// What the text does, as the end of a sentence that begins with "It".
  package var message: String
  /// Log-odds; positive speaks for a scam, negative against, never 0.
  package var weight: Double
  package var scope: Scope
  /// Names a kind of scam but not what it wants: counts in full only beside a rule that does.
  package var isHint: Bool
  /// ISO 639-1 codes of the languages whose words it knows; empty where words do not matter.
  package var languages: [String]
  /// Share of scam and of benign texts it fired on when the pack was measured; nil if not measured.
  package var measured: HitRate?

  /// Rules of one group say nearly the same: the part of `id` before the first full stop.
  var group: Substring { id.prefix { $0 != "." } }
  /// Whether it says by itself which scam it would be and what is wanted.
  var isClaim: Bool { !isHint && category != .unknown && category != .none }

  /// What must hold.
  var condition: Condition
  /// Any of these keeps the rule silent.
  var exclusions: [Condition]

  /// Measured shares in 0...1.
  package struct HitRate: Sendable, Equatable {
    package var scam: Double
    package var benign: Double

    package init(scam: Double, benign: Double) {
      self.scam = scam
      self.benign = benign
    }
  }
}

/// What a rule asks of a text: signals combined.
indirect enum Condition: Sendable {
  case signal(Int32)
  case all([Condition])
  case any([Condition])
  case none([Condition])

  /// Whether it holds, given which signals are present.
  func holds(_ isPresent: (Int32) -> Bool) -> Bool {
    switch self {
    case .signal(let signal): isPresent(signal)
    case .all(let parts): parts.allSatisfy { $0.holds(isPresent) }
    case .any(let parts): parts.contains { $0.holds(isPresent) }
    case .none(let parts): !parts.contains { $0.holds(isPresent) }
    }
  }

  /// Signals whose presence may make it hold, in the order written; for evidence and for the index of rules.
  var positiveSignals: [Int32] {
    switch self {
    case .signal(let signal): [signal]
    case .all(let parts), .any(let parts): parts.flatMap(\.positiveSignals)
    case .none: []
    }
  }
}

extension Condition {
  var containsNone: Bool {
    switch self {
    case .signal: false
    case .none: true
    case .all(let parts), .any(let parts): parts.contains(where: \.containsNone)
    }
  }
}
