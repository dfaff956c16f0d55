internal import Application
internal import ArgumentParser
internal import Localization
internal import ScanModel
internal import Settings

struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Show and change the settings.",
    discussion: """
      EXAMPLES:
        ocr-scan settings list
        ocr-scan settings get languages
        ocr-scan settings set languages eng deu
        ocr-scan settings set alert_level high
      """,
    subcommands: [SettingsListCommand.self, SettingsGetCommand.self, SettingsSetCommand.self],
    defaultSubcommand: SettingsListCommand.self)

  /// - Throws: `ValidationError` that lists the existing names.
  static func definition(_ name: String) throws -> SettingDefinition {
    if let definition = SettingDefinition.all.first(where: { $0.name == name }) { return definition }
    let names = SettingDefinition.all.map(\.name).joined(separator: ", ")
    throw ValidationError(
      localized("There is no setting \"%1$@\". There are: %2$@.", TerminalEscaping.escaped(name), names))
  }
}

struct SettingsListCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List every setting: value, where it comes from, meaning.",
    discussion: """
      EXAMPLE:
        ocr-scan settings list --json
      """)

  @Flag(help: "Print one JSON object with a key for each setting.")
  var json = false

  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    let file = program.directories.settingsFile
    let origins = Program.loader(program.directories).origins(file: file, environment: console.environment)
    func origin(_ definition: SettingDefinition) -> SettingOrigin { origins[definition.name] ?? .default }
    if json {
      let shown = SettingDefinition.all.map { definition in
        let value: JSONObject = [
          "value": definition.values(in: program.settings), "origin": origin(definition).rawValue,
          "meaning": definition.help, "allowed": definition.allowed.english,
        ]
        return (definition.name, value)
      }
      try console.print(json: Dictionary(uniqueKeysWithValues: shown))
      return .success
    }
    let rows = SettingDefinition.all.map { definition in
      let values = definition.values(in: program.settings).map { TerminalEscaping.escaped($0) }
      let value = values.isEmpty ? localized("(the usual)") : values.joined(separator: ", ")
      let mark =
        switch origin(definition) {
        case .default: ""
        case .file: " " + localized("(set)")
        case .environment: " (\(definition.environmentName))"
        }
      return (name: definition.name, value: value + mark, help: localized(definition.help))
    }
    for line in Self.lines(rows, columns: console.terminalColumns) { try console.print(line) }
    console.tell(localized("Change one with: ocr-scan settings set NAME VALUE (kept in %1$@)", file.displayName))
    return .success
  }

  /// One line each; if the terminal is too narrow for the longest, all have their meaning below the value.
  private static func lines(_ rows: [(name: String, value: String, help: String)], columns: Int?) -> [String] {
    let width = (rows.map(\.name.count).max() ?? 0) + 2
    let whole = rows.map { "\(TextLayout.pad($0.name, to: width))\(TextLayout.pad($0.value, to: 24))  \($0.help)" }
    guard let columns, whole.contains(where: { TextLayout.width(of: $0) > columns }) else { return whole }
    return rows.flatMap { row in
      TextLayout.hanging(
        [row.value] + TextLayout.wrap(row.help, width: max(20, columns - width)),
        after: TextLayout.pad(row.name, to: width))
    }
  }
}

struct SettingsGetCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print the value of one setting; one line for each, if it is a list.",
    discussion: """
      EXAMPLE:
        ocr-scan settings get scan_timeout
      """)

  @Argument(help: "Name of the setting, as in \"settings list\".")
  var name: String

  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    let definition = try SettingsCommand.definition(name)
    let program = try Program(environment: console.environment)
    for value in definition.values(in: program.settings) { try console.print(TerminalEscaping.escaped(value)) }
    return .success
  }
}

struct SettingsSetCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change one setting in the file; comments and everything else in it stay.",
    discussion: """
      Lists take any number of values, all others one. The value is checked first; a wrong one changes nothing.

      EXAMPLES:
        ocr-scan settings set directories ~/Pictures/Screenshots ~/Desktop
        ocr-scan settings set scan_timeout "8 s"
      """)

  @Argument(help: "Name of the setting, as in \"settings list\".")
  var name: String

  @Argument(help: "The new value, or the values of a list.")
  var values: [String]

  @OptionGroup var output: ConsoleOptions

  func run(_ console: Console) async throws -> ExitStatus {
    let definition = try SettingsCommand.definition(name)
    let directories = try XDGDirectories(environment: console.environment)
    try Program.change(name, to: values, in: directories)
    let shown = values.map { TerminalEscaping.escaped($0) }.joined(separator: ", ")
    console.note(localized("%1$@ is now %2$@ (%3$@).", name, shown, directories.settingsFile.displayName))
    if console.environment[definition.environmentName]?.isEmpty == false {
      console.note(
        localized("But %1$@ is set in this environment, and wins over the file.", definition.environmentName))
    }
    return .success
  }
}
