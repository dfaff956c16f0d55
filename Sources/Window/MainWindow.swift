internal import Application
internal import CGtk
internal import History
internal import Localization
internal import ScanModel
internal import SystemPackage

/// The window: its pages, and what can be done from anywhere.
@MainActor final class MainWindow {
  let window: Object
  private let application: WindowApplication
  private let toasts: Object
  private let failures: FailureDialogs
  private let pages: Object
  private let environment: [String: String]
  private let layout: Layout
  private var session: Session?
  private var isRebuilding = false
  private var problem: ProblemPage?
  private(set) var history: HistoryPage?
  private var scan: ScanPage?
  private(set) var overview: OverviewPage?
  private var dialog: AnyObject?

  init(_ application: WindowApplication, _ owner: Object, environment: [String: String]) {
    self.application = application
    self.environment = environment
    layout = Layout(PackageResources.window_ui)
    window = layout["window"]
    toasts = layout["toasts"]
    pages = layout["pages"]
    failures = FailureDialogs(over: window)
    window.set("application", owner)
    window.set("icon-name", WindowApplication.identifier)
    layout["menu_button"].describeMenuButton(localized("Main menu"))
    addWindowActions()
    open()
  }

  /// Opens what the pages are about, or says why that cannot be. Once: beginning a new history ends here, too.
  private func open() {
    guard session == nil, !isRebuilding else { return }
    if let problem { unsafe ocrscan_remove_page(pages.pointer, problem.root.pointer) }
    problem = nil
    do throws(ScanFailure) {
      let session = try Session(environment: environment)
      self.session = session
      fill(session)
      addActions(session)
    } catch {
      let page = ProblemPage(error, again: { [weak self] in self?.open() }, rebuild: { [weak self] in self?.rebuild() })
      problem = page
      addPage(page.root, "problem", localized("Problem"), icon: "dialog-warning-symbolic")
    }
  }

  private func rebuild() {
    guard session == nil, !isRebuilding else { return }
    isRebuilding = true
    attempt { [self] in
      defer {
        isRebuilding = false
        open()
      }
      if let count = try await Program(environment: environment).rebuildHistory()?.entries {
        say(
          localized(
            count: count, one: "%1$@ entry of the damaged history is in the new one.",
            other: "%1$@ entries of the damaged history are in the new one."))
      }
    }
  }

  func present() {
    window.present()
    welcome()
  }

  private func welcome() {
    guard let session, session.isFirstStart, dialog == nil else { return }
    let welcome = WelcomeWindow(session, self)
    dialog = welcome
    welcome.window.present()
  }

  func close() { session?.close() }

  private func fill(_ session: Session) {
    let (history, scan, overview) = (HistoryPage(session, self), ScanPage(session, self), OverviewPage(session, self))
    (self.history, self.scan, self.overview) = (history, scan, overview)
    addPage(history.root, "history", localized("_History"), icon: "document-open-recent-symbolic")
    addPage(scan.root, "scan", localized("_Scan"), icon: "view-reveal-symbolic")
    addPage(overview.root, "overview", localized("_Overview"), icon: "view-list-symbolic")
    history.attach(searchButton: layout["search_button"], back: layout["back"], pages: pages)
    Dialogs.acceptFiles(on: window) { [weak self] paths in self?.scan(paths) }
    session.historyChanged = { [weak self] in self?.readHistory() }
  }

  func addPage(_ root: Object, _ name: String, _ title: String, icon: String) {
    unsafe ocrscan_add_page(pages.pointer, root.pointer, name, title, icon)
  }

  var page: String {
    get { pages.string("visible-child-name") }
    set { pages.set("visible-child-name", newValue) }
  }

  func showEntry(_ reference: String) {
    page = "history"
    history?.show(reference)
  }

  func scan(_ paths: [FilePath]) {
    guard !paths.isEmpty else { return }
    page = "scan"
    scan?.scan(paths)
  }

