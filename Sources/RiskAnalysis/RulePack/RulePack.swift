package import SystemPackage

/// The rules in force, compiled for one pass over a text.
package struct RulePack: Sendable {
  /// Version of the pack's content.
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
  var brandOfSignal = DenseIndexMap()
  /// For a signal, the one whose hits cancel overlapping hits of it.
  var exclusionOfSignal = DenseIndexMap()
  var lists = DomainLists()
  var advice: [String: String] = [:]
  var urlClassifier = URLClassifier(brands: [], lists: DomainLists())

  /// Reads every `*.yaml` file of a directory, in name order.
  /// - Throws: `RulePackFailure` with all problems: unreadable directory or file, invalid YAML, unknown keys, ...
  package static func load(directory: FilePath) throws(RulePackFailure) -> RulePack {
    let files = try RuleFiles.read(directory)
    if files.isEmpty { throw RuleFiles.failure(directory.string, "no rule file (*.yaml) in this directory") }
    return try load(files: files)
  }

  /// Loads the compiled pack of a directory.
  /// - Throws: `CompiledRulePackFailure` if the installation is damaged or incomplete.
  package static func load(compiledIn directory: FilePath) throws(CompiledRulePackFailure) -> RulePack {
    let path = directory.appending(CompiledRulePack.fileName)
    do throws(CompiledRulePackFailure.Reason) {
      return try CompiledRulePack.read(try RuleFiles.bytes(of: path))
    } catch {
      throw CompiledRulePackFailure(file: path.string, reason: error)
    }
  }

  /// The pack with the rule files of a directory added.
  /// - Throws: `RulePackFailure` as for `load(directory:)`.
  package func adding(directory: FilePath) throws(RulePackFailure) -> RulePack {
    try Self.load(files: RuleFiles.read(directory), addingTo: self)
  }

  /// Compiles rule files by their names, in name order.
  /// - Throws: `RulePackFailure` with all problems.
  package static func load(from contents: [String: String]) throws(RulePackFailure) -> RulePack {
    try load(files: contents.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  private static func load(
    files: [(name: String, content: String)], addingTo base: RulePack? = nil
  ) throws(RulePackFailure) -> RulePack {
    var reader = RulePackReader(addingTo: base)
    for file in files { reader.read(file.content, file: file.name) }
    return try reader.finish()
  }
}

/// Lists of domains and words for classifying links and e-mail addresses.
struct DomainLists: Sendable {
  enum List: String, CaseIterable {
    case shorteners
    case oddEndings = "odd_endings"
    case freeHosts = "free_hosts"
    /// Pages that anybody can make on a company's own host: "host/first part of the path", or "host/*".
    case openPages = "open_pages"
    case messengers
    /// Well-known sites; a link to them means nothing.
    case familiar
    /// Suffixes reserved for public authorities, such as "gov.uk".
    case authorities
    case freeMail = "free_mail"
    /// Trusted hosts that redirect to any address they are given.
    case redirectors
    /// Services through which companies send newsletters, from a subdomain with the company's name.
    case mailServices = "mail_services"
    /// Sites on which companies have profiles, which they name above their address.
    case profiles
    /// Words that honest host names rarely need.
    case baitWords = "bait_words"
    /// Words that resemble a company's name by chance.
    case ordinaryWords = "ordinary_words"
  }

  private var lists: [List: Set<String>] = [:]

  func contains(_ domain: String, in list: List) -> Bool { lists[list]?.contains(domain) ?? false }

  func entries(of list: List) -> Set<String> { lists[list] ?? [] }

  mutating func add(_ entries: [String], to list: List) { lists[list, default: []].formUnion(entries) }
}

/// A company or authority that scams impersonate.
struct Brand: Sendable {
  enum Kind: String, CaseIterable {
    case bank, delivery, authority, tech, shop, payment, crypto, telecom, messenger, toll

    var signal: BuiltInSignal {
      switch self {
      case .bank: .brandBank
      case .delivery: .brandDelivery
      case .authority: .brandAuthority
      case .tech: .brandTech
      case .shop: .brandShop
      case .payment: .brandPayment
      case .crypto: .brandCrypto
      case .telecom: .brandTelecom
      case .messenger: .brandMessenger
      case .toll: .brandToll
      }
    }
  }

  var name: String
  var kind: Kind
  /// Registrable domains that belong to it.
  var domains: [String]
  /// The name counts only with exactly these capitals: "UPS", "Chase".
  var isCaseSensitive: Bool
}
