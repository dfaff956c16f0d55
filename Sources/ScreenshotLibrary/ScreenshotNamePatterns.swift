internal import ScanModel
internal import SystemPackage

/// Recognizes screenshots by the names that tools, phones and other systems give them in each language.
package enum ScreenshotNamePatterns {
  /// GNOME Shell, Spectacle, Xfce, Cinnamon, MATE, Deepin, Firefox, macOS, iOS, Android, ChromeOS and Windows begin the
  /// name with the word for "screenshot", followed by the time.
  private static let words: [[Character]] = [
    // English, and words other languages have borrowed from it
    "screenshot", "screen shot", "screencapture", "screen capture", "screengrab", "deepinscreenshot", "skrinshot",
    "bildschirmfoto", "bildschirmaufnahme",  // German
    "captura de pantalla", "captura desde", "pantallazo",  // Spanish, Galician
    "capture d'écran", "capture d'ecran",  // French
    "captura de tela", "captura de ecrã", "captura do ecrã",  // Portuguese
    "captura de pantalla", "captura de la pantalla",  // Catalan
    "schermata", "istantanea",  // Italian
    "schermafdruk", "schermafbeelding", "schermopname",  // Dutch
    "zrzut ekranu", "zrzut z",  // Polish
    "снимок экрана", "скриншот", "знімок екрана", "знімок екрану", "скріншот",  // Russian, Ukrainian
    "здымак экрана", "снимак екрана", "снимка на екрана", "екранна снимка",  // Belarusian, Serbian, Bulgarian
    "skärmbild", "skärmavbild", "skärmdump", "skjermbilde", "skjermdump", "skjermbilete",  // Swedish, Norwegian
    "skærmbillede", "skærmdump", "kuvakaappaus", "näyttökuva", "ruutukaappaus",  // Danish, Finnish
    "snímek obrazovky", "snímka obrazovky", "képernyőkép", "képernyőfotó",  // Czech, Slovak, Hungarian
    "zaslonska slika", "posnetek zaslona", "snimka zaslona", "slika zaslona",  // Slovene, Croatian
    "ekran görüntüsü", "ekran resmi", "captură de ecran", "στιγμιότυπο",  // Turkish, Romanian, Greek
    "kuvatõmmis", "ekraanipilt", "ekrano kopija", "ekrano nuotrauka", "ekrānattēls", "ekrānuzņēmums",  // Baltic
    "pantaila-argazkia", "pantaila argazkia", "skjáskot", "seatgabháil",  // Basque, Icelandic, Irish
    "tangkapan layar", "cuplikan layar", "ảnh chụp màn hình", "צילום מסך", "لقطة شاشة", "لقطة الشاشة",
    "スクリーンショット", "画面キャプチャ", "스크린샷", "화면 캡처", "屏幕截图", "屏幕快照", "截图", "截屏", "螢幕截圖",
    "螢幕擷圖", "螢幕擷取畫面", "螢幕快照", "截圖", "ภาพหน้าจอ", "स्क्रीनशॉट",
  ].map(Array.init)

  /// Tools whose own name comes first or last: grim and scrot end their default names with it (grim(1), scrot(1)).
  private static let tools: Set<String> = [
    "flameshot", "grim", "grimblast", "grimshot", "hyprshot", "ksnip", "maim", "satty", "scrot", "screenshoot",
    "snipaste", "spectacle", "swappy", "wayshot",
  ]

  static func isOfScreenshot(_ path: FilePath) -> Bool { isOfScreenshot(path.lastComponent?.bytes ?? []) }

  /// Whether a name is typical of screenshots. The extension matters only for JPEGs with names that cameras give too.
  package static func isOfScreenshot(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    let stem = stem(text)
    if hasWord(stem) || hasTool(stem) { return true }
    guard !(isJPEG(text) && isOfCamera(stem)) else { return false }
    return isTime(stem) || isNumbered(stem)
  }

  private static func isJPEG(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg")
  }

  /// Names of photographs: "IMG 1234" (iOS, most cameras), "20240506 070809", also with a number at the end (Android).
  private static func isOfCamera(_ stem: [Character]) -> Bool {
    let words = stem.split(separator: " ")
    if words.first?.elementsEqual("img") == true { return true }
    guard (2...3).contains(words.count), words[0].count == 8, words[1].prefix(6).allSatisfy(\.isWholeNumber),
      words[1].count >= 6
    else { return false }
    return words.allSatisfy { word in word.allSatisfy { $0.isASCII && ($0.isWholeNumber || $0 == "(" || $0 == ")") } }
  }

  /// The name in lower case without extension, with apostrophes, spaces and accents unified.
  private static func stem(_ name: String) -> [Character] {
    var characters = Array(name.lowercased())
    if let dot = characters.lastIndex(of: "."), dot > 0 { characters.removeSubrange(dot...) }
    return characters.map { character in
      switch character {
      case "’", "ʼ", "`", "´": "'"
      case "_", "\u{A0}", "\u{202F}": " "
      default: character
      }
    }
  }

  /// A word for "screenshot" as a whole word: "my-screenshot-2", but not "screenshots of the year". Scripts written
  /// without spaces have no word boundaries.
  private static func hasWord(_ stem: [Character]) -> Bool {
    words.contains { word in
      guard let first = word.first, stem.count >= word.count else { return false }
      return (0...(stem.count - word.count)).contains { start in
        guard stem[start] == first, stem[start..<(start + word.count)].elementsEqual(word) else { return false }
        return (start == 0 || isEdge(stem[start - 1]))
          && (start + word.count == stem.count || isEdge(stem[start + word.count]))
      }
    }
  }

  private static func isEdge(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return true }
    return !character.isLetter || scalar.value >= 0x0E00
  }

  private static func hasTool(_ stem: [Character]) -> Bool {
    let parts = stem.split { !$0.isLetter }.map { String($0) }
    // "grim weather.png" is not a screenshot: these tools add the time to their name.
    guard stem.filter(\.isNumber).count >= 6 else { return false }
    return parts.first.map(tools.contains) == true || parts.last.map(tools.contains) == true
  }

  /// Only a time, like those of Flameshot ("2024-05-06_07-08"), grimshot
  /// ("2024-05-06T07:08:09,123456789+02:00") and Steam ("20240506070809_1").
  private static func isTime(_ stem: [Character]) -> Bool {
    let separators: Set<Character> = ["-", " ", ".", ":", ",", "+", "t", "z", "h", "m", "s", "(", ")"]
    // Other scripts have numerals beyond 9.
    let digits = stem.compactMap { $0.isASCII ? $0.wholeNumberValue : nil }
    guard (12...32).contains(digits.count),
      stem.allSatisfy({ $0.isASCII && $0.isWholeNumber || separators.contains($0) })
    else { return false }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    return (1990...2199).contains(number(0..<4)) && (1...12).contains(number(4..<6))
      && (1...31).contains(number(6..<8)) && number(8..<10) < 24 && number(10..<12) < 60
  }

  /// Numbered names: those of Shutter, of Windows' Snipping Tool, and of iOS, which keeps screenshots as PNG and
  /// photographs in other formats.
  private static func isNumbered(_ stem: [Character]) -> Bool {
    let isCounted = stem.last?.isWholeNumber == true
    let words = stem.filter { !$0.isWholeNumber && !["(", ")"].contains($0) }.split(separator: " ").map { String($0) }
    switch words {
    case ["img"]: return isCounted && stem.count == 8
    case ["selection"], ["workspace"], ["menu"], ["tooltip"], ["window"], ["desktop"]:
      return isCounted && stem.count > 4 && stem[stem.count - 4] == " "
    case ["capture"], ["snip"]: return true
    default: return false
    }
  }
}

