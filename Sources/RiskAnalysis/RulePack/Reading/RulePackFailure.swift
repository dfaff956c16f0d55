/// Rule files that cannot be used, with every problem in them.
package struct RulePackFailure: Error, Sendable, Equatable {
  package struct Problem: Sendable, Equatable, CustomStringConvertible {
    /// Name of the rule file.
    package var file: String
    /// Line in the file, from 1; nil if the problem is not in one place.
    package var line: Int?
    /// What is wrong and what would be right.
    package var reason: String

    package init(file: String, line: Int?, reason: String) {
      self.file = file
      self.line = line
      self.reason = reason
    }

    package var description: String {
      if let line { "\(file):\(line): \(reason)" } else { "\(file): \(reason)" }
    }
  }

  /// In the order of files and lines, never empty.
  package var problems: [Problem]
}
