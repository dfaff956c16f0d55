/// The command line of a worker. Parsed by hand: a parser library would be one more thing inside the sandbox.
enum WorkerArguments {
  /// Read the text of one screenshot.
  case recognize(languages: [String], dataPath: String?)
  /// Draw on one screenshot, or return its pixels. Needs no engine.
  case annotate

  /// Parses `--languages eng+deu [--data DIR]` or `--annotate`; nil for anything else.
  init?(_ arguments: [String]) {
    if arguments == ["--annotate"] {
      self = .annotate
      return
    }
    var rest = arguments[...]
    var languages: [String]?
    var dataPath: String?
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--languages": languages = value.split(separator: "+").map(String.init)
      case "--data": dataPath = value
      default: return nil
      }
    }
    guard let languages, !languages.isEmpty else { return nil }
    self = .recognize(languages: languages, dataPath: dataPath)
  }
}
