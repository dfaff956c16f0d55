/// Replaces what nobody but its owner should be able to read later: card and account numbers, one-time codes,
/// passwords, keys, addresses and telephone numbers. Used before recognised text is stored.
///
/// Deterministic and linear; redacting twice changes nothing, because the labels hold nothing that would be replaced.
package enum TextRedactor {
  /// What is replaced, by its label.
  enum Label: String {
    case card = "[card number]"
    case iban = "[account number]"
    case code = "[code]"
    case password = "[password]"
    case privateKey = "[private key]"
    case seedPhrase = "[recovery phrase]"
    case email = "[e-mail address]"
    case phone = "[phone number]"
  }

  struct Finding {
    var range: Range<Int>
    var label: Label
  }

  /// The text with private parts replaced by labels such as `[card number]`.
  package static func redact(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let findings = findings(in: scalars)
    guard !findings.isEmpty else { return text }
    var output = String.UnicodeScalarView()
    var position = 0
    for finding in findings {
      output.append(contentsOf: scalars[position..<finding.range.lowerBound])
      output.append(contentsOf: finding.label.rawValue.unicodeScalars)
      position = finding.range.upperBound
    }
    output.append(contentsOf: scalars[position...])
    return String(output)
  }

  /// Sorted, not overlapping; of overlapping ones the earlier wins, of those that start together the longer.
  static func findings(in scalars: [Unicode.Scalar]) -> [Finding] {
    let entities = EntityScanner.entities(in: scalars)
    var all: [Finding] = entities.compactMap { entity in
      switch entity.kind {
      case .card: Finding(range: entity.range, label: .card)
      case .iban: Finding(range: entity.range, label: .iban)
      case .email: Finding(range: entity.range, label: .email)
      case .phone: Finding(range: entity.range, label: .phone)
      case .link, .amount, .wallet, .number: nil
      }
    }
    let words = SecretWords(scalars)
    all += KeyScanner.findings(in: scalars)
    all += words.codesAndPasswords(skipping: entities)
    all += words.seedPhrases()
    all.sort {
      $0.range.lowerBound == $1.range.lowerBound
        ? $0.range.upperBound > $1.range.upperBound : $0.range.lowerBound < $1.range.lowerBound
    }
    var result: [Finding] = []
    for finding in all where result.last.map({ $0.range.upperBound <= finding.range.lowerBound }) ?? true {
      result.append(finding)
    }
    return result
  }
}
