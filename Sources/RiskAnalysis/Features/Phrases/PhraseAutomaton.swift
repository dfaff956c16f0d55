/// All phrases of a rule pack in one automaton over tokens, run over a text once.
///
/// Not a backtracking engine: for each token only the edges labelled with one of its symbols are looked at, and for each
/// of them only whether its source is alive. The work for a token is thus bounded by the number of edges with its
/// symbols, a constant of the pack, whatever the text is; a gap is a state that lives for a few tokens.
struct PhraseAutomaton {
  /// A phrase that ended at a token.
  struct Hit {
    var signal: Int32
    /// Token positions.
    var tokens: Range<Int>
  }

  struct Edge {
    var source: Int32
    var target: Int32
  }

  struct Gap {
    var length: Int32
    var target: Int32
  }

  /// State 0 is the start, alive at every token.
  fileprivate static let start: Int32 = 0

  /// By symbol.
  let edges: GroupedList<Edge>
  /// By state.
  let gaps: GroupedList<Gap>
  let outputs: GroupedList<Int32>

  let stateCount: Int

  /// One that finds nothing.
  init() { self = Builder().finish() }

  private init(_ builder: Builder) {
    stateCount = Int(builder.stateCount)
    edges = GroupedList(builder.edges, groups: Int(builder.symbolCount))
    gaps = GroupedList(builder.gaps, groups: stateCount)
    outputs = GroupedList(builder.outputs, groups: stateCount)
  }

  /// Runs over the tokens and returns the phrases found, in the order of their ends.
  ///
  /// No phrase crosses `breaks`, the ascending token positions at which blocks begin. `steps` counts the edges looked
  /// at, the measure of the work done. `shouldStop` is asked now and then; true ends the run with what was found.
  func hits(in text: TokenizedText, breaks: [Int], steps: inout Int, shouldStop: () -> Bool) -> [Hit] {
    var run = Run(automaton: self)
    var nextBreak = 0
    for (index, token) in text.tokens.enumerated() {
      if index & 0x3FF == 0x3FF, shouldStop() { break }
      while nextBreak < breaks.count, breaks[nextBreak] <= index {
        run.blockStart = Int32(breaks[nextBreak])
        nextBreak += 1
      }
      run.step(Int32(index), symbols: text.symbols[token.symbols])
    }
    steps += run.steps
    return run.hits
  }

  /// The state of one run.
  private struct Run {
    /// When a state may go on: the matched phrase began at `start`, and the last token allowed is `expiry`.
    struct Life {
      var start: Int32 = -1
      var expiry: Int32 = -1
    }

    let automaton: PhraseAutomaton
    var blockStart: Int32 = 0
    var lives: [Life]
    var reached: [(state: Int32, start: Int32)] = []
    var hits: [Hit] = []
    var steps = 0

    init(automaton: PhraseAutomaton) {
      self.automaton = automaton
      lives = [Life](repeating: Life(), count: automaton.stateCount)
    }

    mutating func step(_ index: Int32, symbols: ArraySlice<Int32>) {
      reached.removeAll(keepingCapacity: true)
      follow(0, index)
      for symbol in symbols { follow(Int(symbol), index) }
      // Applied after all edges, so that one token cannot be two words of a phrase.
      for (state, start) in reached { enter(state, start: start, index: index) }
    }

    private mutating func follow(_ symbol: Int, _ index: Int32) {
      guard symbol < automaton.edges.groupCount else { return }
      let edges = automaton.edges[symbol]
      for edge in edges {
        if edge.source == PhraseAutomaton.start {
          reached.append((edge.target, index))
        } else {
          let life = lives[Int(edge.source)]
          if life.expiry >= index, life.start >= blockStart { reached.append((edge.target, life.start)) }
        }
      }
      steps += edges.count
    }

    private mutating func enter(_ state: Int32, start: Int32, index: Int32) {
      for signal in automaton.outputs[Int(state)] {
        hits.append(Hit(signal: signal, tokens: Int(start)..<Int(index) + 1))
      }
      prolong(state, start: start, until: index + 1)
      for gap in automaton.gaps[Int(state)] { prolong(gap.target, start: start, until: index + 1 + gap.length) }
    }

    /// Of two ways to the same state the later start and the longer life count.
    private mutating func prolong(_ state: Int32, start: Int32, until expiry: Int32) {
      let life = lives[Int(state)]
      lives[Int(state)] = Life(start: max(life.start, start), expiry: max(life.expiry, expiry))
    }
  }
}

extension PhraseAutomaton {
  /// Takes phrases, one after the other.
  struct Builder {
    fileprivate var edges: [(group: Int32, value: Edge)] = []
    fileprivate var gaps: [(group: Int32, value: Gap)] = []
    fileprivate var outputs: [(group: Int32, value: Int32)] = []
    /// State 0 is the start.
    fileprivate var stateCount: Int32 = 1
    /// One more than the highest symbol of an edge.
    fileprivate var symbolCount: Int32 = 0

    init() {}

    /// Begins with the phrases of another automaton.
    init(continuing automaton: PhraseAutomaton) {
      edges = automaton.edges.items
      gaps = automaton.gaps.items
      outputs = automaton.outputs.items
      stateCount = Int32(automaton.stateCount)
      symbolCount = Int32(automaton.edges.groupCount)
    }

    /// Adds a phrase that announces `signal` where it ends.
    mutating func insert(_ pattern: PhrasePattern, signal: Int32, lexicon: inout Lexicon) {
      var ends: Set<Int32> = [PhraseAutomaton.start]
      for state in append(pattern.parts, from: [PhraseAutomaton.start], lexicon: &lexicon)
      where ends.insert(state).inserted {
        outputs.append((state, signal))
      }
    }

    func finish() -> PhraseAutomaton { PhraseAutomaton(self) }

    /// Adds a sequence and returns the states in which it may end.
    private mutating func append(
      _ parts: [PhrasePattern.Part], from sources: [Int32], lexicon: inout Lexicon
    ) -> [Int32] {
      var ends = sources
      for part in parts {
        switch part {
        case .word(let word): ends = [connect(ends, lexicon.symbol(forWord: word))]
        case .prefix(let beginning): ends = [connect(ends, lexicon.symbol(forPrefix: beginning))]
        case .tokenClass(let symbol): ends = [connect(ends, symbol)]
        case .gap(let length): ends = [wait(ends, length: Int32(length))]
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

    /// A state that lives for `length` more tokens. The start is alive anyway, so it needs none.
    private mutating func wait(_ sources: [Int32], length: Int32) -> Int32 {
      let target = appendState()
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
