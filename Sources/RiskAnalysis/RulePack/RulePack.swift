package import SystemPackage

/// The rules in force, compiled for one pass over a text.
package struct RulePack: Sendable {
  package internal(set) var version = 0
  /// The day the pack was made, "YYYY-MM-DD".
  package internal(set) var date = ""
  package internal(set) var rules: [Rule] = []
  var calibration = Calibration(intercept: -4, slope: 1, medium: 0.5, high: 0.9)

  var lexicon = Lexicon()
  var automaton = PhraseAutomaton()
  /// Signals by name, for rules that are added later.
  var signals: [String: Int32] = [:]
  var signalCount = BuiltInSignal.allCases.count
  var brands: [Brand] = []
  /// Index of the brand that a signal names.
  var brandOfSignal: [Int32: Int32] = [:]
  /// For a signal, the one whose hits cancel overlapping hits of it.
  var exclusionOfSignal: [Int32: Int32] = [:]
  var lists = DomainLists()
  var advice: [String: String] = [:]
  var glossary = Glossary()
  var urlClassifier = URLClassifier(brands: [], lists: DomainLists())

  /// Reads every `*.yaml` file of a directory, in name order, and its glossary if it has one.
  /// - Throws: `RulePackFailure` with all problems: unreadable directory or file, invalid YAML, unknown keys, ...
  package static func load(directory: FilePath) throws(RulePackFailure) -> RulePack {
    let files = try RuleFiles.read(directory)
    if files.isEmpty { throw RuleFiles.failure(directory.string, "no rule file (*.yaml) in this directory") }
    var pack = try load(files: files)
    pack.glossary = try RuleFiles.glossary(directory)
    return pack
  }

  /// Loads the compiled pack of a directory; fails if the installation is damaged or incomplete.
  package static func load(compiledIn directory: FilePath) throws(CompiledRulePackFailure) -> RulePack {
    let path = directory.appending(CompiledRulePack.fileName)
    do throws(CompiledRulePackFailure.Reason) {
      return try CompiledRulePack.read(try RuleFiles.bytes(of: path))
    } catch {
      throw CompiledRulePackFailure(file: path.string, reason: error)
    }
  }

  /// The pack with the rule files of a directory added.
  package func adding(directory: FilePath) throws(RulePackFailure) -> RulePack {
    try Self.load(files: RuleFiles.read(directory), addingTo: self)
  }

  /// Compiles rule files in this order.
  package static func load(
    files: [(name: String, content: String)], addingTo base: RulePack? = nil
  ) throws(RulePackFailure) -> RulePack {
    var reader = RulePackReader(addingTo: base)
    for file in files { reader.read(file.content, file: file.name) }
    return try reader.finish()
  }
}
