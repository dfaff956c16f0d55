/// Which module uses which, directly or through others.
struct ModuleGraph {
  private let uses: [String: Set<String>]

  init(_ manifest: PackageManifest) {
    uses = Dictionary(manifest.modules.map { ($0.name, $0.modules) }, uniquingKeysWith: { $0.union($1) })
  }

  /// The shortest path from one module to another, both included; nil if there is none. From a module to itself, it is
  /// a cycle.
  func path(from start: String, to end: String) -> [String]? {
    var paths = [[start]]
    var seen: Set<String> = []
    while !paths.isEmpty {
      let path = paths.removeFirst()
      for next in (path.last.flatMap { uses[$0] } ?? []).sorted() {
        if next == end { return path + [next] }
        if seen.insert(next).inserted { paths.append(path + [next]) }
      }
    }
    return nil
  }
}
