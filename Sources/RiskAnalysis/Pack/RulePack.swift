package import SystemPackage

/// The rules in force: data read from YAML, compiled for one pass over a text.
package struct RulePack: Sendable {
  /// Version of the pack's content, for reports about it.
  package internal(set) var version = 0
  /// The day the pack was made, "YYYY-MM-DD".
  package internal(set) var date = ""
  package internal(set) var rules: [Rule] = []
  package internal(set) var model = RiskModel(intercept: -4, slope: 1, medium: 0.5, high: 0.9)

  /// Judges by wording beside the rules; nil where the rules stand alone.
  var textModel: TextModel?
  /// Makes a probability and a level of what rules and wording say together.
  package var calibration: RiskModel { textModel?.calibration ?? model }

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
  var linkJudge = LinkJudge(brands: [], lists: DomainLists())

  /// Reads every `*.yaml` file of a directory, in the order of their names, and its text model if it has one.
  /// - Throws: `RulePackFailure` with all problems: unreadable directory or file, invalid YAML, unknown keys, a damaged
  ///   model, ...
  package static func load(directory: FilePath) throws(RulePackFailure) -> RulePack {
    try load(directories: [directory])
  }

  /// Reads several directories, later ones adding to earlier ones: the user's own rules after the built-in ones.
  /// - Throws: `RulePackFailure` as for one directory.
  package static func load(directories: [FilePath]) throws(RulePackFailure) -> RulePack {
    var files: [(name: String, content: String)] = []
    var textModel: TextModel?
    for directory in directories {
      files += try RuleFiles.read(directory)
      if let model = try RuleFiles.readTextModel(directory) { textModel = model }
    }
    var pack = try load(files: files)
    pack.textModel = textModel
    return pack
  }

  /// Loads the compiled pack of a directory, and the text model beside it if there is one.
  /// - Throws: `CompiledPackFailure`: the installation is damaged.
  package static func load(compiledIn directory: FilePath) throws(CompiledPackFailure) -> RulePack {
    let path = directory.appending(CompiledPack.fileName)
    var pack: RulePack
    do throws(CompiledPackFailure.Reason) {
      pack = try CompiledPack.read(try RuleFiles.bytes(ofInstalled: path))
    } catch {
      throw CompiledPackFailure(file: path.string, reason: error)
    }
    do throws(RulePackFailure) {
      pack.textModel = try RuleFiles.readTextModel(directory)
    } catch {
      let words = error.problems.map(\.reason).joined(separator: "; ")
      throw CompiledPackFailure(file: directory.appending(TextModelFile.name).string, reason: .textModel(words))
    }
    return pack
  }

  /// Adds the rule files of a directory, and its text model if it has one.
  /// - Throws: `RulePackFailure` as for `load(directory:)`.
  package func adding(directory: FilePath) throws(RulePackFailure) -> RulePack {
    var reader = RulePackReader(addingTo: self)
    for file in try RuleFiles.read(directory) { reader.read(file.content, file: file.name) }
    var pack = try reader.finish()
    if let model = try RuleFiles.readTextModel(directory) { pack.textModel = model }
    return pack
  }

  /// The file of a text model in a directory of rules.
  package static let textModelName = TextModelFile.name

  /// The same rules without the text model.
  package func withoutTextModel() -> RulePack {
    var pack = self
    pack.textModel = nil
    return pack
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
