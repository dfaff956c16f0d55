package import SystemPackage

/// The rules in force: data read from YAML, compiled for one pass over a text.
package struct RulePack: Sendable {
  /// Version of the pack's content, for reports about it.
  package internal(set) var version = 0
  /// The day the pack was made, "YYYY-MM-DD".
  package internal(set) var date = ""
  package internal(set) var rules: [Rule] = []
  package internal(set) var model = Calibration(intercept: -4, slope: 1, medium: 0.5, high: 0.9)

  var lexicon = Lexicon()
  var automaton = PhraseAutomaton()
  /// Named signals by their names, for rules that are added.
  var signals: [String: Int32] = [:]
  var signalCount = EntitySignal.allCases.count
  var brands: [Brand] = []
  /// The brand that a signal names, for signals that come from `brands`.
  var brandOfSignal = SignalMap()
  /// Hits of the second signal cancel overlapping hits of the first.
  var exclusionOfSignal = SignalMap()
  var lists = DomainLists()
  var advice: [String: String] = [:]
  var linkJudge = URLClassifier(brands: [], lists: DomainLists())

  /// Reads every `*.yaml` file of a directory, in the order of their names.
  /// - Throws: `RulePackFailure` with all problems: unreadable directory or file, invalid YAML, unknown keys, ...
  package static func load(directory: FilePath) throws(RulePackFailure) -> RulePack {
    try load(directories: [directory])
  }

  /// Reads several directories, later ones adding to earlier ones: the user's own rules after the built-in ones.
  /// - Throws: `RulePackFailure` as for one directory.
  package static func load(directories: [FilePath]) throws(RulePackFailure) -> RulePack {
    var files: [(name: String, content: String)] = []
    for directory in directories { files += try RuleFiles.read(directory) }
    return try load(files: files)
  }

  /// Loads the compiled pack of a directory.
  /// - Throws: `CompiledPackFailure`: the installation is damaged.
  package static func load(compiledIn directory: FilePath) throws(CompiledPackFailure) -> RulePack {
    let path = directory.appending(CompiledPack.fileName)
    do throws(CompiledPackFailure.Reason) {
      return try CompiledPack.read(try RuleFiles.bytes(ofInstalled: path))
    } catch {
      throw CompiledPackFailure(file: path.string, reason: error)
    }
  }

  /// Adds the rule files of a directory.
  /// - Throws: `RulePackFailure` as for `load(directory:)`.
  package func adding(directory: FilePath) throws(RulePackFailure) -> RulePack {
    var reader = RulePackReader(addingTo: self)
    for file in try RuleFiles.read(directory) { reader.read(file.content, file: file.name) }
    return try reader.finish()
  }

  /// Compiles rule files that are already in memory.
  /// - Parameter contents: Content by file name; read in the order of the names.
  /// - Returns: The compiled pack.
  /// - Throws: `RulePackFailure` with all problems.
  package static func load(from contents: [String: String]) throws(RulePackFailure) -> RulePack {
    try load(files: contents.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  private static func load(files: [(name: String, content: String)]) throws(RulePackFailure) -> RulePack {
    var reader = RulePackReader()
    for file in files { reader.read(file.content, file: file.name) }
    return try reader.finish()
  }
}
