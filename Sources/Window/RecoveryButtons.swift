internal import CGtk
internal import Localization
internal import ScanModel

/// The ways out of a failure, as buttons.
@MainActor enum RecoveryButtons {
  /// Puts them into a box, in place of what was there.
  /// - Parameters:
  ///   - box: A GtkBox.
  ///   - failure: The failure whose ways out are shown.
  ///   - retry: Tries it again.
  static func fill(_ box: Object, for failure: FailureDescription, retry: @escaping @MainActor () -> Void) {
    unsafe ocrscan_box_clear(box.pointer)
    var count = 0
    for action in failure.recoveryActions {
      guard let (label, name) = button(action) else { continue }
      let button = unsafe Object(ocrscan_button(label))
      if let name { button.set("action-name", name) } else { button.on("clicked", retry) }
      box.append(button)
      count += 1
    }
    box.show(count > 0)
  }

  /// The label and the window's action; without an action, the button tries again. Nil if there is nothing to press.
  private static func button(_ action: RecoveryAction) -> (label: String, name: String?)? {
    switch action {
    case .retry: (localized("_Try Again"), nil)
    case .chooseManually: (localized("_Choose Screenshots…"), "app.choose")
    case .openSettings: (localized("Open _Settings"), "app.settings")
    case .fixPermissions, .installLanguage, .freeSpace, .restoreHistory, .reportBug:
      (localized("C_heck Everything"), "app.page-overview")
    case .dismiss: nil
    }
  }
}
