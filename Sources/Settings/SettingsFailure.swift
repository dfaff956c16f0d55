package import ScanModel
package import SystemPackage

package struct SettingsFailure: Error, Sendable, Hashable {
  package struct Problem: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
      /// Lines count from 1; nil for the whole file.
      case file(FilePath, line: Int?)
      case environment(String)
      /// A change that was asked for and not made.
      case request
    }

    package var source: Source
    /// What is wrong and what is allowed, in a clause; safe to show.
    package var reason: Message
  }

  /// In the order of their lines; never empty.
  package var problems: [Problem]

  package init(_ source: Problem.Source, reason: Message) { problems = [Problem(source: source, reason: reason)] }

  init(_ problems: [Problem]) { self.problems = problems }

  /// The failure as users see it, `invalid_configuration`: the first place, and all reasons.
  package var scanFailure: ScanFailure {
    let subject: Message? =
      switch problems.first?.source {
      case .file(let path, _): "\(path.displayName)"
      case .environment(let name): "\(name)"
      case .request: "The new value"
      case nil: nil
      }
    let places = problems.map { problem -> Message in
      switch problem.source {
      case .file(_, let line?): "line \(line): \(problem.reason)"
      case .environment(let name) where subject?.english != name: "\(name): \(problem.reason)"
      case .file(_, nil), .request, .environment: problem.reason
      }
    }
    let detail = places.dropFirst().reduce(places.first ?? "") { "\($0); \($1)" }
    return ScanFailure(.invalidConfiguration, subject: subject, detail: detail)
  }
}
