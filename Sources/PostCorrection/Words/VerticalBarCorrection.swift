internal import ScanModel

/// Corrects vertical strokes: I, l, 1 and "|" look the same in many fonts, and the engine prefers "|".
///
/// A bar by itself that stands on the baseline and is as high as capitals is an "I"; a separator reaches below the
/// baseline. If the boxes do not tell, the next word decides. Program text and commands are left alone, because a bar
/// is a pipe there. Inside a word a bar is an "l"; at its start an "I" if that makes a known beginning.
enum VerticalBarCorrection {
  static func repaired(_ words: [RecognizedWord], _ context: LineContext) -> [RecognizedWord] {
    guard !context.isCode, words.contains(where: { isStroke($0.text) || $0.text.contains("|") }) else { return words }
    let measures = LineMeasures(words.lazy.filter { !isStroke($0.text) })
    let bars = words.count { $0.text == "|" }
    return words.enumerated().map { index, word in
      guard isStroke(word.text) else { return word.repaired(to: withoutBars(word.text, context)) }
      let isPronoun = isPronoun(index, of: words, bars, measures?.isCapital(word.box), context)
      return isPronoun ? word.repaired(to: "I") : word
    }
  }

  private static func isStroke(_ text: String) -> Bool { ["|", "l", "1", "[", "]"].contains(text) }

  /// `bars` are by themselves on the line, and `isCapital` is nil if position and height of the stroke cannot be told.
  private static func isPronoun(
    _ index: Int, of words: [RecognizedWord], _ bars: Int, _ isCapital: Bool?, _ context: LineContext
  ) -> Bool {
    let text = words[index].text
    let previous = index > 0 ? words[index - 1].text : nil
    let next = index + 1 < words.count ? words[index + 1].text : context.nextWord
    if text == "|", isCapital == false { return false }
    let follower = followingWord(next ?? "")
    let isFollowed = followers.contains(follower) || following.contains(follower)
    if text == "|", isCapital == true {
      // A table rule may be cut to the height of capitals; a name, a date or an amount follows it.
      let goesOn = next.map { $0.firstScalar?.isSmall == true || isFollowed } ?? true
      return goesOn && (bars == 1 || isFollowed)
    }
    guard context.hasEnglish, let next else { return false }
    let isAfterNumber = previous?.hasDigit == true
    switch text {
    case "|":
      // A separator precedes a heading, which starts with a capital.
      let isInSentence = next.firstScalar?.isSmall == true && previous?.lastScalar?.isLetter == true
      return isFollowed || bars == 1 && context.isEnglish && isInSentence
    case "l":
      // "5 l" is a volume.
      return !isAfterNumber && (followers.contains(follower) || context.isEnglish && isFollowed)
    case "1":
      // "at 1 am", "only 1 can": a number, unless the next word can have no other subject.
      let isCounted = previous.map { counting.contains(letters($0).lowercased()) } ?? false
      return !isAfterNumber && !isCounted && subjectVerbs.contains(follower)
    default: return followers.contains(follower)
    }
  }

  /// The next word in lower case; empty if it starts with a capital, as headings do, unless all of it is capitals.
  private static func followingWord(_ word: String) -> String {
    let plain = letters(word)
    let isShouted = plain.utf8.count >= 2 && plain == plain.uppercased()
    return plain.firstScalar?.isCapital == true && !isShouted ? "" : plain.lowercased()
  }

  /// The word without surrounding punctuation.
  private static func letters(_ word: String) -> String {
    let scalars = word.unicodeScalars.map { $0 == "\u{2019}" ? "'" : $0 }
    guard let first = scalars.firstIndex(where: \.isLetter), let last = scalars.lastIndex(where: \.isLetter)
    else { return "" }
    return String(String.UnicodeScalarView(scalars[first...last]))
  }

  private static func withoutBars(_ word: String, _ context: LineContext) -> String {
    guard word.unicodeScalars.count > 1, word.contains("|") else { return word }
    var scalars = Array(word.unicodeScalars)
    // "|'ll", "|t's", "|mportant"
    if scalars[0] == "|", context.hasEnglish, beginsWithI(scalars.dropFirst()) { scalars[0] = "I" }
    // "he|lo", "wi||": at least as many lower-case letters as bars, and only letters and marks of a word.
    let small = scalars.count { $0.isSmall }
    let bars = scalars.count { $0 == "|" }
    let isWord = scalars.allSatisfy { $0.isLetter || $0.isOne(of: "|'\u{2019}-.,!?:;") }
    if isWord, small >= 2, small >= bars {
      // A bar at the start may be the edge of a box.
      for index in scalars.indices.dropFirst() where scalars[index] == "|" && scalars[index - 1].isLetter {
        scalars[index] = "l"
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func beginsWithI(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    let word = letters(String(String.UnicodeScalarView(rest)))
    if rest.first == "'" || rest.first == "\u{2019}" { return contractions.contains(word) }
    return shortRests.contains(word) || word.count >= 4 && longRests.contains { word.hasPrefix($0) }
  }

  private static let contractions: Set<String> = ["m", "ll", "ve", "d"]
  /// The rest of "If", "It", "It's", "In", "Is".
  private static let shortRests: Set<String> = ["f", "t", "t's", "ts", "n", "s", "nto", "tem", "mage", "dea", "con"]
  /// Beginnings after "I" that start no word without it.
  private static let longRests = [
    "mp", "mm", "nf", "nt", "nv", "ns", "nd", "nc", "nb", "nn", "ssu", "sla", "tal", "rel", "den", "gno", "llu",
  ]

  /// Verbs and adverbs that follow "I"; most make no sense after a separator.
  static let followers: Set<String> = [
    "am", "was", "have", "had", "haven't", "hadn't", "will", "won't", "would", "wouldn't", "could", "couldn't", "can't",
    "cannot", "do", "did", "don't", "didn't", "dont", "didnt", "think", "thought", "know", "knew", "hope", "hoped",
    "guess", "mean", "meant", "feel", "felt", "wish", "promise", "swear", "told", "said", "went", "came", "made",
    "took", "gave", "tried", "understand", "understood", "remember", "forgot", "wanted", "needed", "bought", "paid",
    "received", "missed", "agree", "believe", "heard", "noticed", "sent", "lost", "found", "saw", "should", "might",
    "shouldn't", "wasn't", "wonder", "wondered", "suppose", "realized", "realised", "decided", "just", "really",
    "never", "always", "still", "already", "also", "actually", "recently", "currently", "usually", "probably",
  ]
  /// Words that follow "I", but also follow separators, numbers and list marks.
  private static let following: Set<String> = [
    "can", "need", "want", "get", "got", "see", "love", "like", "live", "work", "only", "say", "tell", "try", "call",
    "called", "send", "must", "may", "go", "come", "make", "take", "give", "ask", "asked", "put", "look", "miss", "use",
    "used", "pay", "buy", "start", "started", "help", "helped", "hate", "wear", "run", "moved", "left", "met", "sold",
  ]
  /// Verb forms that "one" does not take, so a "1" before them is not a number.
  private static let subjectVerbs: Set<String> = [
    "have", "haven't", "don't", "dont", "think", "know", "hope", "guess", "mean", "feel", "wish", "promise", "swear",
    "understand", "remember", "agree", "believe", "wonder", "suppose", "want", "need",
  ]
  /// Words after which "1" is a number anyway.
  private static let counting: Set<String> = [
    "only", "at", "by", "from", "until", "till", "since", "of", "number", "no", "page", "step", "part", "level", "day",
    "week", "year", "room", "line", "chapter", "option", "type", "press", "reply",
  ]
}
