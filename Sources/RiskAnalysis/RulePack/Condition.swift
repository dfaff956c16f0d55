/// A combination of signals.
indirect enum Condition: Sendable {
  case signal(Int32)
  case all([Condition])
  case any([Condition])
  case none([Condition])

  /// Whether it holds for the signals present.
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

  /// Whether it can be true because a signal is absent.
  var containsNone: Bool {
    switch self {
    case .signal: false
    case .none: true
    case .all(let parts), .any(let parts): parts.contains(where: \.containsNone)
    }
  }
}
