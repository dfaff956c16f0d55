/// Restores the rupee sign, which the engine's Latin models lack: they read "₹7.66" as "27.66", "77.66" or "7.66". It
/// is known by two bars as wide as the sign, ink only at the right between them, and a leg down to the right.
enum RupeeSign {
  /// The least ink of a pixel of a letter, of one inside its strokes, and the mean of a row with a bar, in 0...255.
  private static let (trace, stem, bar): (UInt8, Int, Int) = (55, 128, 158)
  /// Of the sign in a line's image, whose height is fixed, in pixels; with room for every font tried.
  private static let (widths, heights) = (7...18, 12...21)
  /// The engine is unsure of the digits beside a sign that it does not know. What has one is text.
  private static let leastConfidence = 0.5

  static func restored(_ words: [EngineWord], in image: GreyImage) -> [EngineWord] {
    guard words.contains(where: { $0.text.contains(where: \.isNumber) }) else { return words }
    let ink = (0..<image.width).split { column in
      stride(from: column, to: image.pixels.count, by: image.width).allSatisfy { 255 - image.pixels[$0] < trace }
    }
    return words.enumerated().map { index, word in
      guard word.text.contains(where: \.isNumber) else { return word }
      // The engine may let the first word start behind the sign.
      let pieces = ink.filter { $0.upperBound > word.columns.lowerBound || index == 0 }
        .filter { $0.lowerBound < word.columns.upperBound }
      var text = Array(word.text)
      // Also after a mark: "-₹5".
      let place = "-+(\u{2212}\u{2013}".contains(text[0]) ? 1 : 0
      guard pieces.indices.contains(place), isSign(pieces[place], in: image),
        let end = end(of: place, in: text, word.symbols, pieces), text[end...].first?.isNumber == true
      else { return word }
      text.replaceSubrange(place..<end, with: "₹")
      var repaired = word
      (repaired.text, repaired.symbols) = (String(text), [])
      repaired.confidence = max(word.confidence, leastConfidence)
      return repaired
    }
  }

  /// The end of what was read for the sign at a place: a character, none, or two ("3%"). Nil if that cannot be told.
  private static func end(
    of place: Int, in text: [Character], _ symbols: [EngineWord.Symbol], _ pieces: [Range<Int>]
  ) -> Int? {
    guard text.indices.contains(place), !text[place].isLetter, !"$€£¥@".contains(text[place]) else { return nil }
    if !text[place].isNumber { return place + 1 }
    if text[place...].dropFirst().first == "%" { return place + 2 }
    // The engine lets a word's first symbol start with its ink. Only the second tells which of the first two was read.
    guard symbols.count == text.count, pieces.indices.contains(place + 1) else { return nil }
    let next = pieces[place + 1]
    guard next.count * 2 <= pieces[place].count * 3 else { return nil }
    let second = symbols.dropFirst(place + 1).first?.x ?? .max
    return second < next.lowerBound + next.count / 2 ? place + 1 : place
  }

  /// The shares of width and height are choices between the sign and all other shapes of 388 font files.
  private static func isSign(_ columns: Range<Int>, in image: GreyImage) -> Bool {
    guard widths ~= columns.count else { return false }
    let rows = (0..<image.height).map { y in columns.map { 255 - Int(image.pixels[y * image.width + $0]) } }
    guard let top = rows.firstIndex(where: hasStem), let last = rows.lastIndex(where: hasStem) else { return false }
    let sign = Array(rows[top...last])
    let (width, height) = (columns.count, sign.count)
    let means = sign.map { mean($0[...]) }
    guard heights ~= height, let upper = means.prefix(height / 6).max(), upper >= bar,
      let second = (height / 5..<height / 2).last(where: { means[$0] >= bar }),
      let lower = means[height / 5..<height / 2].max(),
      let open = sign[1..<second].map({ mean($0.prefix(width * 35 / 100)) }).min(), open * 10 <= min(upper, lower) * 6
    else { return false }
    let leg = sign[(height * 7 / 10)...].map { row in
      (row.firstIndex { $0 >= stem } ?? 0, row.lastIndex { $0 >= stem } ?? width)
    }
    guard let start = leg.first, let end = leg.last else { return false }
    return leg.allSatisfy { ($0.1 - $0.0 + 1) * 100 <= width * 62 }
      && (end.0 + end.1 - start.0 - start.1) * 100 >= width * 24
  }

  private static func hasStem(_ row: [Int]) -> Bool { row.contains { $0 >= stem } }

  private static func mean(_ row: ArraySlice<Int>) -> Int { row.reduce(0, +) / max(row.count, 1) }
}
