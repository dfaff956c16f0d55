internal import Application
internal import ArgumentParser
internal import Localization
internal import ScanModel

struct AdviceCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "advice", abstract: "What to do after a scam where you live: whom to call, what to say, what to save.",
    discussion: """
      The country is that of the setting "country", or else of the locale; nothing is asked of a network. Every number \
      and address is shown with the official page that it is from, and the day on which that was read.

      EXAMPLES:
        ocr-scan advice
        ocr-scan advice delivery
        ocr-scan advice payment_scam --country IE
      """)

  private static let categories = RiskCategory.allCases.filter { $0 != .none && $0 != .unknown }.map(\.rawValue)

  @Argument(
    help: ArgumentHelp("The kind of scam: \(categories.joined(separator: ", ")). Without it, what holds for all."),
    completion: .list(categories))
  var category: String?

  @Option(help: ArgumentHelp("Another country than yours, as two letters.", valueName: "cc"))
  var country: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if let category, !Self.categories.contains(category) {
      throw ValidationError(
        localized(
          "There is no kind \"%1$@\". There are: %2$@.", TerminalEscaping.escaped(category),
          Self.categories.joined(separator: ", ")))
    }
    if let country, CountryCode(rawValue: country) == nil {
      throw ValidationError(
        localized("\"%1$@\" is not a country in two letters, such as GB.", TerminalEscaping.escaped(country)))
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    let chosen = country.flatMap { CountryCode(rawValue: $0) } ?? program.country
    let steps = try program.localHelp.steps(
      category: category.flatMap { RiskCategory(rawValue: $0) } ?? .unknown, country: chosen,
      language: CountryCode.language(localeIn: program.environment))
    if json { try console.print(json: steps.json) } else { try HelpRenderer(console: console).showAll(steps) }
    if steps.country == nil { console.note(Self.remark(chosen, program.localHelp.countries)) }
    return .success
  }

  /// Why there are no names and numbers, and how to get them.
  private static func remark(_ country: CountryCode?, _ known: [CountryCode]) -> String {
    let list = known.map(\.rawValue).joined(separator: ", ")
    let why =
      country.map { localized("There is no list for %1$@ yet.", $0.rawValue) }
      ?? localized("Where you live is not known.")
    return why + " " + localized("There are lists for: %1$@.", list) + "\n"
      + localized("Say where you live with: ocr-scan settings set country CC")
  }
}
