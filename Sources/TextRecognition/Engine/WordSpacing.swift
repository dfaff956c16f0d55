/// Moves word boundaries to the ink, and finds missed spaces ("amoment", "in15"), because the engine knows places only
/// to the step of its network. A gap inside a word that is as wide as those between words, and much wider than those
/// between its letters, is a space.
enum WordSpacing {
  /// Lighter pixels are not ink, on a scale from 0 (ink) to 255: antialiasing beside a stem.
  private static let lightest: UInt8 = 200
  /// How many columns closer a gap must be to make up for being one narrower.
  private static let distanceWeight = 0.15
  /// How far outside a gap the symbol after it may start.
  private static let tolerance = 2
  /// Narrower gaps do not count: letters may be that far apart.
  private static let narrowest = 3

  /// Returns the words from left to right with exact columns, split at missed spaces.
  static func placed(_ words: [EngineWord], in image: GreyImage) -> [EngineWord] {
    guard let first = words.first, let last = words.last else { return words }
    let gaps = gaps(in: image)
    guard !gaps.isEmpty else { return words }
    var result = words
    let between = spaces(before: words.dropFirst().map(\.columns.lowerBound), among: gaps)
    for (index, gap) in zip(words.indices.dropFirst(), between) {
      result[index - 1].columns = result[index - 1].columns.ending(at: gaps[gap].lowerBound)
      result[index].columns = result[index].columns.beginning(at: gaps[gap].upperBound)
    }
    let (before, after, end) = (gaps[0], gaps[gaps.count - 1], words.count - 1)
    let inkStart = before.lowerBound == 0 ? before.upperBound : 0
    let inkEnd = max(inkStart, after.upperBound == image.width ? after.lowerBound : image.width)
    result[0].columns = result[0].columns.beginning(at: max(first.columns.lowerBound, inkStart))
    result[end].columns = result[end].columns.ending(at: min(last.columns.upperBound, inkEnd))
    guard let width = overlookedWidth(gaps, between) else { return result }
    let taken = Set(between)
    let others = gaps.indices.filter { !taken.contains($0) && gaps[$0].count >= width }.map { gaps[$0] }
    return result.flatMap { split($0, at: others) }
  }

  /// Runs of columns without ink, including those at both ends.
  private static func gaps(in image: GreyImage) -> [Range<Int>] {
    var darkest = [UInt8](repeating: 255, count: image.width)
    for row in 0..<image.height {
      for column in 0..<image.width { darkest[column] = min(darkest[column], image.pixels[row * image.width + column]) }
    }
    return darkest.indices.split { darkest[$0] < lightest }
  }

  /// The gap before each word that the engine starts at `places`: in this order, all different, as wide and as close as
  /// possible; empty if there are too few. A place is off by three columns, but before a narrow letter by 20.
  private static func spaces(before places: [Int], among gaps: [Range<Int>]) -> [Int] {
    guard gaps.count >= places.count, !places.isEmpty else { return [] }
    // For each gap, the best sum with the last place so far at this gap, and the previous place's gap in it.
    var best = [Double](repeating: 0, count: gaps.count)
    var before: [[Int]] = []
    for (number, place) in places.enumerated() {
      var next = [Double](repeating: -.infinity, count: gaps.count)
      var origin = [Int](repeating: 0, count: gaps.count)
      var (bestSoFar, bestGap) = (-Double.infinity, 0)
      for gap in gaps.indices {
        let fit = Double(gaps[gap].count) - distanceWeight * Double(abs(gaps[gap].upperBound - place))
        next[gap] = number == 0 ? fit : bestSoFar + fit
        origin[gap] = bestGap
        if best[gap] > bestSoFar { (bestSoFar, bestGap) = (best[gap], gap) }
      }
      best = next
      before.append(origin)
    }
    guard var gap = best.indices.max(by: { best[$0] < best[$1] }), best[gap] > -.infinity else { return [] }
    var result: [Int] = []
    for origin in before.reversed() {
      result.append(gap)
      gap = origin[gap]
    }
    return result.reversed()
  }

  /// The width from which a gap is a space. Nil if the line does not show it: the widest gaps inside words are not like
  /// those between words, or not clearly wider than those between letters, as in monospaced fonts.
  private static func overlookedWidth(_ gaps: [Range<Int>], _ between: [Int]) -> Int? {
    let spaces = between.map { gaps[$0].count }.sorted()
    guard let least = spaces.first, least * 2 >= spaces[spaces.count / 2] else { return nil }
    let limit = max((least * 17 + 19) / 20, narrowest)
    let taken = Set(between)
    let inner = gaps.indices.dropFirst().dropLast().filter { !taken.contains($0) }.map { gaps[$0].count }
    guard let narrow = inner.filter({ $0 < limit }).max(), let wide = inner.filter({ $0 >= limit }).min() else {
      return nil
    }
    return wide * 5 >= narrow * 8 ? limit : nil
  }

  private static func split(_ word: EngineWord, at gaps: [Range<Int>]) -> [EngineWord] {
    guard word.symbols.count > 1, !isName(word.text) else { return [word] }
    var result: [EngineWord] = []
    var rest = word
    for gap in gaps where gap.lowerBound > word.columns.lowerBound && gap.upperBound < word.columns.upperBound {
      // The symbol that starts after the gap.
      let behind = (gap.lowerBound - tolerance)...(gap.upperBound + tolerance)
      guard
        let index = rest.symbols.indices.filter({ behind.contains(rest.symbols[$0].x) })
          .min(by: { abs(rest.symbols[$0].x - gap.upperBound) < abs(rest.symbols[$1].x - gap.upperBound) }), index > 0,
        mayEndWord(rest.symbols[index - 1].text), mayBeginWord(rest.symbols[index].text),
        !isInNumber(rest.symbols, index)
      else { continue }
      var head = rest
      head.symbols = Array(rest.symbols[..<index])
      head.text = head.symbols.map(\.text).joined()
      head.columns = rest.columns.ending(at: gap.lowerBound)
      result.append(head)
      rest.symbols = Array(rest.symbols[index...])
      rest.text = rest.symbols.map(\.text).joined()
      rest.columns = rest.columns.beginning(at: gap.upperBound)
    }
    return result + [rest]
  }

  /// Whether it is a link, address, file name or number, whose marks and digits have much space around them.
  private static func isName(_ text: String) -> Bool {
    text.contains { "/@\\_=".contains($0) } || text.dropLast().contains(".")
  }

  private static func mayEndWord(_ symbol: String) -> Bool {
    symbol.unicodeScalars.contains { $0.properties.isAlphabetic || ",;!?)".unicodeScalars.contains($0) }
  }

  /// Whether the symbol at `index` follows a digit and a comma: "1,150".
  private static func isInNumber(_ symbols: [EngineWord.Symbol], _ index: Int) -> Bool {
    index >= 2 && symbols[index - 1].text == "," && symbols[index].text.allSatisfy(\.isNumber)
      && symbols[index - 2].text.allSatisfy(\.isNumber)
  }

  private static func mayBeginWord(_ symbol: String) -> Bool {
    symbol.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "(" }
  }
}

extension Range<Int> {
  /// The range with another end; never empty.
  fileprivate func ending(at end: Int) -> Range { lowerBound..<Swift.max(end, lowerBound + 1) }

  /// The range with another start; never empty.
  fileprivate func beginning(at start: Int) -> Range { Swift.min(start, upperBound - 1)..<upperBound }
}
