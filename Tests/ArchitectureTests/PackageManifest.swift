/// What Package.swift says about each target.
///
/// Parsed from the text of the file: `swift package dump-package` would wait for the lock that `swift test` holds.
struct PackageManifest {
  enum Kind: String {
    case target, executableTarget, testTarget, systemLibrary, plugin
  }

  struct Target {
    var name: String
    var kind: Kind
    /// Relative to the package.
    var folder: String
    /// Other targets, plugins included.
    var modules: Set<String> = []
    /// Products of other packages.
    var products: Set<String> = []
  }

  /// In file order.
  private(set) var targets: [Target] = []

  /// All targets except tests.
  var modules: [Target] { targets.filter { $0.kind != .testTarget } }

  init(_ text: String) {
    let tokens = ManifestToken.tokens(of: text)[...]
    let variables = Self.variables(in: tokens)
    var rest = tokens
    while let token = rest.first {
      guard token == .symbol("."), case .word(let word) = rest.dropFirst().first, let kind = Kind(rawValue: word),
        rest.dropFirst(2).first == .symbol("(")
      else {
        rest = rest.dropFirst()
        continue
      }
      let call = rest.dropFirst(2).insideBrackets
      if let target = Self.target(kind, call.arguments, variables) { targets.append(target) }
      rest = rest[call.endIndex...]
    }
  }

  private static func target(
    _ kind: Kind, _ arguments: [String: ArraySlice<ManifestToken>], _ variables: [String: ArraySlice<ManifestToken>]
  ) -> Target? {
    guard let name = arguments["name"]?.firstString else { return nil }
    let parent =
      switch kind {
      case .testTarget: "Tests"
      case .plugin: "Plugins"
      case .target, .executableTarget, .systemLibrary: "Sources"
      }
    var target = Target(name: name, kind: kind, folder: arguments["path"]?.firstString ?? "\(parent)/\(name)")
    for label in ["dependencies", "plugins"] {
      read(arguments[label] ?? [], variables, into: &target)
    }
    return target
  }

  /// Reads a list of dependencies: names, `.product(name:package:)`, and variables that hold either.
  private static func read(
    _ list: ArraySlice<ManifestToken>, _ variables: [String: ArraySlice<ManifestToken>], into target: inout Target
  ) {
    var rest = list
    while let token = rest.first {
      rest = rest.dropFirst()
      switch token {
      case .string(let name): target.modules.insert(name)
      case .word("product"):
        let call = rest.insideBrackets
        if let product = call.arguments["name"]?.firstString { target.products.insert(product) }
        rest = rest[call.endIndex...]
      case .word(let name): if let value = variables[name] { read(value, variables, into: &target) }
      case .symbol: break
      }
    }
  }

  /// `let NAME: TYPE = VALUE`, where the value is one call or one list.
  private static func variables(in tokens: ArraySlice<ManifestToken>) -> [String: ArraySlice<ManifestToken>] {
    var variables: [String: ArraySlice<ManifestToken>] = [:]
    for index in tokens.indices where tokens[index] == .word("let") {
      guard case .word(let name) = tokens[(index + 1)...].first,
        let equals = tokens[index...].firstIndex(of: .symbol("=")),
        let open = tokens[equals...].firstIndex(where: { $0 == .symbol("(") || $0 == .symbol("[") })
      else { continue }
      variables[name] = tokens[(equals + 1)..<(tokens[open...].insideBrackets.endIndex + 1)]
    }
    return variables
  }
}
