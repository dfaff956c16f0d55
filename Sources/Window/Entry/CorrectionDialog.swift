/// Where the user puts a misread text right.
@MainActor enum CorrectionDialog {
  /// Shows the dialog; the handler gets the corrected text if it has words.
  static func show(in window: Object, text: String, _ handler: @escaping @MainActor (String) -> Void) {
    let layout = Layout(PackageResources.correction_ui)
    let dialog = layout["dialog"]
    let view = layout["text"]
    view.viewText = text
    dialog.set("transient-for", window)
    layout["cancel"].on("clicked") { dialog.closeWindow() }
    layout["judge"].on("clicked") {
      let corrected = view.viewText
      guard corrected.contains(where: \.isLetter) else { return }
      dialog.closeWindow()
      handler(corrected)
    }
    dialog.present()
    view.grabFocus()
  }
}
