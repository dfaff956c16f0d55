import ArgumentParser
import FoundationEssentials
import SystemPackage

/// Which sources of texts are looked at: those the rules were written on, or those set aside.
struct SourceSplit {
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case all
    case seen
    case heldOut = "held-out"
  }

  private let heldOut: Set<String>
  private let part: Part

  /// - Parameters:
  ///   - path: One name a line; lines that begin with "#" are comments. nil if nothing is set aside.
  ///   - part: Which sources are looked at.
  /// - Throws: Whatever keeps the file from being read.
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
