/// Where the user puts a misread text right.
@MainActor enum CorrectionDialog {
  /// Shows the dialog; the handler gets the corrected text if it has words.
  static func show(in window: Object, text: String, _ handler: @escaping @MainActor (String) -> Void) {
    let layout = Layout(PackageResources.correction_ui)
    let (dialog, view, judge) = (layout["dialog"], layout["text"], layout["judge"])
    view.viewText = text
    dialog.set("transient-for", window)
    judge.set("sensitive", text.contains(where: \.isLetter))
    // Weak, because these hold the buffer: none of them would ever go.
    view.object("buffer")?.on("changed") { [weak view, weak judge] in
      judge?.set("sensitive", view?.viewText.contains(where: \.isLetter) == true)
    }
    // Holds them for the buffer as long as the dialog is there.
    layout["cancel"].on("clicked") { withExtendedLifetime((view, judge)) { dialog.closeWindow() } }
    judge.on("clicked") {
      let corrected = view.viewText
      guard corrected.contains(where: \.isLetter) else { return }
      dialog.closeWindow()
      handler(corrected)
    }
    dialog.present()
    view.grabFocus()
  }
}
