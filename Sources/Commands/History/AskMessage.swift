internal import Application
internal import ArgumentParser
internal import History
internal import Localization
internal import Redaction
internal import ScanModel
internal import TextEntities

/// A message to copy, for asking somebody about an entry. Short and plain; holds nothing private, and nothing from the
/// sender that could be opened, called or paid by mistake.
enum AskMessage {
  private static let maximumExcerpt = 400

  static func toFriend(_ report: ScanReport) -> String {
    var lines = [
      localized("Hello, I got a message and I am not sure whether it is genuine. Could you look at it with me?"),
      "",
      report.riskLevel == .unknown
        ? localized("A program on my computer that looks for scams could not read it.")
        : localized(
          "A program on my computer that looks for scams says: %1$@.", RiskWords.answerAndKind(report)),
    ]
    let reasons = ReasonList.reasons(of: report).map { "- \(localized($0.message))" }
    lines += reasons.isEmpty ? [] : [localized("Its reasons:")] + reasons
    if let excerpt = excerpt(report.text ?? "") {
      lines += [
        "", localized("It begins like this; I have taken out links, numbers and private details:"),
        localized("“%1$@”", excerpt),
      ]
    }
    lines += ["", localized("I will not reply, click or pay before we have talked.")]
    return lines.joined(separator: "\n")
  }

  static func toBank(_ report: ScanReport, verified: UserVerdict?) -> String {
    let day = LocalNumber.day(ReportTime.string(from: report.scannedAt).prefix(10))
    return [
      opening(report, verified, day),
      "",
      localized("What I have done (please fill in, or write \"nothing\"):"),
      "- " + localized("paid: when, how much, to whom"),
      "- " + localized("given away: card number, code, password, other details"),
      "",
      localized(
        "Please stop the payment or ask for it back, block the card and online banking where needed, and tell me the "
          + "reference number of this case. I have kept the message and a screenshot."),
    ].joined(separator: "\n")
  }

  /// Claims no more than is known, because the bank acts on it.
  private static func opening(_ report: ScanReport, _ verified: UserVerdict?, _ day: String) -> String {
    switch (report.riskLevel.isAlarming, verified) {
    case (true, nil), (true, .scam):
      return localized(
        "Hello, on or before %1$@ I received a message that looks like a scam (%2$@).", day,
        RiskWords.category(report.category))
    case (false, .scam):
      return localized("Hello, on or before %1$@ I received a message that looks like a scam.", day)
    case (_, .notScam), (false, nil):
      return localized("Hello, on or before %1$@ I received a message, and I am not sure whether it is genuine.", day)
    }
  }

  /// The beginning of the text on one line, without anything private or dangerous; nil without text.
  static func excerpt(_ text: String) -> String? {
    let words = masked(TextRedactor.redact(text)).split(whereSeparator: \.isWhitespace)
    var excerpt = ""
    for word in words {
      guard excerpt.count + word.count < maximumExcerpt else {
        excerpt += " …"
        break
      }
      excerpt += (excerpt.isEmpty ? "" : " ") + word
    }
    return excerpt.isEmpty ? nil : TerminalEscaping.escaped(excerpt)
  }

  private static func masked(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var output: [Unicode.Scalar] = []
    var position = 0
    for entity in EntityScanner.entities(in: scalars) {
      guard let label = label(entity.kind), entity.range.lowerBound >= position else { continue }
      output += scalars[position..<entity.range.lowerBound]
      output += label.unicodeScalars
      position = entity.range.upperBound
      // The bracket of a label at the end of a link does not count as the link's.
      if entity.kind == .link, scalars[position...].first == "]", scalars[entity.range].contains("[") { position += 1 }
    }
    return String(String.UnicodeScalarView(output + scalars[position...])).withLocalLabels
  }

  private static func label(_ kind: Entity.Kind) -> String? {
    switch kind {
    case .link: localized("[link]")
    case .email: localized("[e-mail address]")
    case .phone: localized("[phone number]")
    case .wallet, .iban, .card: localized("[number]")
    case .amount: nil
    }
  }
}

struct HistoryAskCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Print a message to copy, for asking a friend or your bank about an entry.",
    discussion: """
      Links, numbers and private details of the screenshot are left out. Nothing is sent: copy it from the terminal, or \
      into the clipboard.

      EXAMPLES:
        ocr-scan history ask 12
        ocr-scan history ask 12 --bank | wl-copy
      """)

  @Argument(help: "The number of the entry, or the beginning of its identifier.")
  var id: String

  @Flag(help: "For your bank, with what it needs to know, instead of for a friend.")
  var bank = false

  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    let entry = try await console.entry(id)
    let report = try entry.report()
    try console.print(bank ? AskMessage.toBank(report, verified: entry.verified) : AskMessage.toFriend(report))
    return .success
  }
}
