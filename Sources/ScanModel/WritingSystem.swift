/// Scripts, as far as recognition must distinguish them.
package enum WritingSystem: Sendable, Hashable, CaseIterable {
  case latin, greek, cyrillic, armenian, hebrew, arabic, syriac, thaana, devanagari, bengali, gurmukhi, gujarati, oriya
  case tamil, telugu, kannada, malayalam, sinhala, thai, lao, tibetan, myanmar, georgian, hangul, ethiopic, cherokee
  case canadianSyllabics, khmer, han, kana

  /// The script of a letter; nil for digits, punctuation and other scripts.
  package init?(of scalar: Unicode.Scalar) {
    guard scalar.properties.isAlphabetic else { return nil }
    guard let block = Self.blocks.first(where: { $0.range.contains(scalar.value) }) else { return nil }
    self = block.system
  }

  /// Whether words have no spaces between them.
  package var isUnspaced: Bool {
    switch self {
    case .han, .kana, .thai, .lao, .khmer, .myanmar, .tibetan: true
    default: false
    }
  }

  /// Whether whole words of this script look like words of another: "СОР" and "COP".
  package var hasLookalikes: Bool { self == .latin || self == .cyrillic || self == .greek }

  /// The scripts of a language as Tesseract names it ("rus"), the most distinctive first. Latin for unknown names.
  package static func systems(ofLanguage name: String) -> [WritingSystem] {
    switch name {
    case "jpn", "jpn_vert": return [.kana, .han]
    case "kor", "kor_vert": return [.hangul, .han]
    default: return [languages.first { $0.names.contains(name) }?.system ?? .latin]
    }
  }

  /// Languages not written in Latin letters (https://github.com/tesseract-ocr/tessdata_fast).
  private static let languages: [(system: WritingSystem, names: Set<String>)] = [
    (.cyrillic, ["aze_cyrl", "bel", "bul", "kaz", "kir", "mkd", "mon", "rus", "srp", "tat", "tgk", "ukr", "uzb_cyrl"]),
    (.han, ["chi_sim", "chi_sim_vert", "chi_tra", "chi_tra_vert"]), (.greek, ["ell", "grc"]),
    (.arabic, ["ara", "fas", "pus", "snd", "uig", "urd"]), (.hebrew, ["heb", "yid"]),
    (.devanagari, ["hin", "mar", "nep", "san"]), (.bengali, ["asm", "ben"]), (.gujarati, ["guj"]),
    (.gurmukhi, ["pan"]), (.kannada, ["kan"]), (.malayalam, ["mal"]), (.oriya, ["ori"]), (.tamil, ["tam"]),
    (.telugu, ["tel"]), (.sinhala, ["sin"]), (.thai, ["tha"]), (.lao, ["lao"]), (.khmer, ["khm"]),
    (.myanmar, ["mya"]), (.tibetan, ["bod", "dzo"]), (.georgian, ["kat", "kat_old"]), (.armenian, ["hye"]),
    (.ethiopic, ["amh", "tir"]), (.cherokee, ["chr"]), (.syriac, ["syr"]), (.thaana, ["div"]),
    (.canadianSyllabics, ["iku"]),
  ]

  /// Blocks of letters of each script (https://www.unicode.org/Public/UCD/latest/ucd/Blocks.txt).
  private static let blocks: [(range: ClosedRange<UInt32>, system: WritingSystem)] = [
    (0x0000...0x02AF, .latin), (0x0370...0x03FF, .greek), (0x0400...0x052F, .cyrillic), (0x0530...0x058F, .armenian),
    (0x0590...0x05FF, .hebrew), (0x0600...0x06FF, .arabic), (0x0700...0x074F, .syriac), (0x0750...0x077F, .arabic),
    (0x0780...0x07BF, .thaana), (0x08A0...0x08FF, .arabic), (0x0900...0x097F, .devanagari), (0x0980...0x09FF, .bengali),
    (0x0A00...0x0A7F, .gurmukhi), (0x0A80...0x0AFF, .gujarati), (0x0B00...0x0B7F, .oriya), (0x0B80...0x0BFF, .tamil),
    (0x0C00...0x0C7F, .telugu), (0x0C80...0x0CFF, .kannada), (0x0D00...0x0D7F, .malayalam), (0x0D80...0x0DFF, .sinhala),
    (0x0E00...0x0E7F, .thai), (0x0E80...0x0EFF, .lao), (0x0F00...0x0FFF, .tibetan), (0x1000...0x109F, .myanmar),
    (0x10A0...0x10FF, .georgian), (0x1100...0x11FF, .hangul), (0x1200...0x139F, .ethiopic),
    (0x13A0...0x13FF, .cherokee),
    (0x1400...0x167F, .canadianSyllabics), (0x1780...0x17FF, .khmer), (0x1E00...0x1EFF, .latin),
    (0x1F00...0x1FFF, .greek), (0x2C60...0x2C7F, .latin), (0x2E80...0x2FDF, .han), (0x3005...0x3007, .han),
    (0x3040...0x30FF, .kana), (0x3130...0x318F, .hangul), (0x31F0...0x31FF, .kana), (0x3400...0x9FFF, .han),
    (0xA640...0xA69F, .cyrillic), (0xA720...0xA7FF, .latin), (0xAC00...0xD7FF, .hangul), (0xF900...0xFAFF, .han),
    (0xFB00...0xFB06, .latin), (0xFB1D...0xFB4F, .hebrew), (0xFB50...0xFDFF, .arabic), (0xFE70...0xFEFF, .arabic),
    (0xFF21...0xFF5A, .latin), (0xFF66...0xFF9F, .kana), (0x20000...0x323AF, .han),
  ]
}
