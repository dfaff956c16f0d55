internal import Localization
internal import ScanModel

/// What failed and what to do about it, in dialogs over a window, one after the other. They stay until they are closed,
/// because a toast shows one line only, for a few seconds.
@MainActor final class FailureDialogs {
  private let window: Object
  /// The first one is shown.
  private var failures: [FailureDescription] = []

  init(over window: Object) { self.window = window }

  func say(_ failure: ScanFailure) {
    let description = FailureCatalog.describe(failure).localized
    // What fails again meanwhile has been said.
    guard !failures.contains(description) else { return }
    failures.append(description)
    if failures.count == 1 { show(description) }
  }

  private func show(_ failure: FailureDescription) {
    Dialogs.tell(in: window, "\(failure.title)", "\(failure.message)\n\n\(failure.recoverySuggestion)") { [weak self] in
      guard let self else { return }
      failures.removeFirst()
      if let next = failures.first { show(next) }
    }
  }
}
