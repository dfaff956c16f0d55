import Foundation

/// The table of modules in docs/architecture.md.
struct ModuleMap {
  /// The layer of a module. A module may use modules of lower rank.
  enum Layer: String {
    case tool, program, commands, application, daemon, pipeline, feature, data, support, values, c = "C"

    private var rank: Int {
      switch self {
      case .tool: 8
      case .program: 7
      case .commands: 6
      case .application: 5
      case .daemon: 4
      case .pipeline: 3
      case .feature, .data: 2
      case .support: 1
      case .values, .c: 0
      }
    }

    /// Whether a module of this layer may use a module of the other layer.
    func mayUse(_ other: Layer) -> Bool {
      switch self {
      case .tool: true
      // A tool may generate data during the build.
      case .data: other == .tool || other.rank < rank
      case .support: other.rank <= rank
      case .values: false
      case .c: other == .c
      case .feature, .program, .commands, .application, .daemon, .pipeline: other.rank < rank
      }
    }
  }

  struct Row {
    var module: String
    var layer: Layer?
    /// As written on the page.
    var layerName: String
    var uses: Set<String>
  }

  private(set) var rows: [Row] = []

  /// Reads the rows of the table whose first column is headed "module": module, layer, what is in it, what it uses.
  init(page: String) {
    var isInside = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("| module |") {
        isInside = true
      } else if !line.hasPrefix("|") {
        isInside = false
      } else if isInside, !line.hasPrefix("|---") {
        let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 6, let module = Self.code(cells[1]).first else { continue }
        rows.append(
          Row(module: module, layer: Layer(rawValue: cells[2]), layerName: cells[2], uses: Set(Self.code(cells[4]))))
      }
    }
  }

  /// The words formatted as code in a cell.
  static func code(_ cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }
}
