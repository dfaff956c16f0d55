/// All phrases of a rule pack in one nondeterministic automaton over tokens, run over a text once. It does not
/// backtrack: for each token it visits the edges with one of the token's symbols, and checks whether their sources are
/// alive. The work for a token is bounded by the number of these edges, a constant of the pack, whatever the text. A
/// gap is a state that stays alive for a few tokens.
struct PhraseAutomaton {
  struct Hit {
    var signal: Int32
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

  /// Alive at every token.
  static let start: Int32 = 0

  /// By symbol.
  let edges: JaggedArray<Edge>
  /// By state.
  let gaps: JaggedArray<Gap>
  let outputs: JaggedArray<Int32>

  let stateCount: Int

  init(_ builder: Builder = Builder()) {
    stateCount = Int(builder.stateCount)
    edges = JaggedArray(builder.edges, rowCount: Int(builder.symbolCount))
    gaps = JaggedArray(builder.gaps, rowCount: stateCount)
    outputs = JaggedArray(builder.outputs, rowCount: stateCount)
  }

  /// Finds phrases, in the order of their ends. None crosses one of the ascending token positions `breaks`, at which
  /// blocks begin. `steps` grows by the number of edges visited, and `shouldStop` is asked every 1,024 tokens.
  func hits(in text: TokenizedText, breaks: [Int], steps: inout Int, shouldStop: () -> Bool) -> [Hit] {
    var run = Run(automaton: self, lives: [Run.Life](repeating: Run.Life(), count: stateCount))
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

  func write(to writer: inout BinaryWriter) {
    writer.integer(stateCount)
    edges.write(to: &writer)
    gaps.write(to: &writer)
    outputs.write(to: &writer)
  }

  /// - Throws: `outOfRange` unless every number leads somewhere and all signals are below the limit.
  init(reading reader: inout BinaryReader, signals: Int) throws(BinaryReader.Failure) {
    stateCount = try reader.integer()
    edges = try JaggedArray(reading: &reader)
    gaps = try JaggedArray(reading: &reader)
    outputs = try JaggedArray(reading: &reader)
    let states = 0..<Int32(clamping: stateCount)
    // Every run has an entry for each state; a pack has about ten thousand.
    guard (1...10_000_000).contains(stateCount), gaps.rowCount == stateCount, outputs.rowCount == stateCount,
      edges.values.allSatisfy({ states.contains($0.source) && states.contains($0.target) }),
      gaps.values.allSatisfy({
        states.contains($0.target) && (0...Int32(PhrasePattern.maximumGap)).contains($0.length)
      }), outputs.values.allSatisfy({ (0..<Int32(signals)).contains($0) })
    else { throw .outOfRange }
  }

  private struct Run {
    /// A state that is alive: its phrase began at token `start`, and it expires after token `expiry`.
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

    mutating func step(_ index: Int32, symbols: ArraySlice<Int32>) {
      reached.removeAll(keepingCapacity: true)
      follow(0, index)
      for symbol in symbols { follow(Int(symbol), index) }
      // After all edges, so that one token cannot be two words of a phrase.
      for (state, start) in reached { enter(state, start: start, index: index) }
    }

    private mutating func follow(_ symbol: Int, _ index: Int32) {
      guard symbol < automaton.edges.rowCount else { return }
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

    /// If two paths reach a state, the later start and the longer life count.
    private mutating func prolong(_ state: Int32, start: Int32, until expiry: Int32) {
      let life = lives[Int(state)]
      lives[Int(state)] = Life(start: max(life.start, start), expiry: max(life.expiry, expiry))
    }
  }

  struct Builder {
    var edges: [(row: Int32, value: Edge)] = []
    var gaps: [(row: Int32, value: Gap)] = []
    var outputs: [(row: Int32, value: Int32)] = []
    /// Includes the start.
    var stateCount: Int32 = 1
    /// One more than the highest symbol of an edge.
    var symbolCount: Int32 = 0

    init() {}

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

    /// Adds a sequence, and returns the states in which it may end.
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
