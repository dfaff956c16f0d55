internal import ScanModel

/// The right half of a phone's status bar, of which only text such as "LTE" and "54%" is kept.
enum StatusBar {
  private static let signs: Set<String> = ["LTE", "5G", "4G", "3G", "2G", "H+", "VPN", "AM", "PM", "KB/s", "NFC"]

  /// In the top twentieth of the page, only short words: all like signal bars, or one of them a percentage and no other
  /// a word. "Earn 20% per week" is a headline.
  static func isStatusBar(_ line: RecognizedLine, _ page: PageMeasures) -> Bool {
    guard line.box.y * 20 < page.bottom, line.words.count <= 6 else { return false }
    guard line.words.allSatisfy({ $0.text.unicodeScalars.count <= 4 }) else { return false }
    // Bars of growing height, read as letters without descenders: "ul", "al", "all", "nil".
    let areBars = line.words.allSatisfy { word in
      word.confidence < 0.93 && word.text.unicodeScalars.allSatisfy { $0.isOne(of: "auimnl|!.4>=") }
    }
    if areBars { return true }
    return line.words.contains { isPercentage($0.text) }
      && line.words.allSatisfy { $0.confidence < 0.9 || signs.contains($0.text) || !$0.text.hasLetter }
  }

  static func readable(_ words: [RecognizedWord]) -> [RecognizedWord] {
    words.filter { word in
      signs.contains(word.text) || isPercentage(word.text)
        || word.text.unicodeScalars.count(where: \.isDigit) >= 2 && !word.text.hasLetter
    }
  }

  private static func isPercentage(_ word: String) -> Bool {
    word.hasSuffix("%") && word.dropLast().consists(of: \.isDigit) && word.utf8.count <= 4
  }
}