  /// Reads the history, which may be another one now.
  private func readHistory(makingNew makesNew: Bool = false) {
    guard let session else { return }
    attempt { [self] in
      defer { history?.reload() }
      if try await session.reopenHistory(makesNew: makesNew) { history?.forget() }
    }
  }

  func say(_ text: String, button: String? = nil, action: String? = nil) {
    toasts.toast(text, button: button, action: action)
  }

  func say(_ error: any Error) {
    failures.say(ScanFailure(error) ?? ScanFailure(.outputFailed))
    // What is listed is of no use if its file was removed or replaced.
    if let code = (error as? HistoryFailure)?.code, [.unavailable, .missing].contains(code) {
      readHistory(makingNew: true)
    }
  }

  @discardableResult
  func attempt(_ work: @escaping @MainActor () async throws -> Void) -> Task<Void, Never> {
    Task { [weak self] in
      do {
        try await work()
      } catch {
        self?.say(error)
      }
    }
  }

  /// The actions that are possible although nothing can be shown.
  private func addWindowActions() {
    add("quit", "<Control>q") { $0.window.closeWindow() }
    add("close", "<Control>w") { $0.window.closeWindow() }
    add("about") { Dialogs.about(in: $0.window, version: ProgramVersion.text) }
    add("shortcuts", "<Control>question") { owner in
      let shortcuts = Layout(PackageResources.shortcuts_ui)["shortcuts"]
      shortcuts.set("transient-for", owner.window)
      shortcuts.present()
    }
  }

  private func addActions(_ session: Session) {
    add("choose", "<Control>o") { owner in
      session.warmUp()
      Dialogs.choosePictures(in: owner.window) { [weak owner] paths in owner?.scan(paths) }
    }
    add("newest", "<Control>n") {
      $0.page = "scan"
      $0.scan?.scanNewest()
    }
    add("paste", "<Control><Shift>v") {
      $0.page = "scan"
      $0.scan?.paste()
    }
    add("search", "<Control>f") {
      $0.page = "history"
      $0.history?.startSearch()
    }
    add("settings", "<Control>comma") { owner in
      try? session.reloadSettings()
      let settings = SettingsWindow(session, over: owner.window)
      owner.dialog = settings
      settings.window.present()
    }
    for (number, name) in ["history", "scan", "overview"].enumerated() {
      add("page-\(name)", "<Alt>\(number + 1)") { $0.page = name }
    }
    // On the other pages nobody sees which entry it would be about.
    for action in EntryPage.actions {
      add(action.name, action.keys) { if $0.page == "history" { $0.history?.entry.perform(action) } }
    }
    add("delete") { if $0.page == "history" { $0.history?.deleteSelected() } }
    add("undo-judged") { $0.history?.entry.undoJudged() }
  }

  private func add(_ name: String, _ shortcut: String? = nil, _ body: @escaping @MainActor (MainWindow) -> Void) {
    application.addAction(name, shortcut) { [weak self] in self.map(body) }
  }
}

/// A page of the window: its interface file, and what it works with.
@MainActor class Page {
  let root: Object
  let layout: Layout
  let session: Session
  unowned let owner: MainWindow

  init(_ session: Session, _ owner: MainWindow, _ layout: Layout) {
    self.session = session
    self.owner = owner
    self.layout = layout
    root = layout["root"]
  }
}

/// In the place of all other pages: why the window has nothing to show, and the ways out.
@MainActor final class ProblemPage {
  let root: Object
  private let layout: Layout

  /// `rebuild` begins a new history in the place of a damaged one.
  init(_ failure: ScanFailure, again: @escaping @MainActor () -> Void, rebuild: @escaping @MainActor () -> Void) {
    layout = Layout(PackageResources.problem_ui)
    root = layout["root"]
    let description = FailureCatalog.describe(failure).localized
    root.set("title", "\(description.title)")
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
