internal import History

@MainActor enum RecoveryButtons {
  static func fill(_ box: Object, for failure: FailureDescription, retry: @escaping @MainActor () -> Void) {
    unsafe ocrscan_box_clear(box.pointer)
    let buttons = failure.recoveryActions.compactMap(button)
    for (label, name) in buttons {
      let button = unsafe Object(ocrscan_button(label))
      if let name { button.set("action-name", name) } else { button.on("clicked", retry) }
      box.append(button)
    }
    box.show(!buttons.isEmpty)
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
