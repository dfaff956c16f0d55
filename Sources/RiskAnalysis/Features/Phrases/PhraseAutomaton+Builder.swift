extension PhraseAutomaton {
  /// Collects phrases for an automaton.
  struct Builder {
    var edges: [(row: Int32, value: Edge)] = []
    var gaps: [(row: Int32, value: Gap)] = []
    var outputs: [(row: Int32, value: Int32)] = []
    /// Includes the start.
    var stateCount: Int32 = 1
    /// One more than the highest symbol of an edge.
    var symbolCount: Int32 = 0

    init() {}

    /// Starts with the phrases of another automaton.
    init(continuing automaton: PhraseAutomaton) {
      edges = automaton.edges.items
      gaps = automaton.gaps.items
      outputs = automaton.outputs.items
      stateCount = Int32(automaton.stateCount)
      symbolCount = Int32(automaton.edges.rowCount)
    }

    /// Adds a phrase that gives a hit of `signal` where it ends.
    mutating func insert(_ pattern: PhrasePattern, signal: Int32, lexicon: inout Lexicon) {
      var ends: Set<Int32> = [PhraseAutomaton.start]
      for state in append(pattern.parts, from: [PhraseAutomaton.start], lexicon: &lexicon)
      where ends.insert(state).inserted {
        outputs.append((state, signal))
      }
    }

    func finish() -> PhraseAutomaton { PhraseAutomaton(self) }

    /// Adds a sequence.
    /// - Returns: The states in which it may end.
    private mutating func append(
      _ parts: [PhrasePattern.Part], from sources: [Int32], lexicon: inout Lexicon
    ) -> [Int32] {
      var ends = sources
      for part in parts {
        switch part {
        case .word(let word): ends = [connect(ends, lexicon.symbol(forWord: word))]
        case .prefix(let beginning): ends = [connect(ends, lexicon.symbol(forPrefix: beginning))]
        case .tokenClass(let symbol): ends = [connect(ends, symbol)]
        case .gap(let length): ends = [appendGap(ends, length: Int32(length))]
        case .choice(let choices): ends = choices.flatMap { append($0, from: ends, lexicon: &lexicon) }
        }
      }
      return ends
    }

    private mutating func connect(_ sources: [Int32], _ symbol: Lexicon.Symbol) -> Int32 {
      symbolCount = max(symbolCount, symbol + 1)
      let target = appendState()
      for source in sources { edges.append((symbol, Edge(source: source, target: target))) }
      return target
    }

    /// Adds a state that stays alive for `length` more tokens.
    private mutating func appendGap(_ sources: [Int32], length: Int32) -> Int32 {
      let target = appendState()
      // The start is always alive.
      for source in sources where source != PhraseAutomaton.start {
        gaps.append((source, Gap(length: length, target: target)))
      }
      return target
    }

    private mutating func appendState() -> Int32 {
      defer { stateCount += 1 }
      return stateCount
    }
  }
}
