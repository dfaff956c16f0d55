import Foundation
import PackagePlugin

/// Runs rule-compiler to write the compiled rule pack whenever a rule file has changed.
@main
struct CompileRules: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let rules = context.package.directoryURL.appending(path: "Sources/RiskAnalysis/Rules")
    let output = context.pluginWorkDirectoryURL
    let files = try FileManager.default.contentsOfDirectory(at: rules, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "yaml" }
    return [
      .buildCommand(
        displayName: "Compiling the rule pack", executable: try context.tool(named: "rule-compiler").url,
        arguments: [rules.path(percentEncoded: false), output.path(percentEncoded: false)],
        inputFiles: files.sorted { $0.path < $1.path },
        outputFiles: [output.appending(path: "rules.pack")])
    ]
  }
}