enum ScreenshotName {
  /// In lower case.
  private static let extensions: [[UInt8]] = [".png", ".jpg", ".jpeg", ".webp"].map { Array($0.utf8) }

  /// Ends in one of the extensions, in any case. White space after it is ignored: names copied by hand often have some.
  static func isCandidate(_ name: RawSpan) -> Bool {
    var end = name.byteCount
    while end > 0, isWhiteSpace(name.byte(at: end - 1)) { end -= 1 }
    // "x.png" is the shortest; ".png" alone is a hidden file without an extension.
    return extensions.contains { suffix in end > suffix.count && name.ends(with: suffix, at: end) }
  }

  /// Whether listings skip the file: its name starts with a dot, like the names of files being written.
  static func isHidden(_ name: RawSpan) -> Bool { name.byteCount > 0 && name.byte(at: 0) == UInt8(ascii: ".") }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}

extension RawSpan {
  func byte(at offset: Int) -> UInt8 {
    // Safe: every bit pattern is a valid integer, and the span checks its bounds.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Whether a suffix, a dot and lower-case letters, precedes `end` in any case.
  fileprivate func ends(with suffix: [UInt8], at end: Int) -> Bool {
    let start = end - suffix.count
    guard start >= 0, byte(at: start) == suffix[0] else { return false }
    // Setting bit 5 turns ASCII capitals into lower case and maps nothing else to a letter.
    return (1..<suffix.count).allSatisfy { byte(at: start + $0) | 0x20 == suffix[$0] }
  }
}

extension FilePath {
  /// The path of an entry of this folder; nil if `name` is not a single path component.
  func appending(name: [UInt8]) -> FilePath? {
    guard !name.isEmpty, !name.contains(0), !name.contains(UInt8(ascii: "/")) else { return nil }
    let terminated = (name + [0]).map { CChar(bitPattern: $0) }
    return Component(platformString: terminated).map { appending($0) }
  }
}
