/// A compiled rule pack that cannot be used: the installation is damaged or incomplete.
package struct CompiledRulePackFailure: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Reason: Error, Sendable, Equatable {
    case missing, unreadable, foreign, otherVersion, cutOff, damaged, outOfRange

    var words: String {
      switch self {
      case .missing: "the file is not installed"
      case .unreadable: "the file cannot be read"
      case .foreign: "the file is no rule pack"
      case .otherVersion: "the rule pack is of another version of the program"
      case .cutOff: "the rule pack is cut off"
      case .damaged: "the rule pack is damaged"
      case .outOfRange: "the rule pack holds numbers that make no sense"
      }
    }
  }

  /// Path of the file.
  package var file: String
  package var reason: Reason

  package var description: String { "\(file): \(reason.words)" }
}
