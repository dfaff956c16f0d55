internal import Application
internal import Localization
internal import ScanModel
internal import ScreenshotLibrary

/// The first start: what is watched, what stays on this machine, and the folder.
@MainActor final class WelcomeWindow {
  private let session: Session
  private unowned let owner: MainWindow
  private let layout: Layout
  let window: Object

  init(_ session: Session, _ owner: MainWindow) {
    self.session = session
    self.owner = owner
    layout = Layout(PackageResources.welcome_ui)
    window = layout["window"]
    window.set("transient-for", owner.window)
    layout["status"].setProgramIcon()
    layout["change"].on("clicked") { [weak self] in self?.chooseFolder() }
    layout["start"].on("clicked") { [weak self] in self?.start() }
    layout["later"].on("clicked") { [weak self] in self?.window.closeWindow() }
    showFolder()
  }

  private func showFolder() {
    let folders = session.program.screenshotFolders.map(\.folder.displayName)
    layout["folder"].set(
      "subtitle", folders.isEmpty ? localized("None was found; please choose one.") : folders.joined(separator: "\n"))
  }

  private func chooseFolder() {
    Dialogs.chooseFolder(in: window) { [weak self] folders in
      guard let self, let folder = folders.first else { return }
      owner.attempt { [self] in
        defer { showFolder() }
        try session.changeFolders(to: [folder])
      }
    }
  }

  private func start() {
    session.tellServiceManager(["enable", "--now"])
    window.closeWindow()
    // What really happens is shown on that page a moment later, with a button if something is missing.
    owner.page = "overview"
    callLater(after: .seconds(2)) { [owner] in owner.overview?.check() }
  }
}
