import ArgumentParser
import FoundationEssentials
import SystemPackage

/// Selects sources of texts: those the rules were written on, or those held out.
struct SourceSplit {
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case all
    case seen
    case heldOut = "held-out"
  }

  private let heldOut: Set<String>
  private let part: Part

  /// - Parameters:
  ///   - path: File with the held-out sources, one per line, "#" for comments; nil for none.
  ///   - part: The sources to select.
  /// - Throws: The error of reading the file.
  init(_ path: String?, part: Part) throws {
    let content = try path.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? ""
    heldOut = Set(content.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init))
    self.part = part
  }

  func contains(_ row: LabelledText) -> Bool {
    switch part {
    case .all: true
    case .seen: !heldOut.contains(row.source ?? "")
    case .heldOut: heldOut.contains(row.source ?? "")
    }
  }
}
