/// The names desktops give the screenshots folder, by language.
enum ScreenshotFolderNames {
  private static let byLanguage: [String: [String]] = [
    "en": ["Screenshots"], "be": ["Здымкі экрана"], "ca": ["Captures de pantalla"], "cs": ["Snímky obrazovky"],
    "da": ["Skærmbilleder"], "de": ["Bildschirmfotos", "Screenshots"],
    "el": ["Στιγμιότυπα οθόνης", "Στιγμιότυπα"], "es": ["Capturas de pantalla"],
    "et": ["Ekraanipildid", "Kuvatõmmised"], "eu": ["Pantaila-argazkiak"], "fi": ["Kuvakaappaukset"],
    "fr": ["Captures d’écran"], "gl": ["Capturas de pantalla"], "he": ["צילומי מסך"],
    "hr": ["Snimke zaslona", "Slike zaslona"], "hu": ["Képernyőképek"], "id": ["Tangkapan layar"],
    "it": ["Schermate", "Istantanee"], "ja": ["スクリーンショット"], "ko": ["스크린샷"],
    "lt": ["Ekrano nuotraukos", "Ekrano kopijos"], "lv": ["Ekrānattēli", "Ekrānuzņēmumi"],
    "nb": ["Skjermbilder"], "nl": ["Schermafdrukken", "Schermafbeeldingen"], "nn": ["Skjermbilete"],
    "no": ["Skjermbilder"], "pl": ["Zrzuty ekranu"], "pt": ["Capturas de tela", "Capturas de ecrã"],
    "ro": ["Capturi de ecran"], "ru": ["Снимки экрана"], "sk": ["Snímky obrazovky"],
    "sl": ["Zaslonske slike", "Posnetki zaslona"], "sr": ["Снимци екрана"],
    "sv": ["Skärmbilder", "Skärmdumpar"], "tr": ["Ekran Görüntüleri"], "uk": ["Знімки екрана"],
    "vi": ["Ảnh chụp màn hình"], "zh": ["屏幕截图", "截图", "螢幕截圖", "螢幕擷圖", "截圖"],
  ]

  private static let known: Set<String> = Set(byLanguage.values.joined().map(folded))

  /// Whether this is the name of a screenshots folder in any of the languages.
  static func contains(_ name: [UInt8]) -> Bool {
    guard let text = String(validating: name, as: UTF8.self) else { return false }
    return known.contains(folded(text))
  }

  /// The names to wait for while no folder exists: in the user's languages and in English.
  static func expected(for languages: [String]) -> [String] {
    var names: [String] = []
    for language in languages + ["en"] {
      names += byLanguage[language, default: []].filter { !names.contains($0) }
    }
    return names
  }

  /// Maps names to one form if they differ only in case, kind of apostrophe, encoding of accents, or in joining words
  /// by a space, hyphen or underscore. (Swift compares canonically equivalent strings as equal.)
  private static func folded(_ name: String) -> String {
    String(
      name.lowercased().map { character -> Character in
        switch character {
        case "_", "-", "\u{A0}": " "
        case "’", "ʼ", "`": "'"
        default: character
        }
      })
  }
}
