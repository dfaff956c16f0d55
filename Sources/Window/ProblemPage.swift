internal import Application
internal import CGtk
internal import Localization
internal import ScanModel

/// In the place of all other pages: why the window has nothing to show, and the ways out.
@MainActor final class ProblemPage {
  let root: Object
  private let layout: Layout

  /// - Parameters:
  ///   - failure: What is wrong.
  ///   - again: Tries it once more.
  ///   - rebuild: Begins a new history in the place of a damaged one.
  init(_ failure: ScanFailure, again: @escaping @MainActor () -> Void, rebuild: @escaping @MainActor () -> Void) {
    layout = Layout(PackageResources.problem_ui)
    root = layout["root"]
    let description = FailureCatalog.describe(failure).localized
    root.set("title", description.title)
    root.set("description", MarkupEscaping.escaped("\(description.message)\n\n\(description.recoverySuggestion)"))
    layout["rebuild"].show(failure.code == .corruptData)
    layout["again"].on("clicked", again)
    layout["rebuild"].on("clicked") { [weak self] in
      // Once: it may take a while, and ends with another page.
      for button in ["again", "rebuild"] { self?.layout[button].set("sensitive", false) }
      rebuild()
    }
  }
}
