/// What a worker is started with. Written by hand: a parser library would be one more thing inside the sandbox.
struct WorkerArguments {
  var languages: [String]
  var dataPath: String?

  /// Reads `--languages eng+deu [--data DIR]`; nil for anything else.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    var languages: [String]?
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--languages": languages = value.split(separator: "+").map(String.init)
      case "--data": dataPath = value
      default: return nil
      }
    }
    guard let languages, !languages.isEmpty else { return nil }
    self.languages = languages
  }
}
