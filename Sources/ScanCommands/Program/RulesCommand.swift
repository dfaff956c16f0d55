internal import ArgumentParser

struct RulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "rules", abstract: "x")
}
