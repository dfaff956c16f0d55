internal import Application
internal import CGtk
internal import EventLog
internal import FoundationEssentials
internal import History
internal import LinuxSystem
internal import Localization
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage

/// What was scanned and found, what failed, and whether everything works.
@MainActor final class OverviewPage {
  private static let weeks = 12
  private static let secondsPerWeek: Int64 = 7 * 86_400

  let root: Object
  private let session: Session
  private unowned let owner: MainWindow
  private let layout: Layout
  private let weekPlot = WeekPlot()
  private let kindPlot = KindPlot()
  private var checkRows: [Object] = []
  private var failureRows: [Object] = []
  private var isChecking = false

  init(_ session: Session, _ owner: MainWindow) {
    self.session = session
    self.owner = owner
    layout = Layout(PackageResources.overview_ui)
    root = layout["root"]
    layout["weeks"].append(weekPlot.canvas.widget)
    layout["kinds"].append(kindPlot.canvas.widget)
    layout["check"].on("clicked") { [weak self] in self?.check() }
    root.on("map") { [weak self] in self?.refresh() }
  }

  private func refresh() {
    Task { [weak self] in await self?.count() }
    check()
    showFailures()
  }

  private func count() async {
    // The last stretch ends with today.
    let midnight = Calendar.current.startOfDay(for: Date()).addingTimeInterval(86_400)
    let since = midnight.addingTimeInterval(-Double(Self.secondsPerWeek) * Double(Self.weeks))
    let counts = (try? await session.history.counts(since: since, every: Self.secondsPerWeek)) ?? []
    weekPlot.show(counts, weeks: Self.weeks, since: since)
    let kinds = kindPlot.show(counts)
    layout["kinds_group"].show(kinds > 0)
    let total = counts.reduce(0) { $0 + $1.count }
    let alarming = counts.filter { $0.riskLevel == .high || $0.riskLevel == .medium }.reduce(0) { $0 + $1.count }
    let failed = counts.filter(\.isFailure).reduce(0) { $0 + $1.count }
    layout["scans"].set(
      "description",
      localized(
        count: total, one: "%1$@ screenshot scanned, %2$@ with a warning, %3$@ could not be read.",
        other: "%1$@ screenshots scanned, %2$@ with a warning, %3$@ could not be read.", alarming, failed)
    )
  }

  // MARK: Checks

  func check() {
    guard !isChecking else { return }
    isChecking = true
    layout["check"].set("sensitive", false)
    let environment = session.environment
    Task { [weak self] in
      let findings = await Task.detached { await Diagnostics(environment: environment).findings() }.value
      self?.show(findings)
    }
  }

  private func show(_ findings: [Finding]) {
    isChecking = false
    layout["check"].set("sensitive", true)
    for row in checkRows { layout["checks"].removeFromGroup(row) }
    checkRows = findings.map(row)
    for row in checkRows { layout["checks"].addToGroup(row) }
  }

  private func row(_ finding: Finding) -> Object {
    let row = unsafe Object(ocrscan_action_row())
    row.set("use-markup", false)
    row.set("title", localized(finding.topic))
    row.set("subtitle-lines", 0)
    let icon: String
    switch finding.result {
    case .fine(let words):
      icon = "emblem-ok-symbolic"
      row.set("subtitle", localized(words))
    case .notice(let words, let remedy):
      icon = "dialog-information-symbolic"
      row.set("subtitle", "\(localized(words))\n\(localized(remedy))")
    case .failed(let failure):
      icon = "dialog-error-symbolic"
      let description = FailureCatalog.describe(failure).localized
      row.set("subtitle", "\(description.message)\n\(description.recoverySuggestion)")
    }
    let image = unsafe Object(ocrscan_image(icon))
    let state =
      finding.isFine ? localized("Works") : finding.failure == nil ? localized("Notice") : localized("Failed")
    image.describe(state)
    row.describe(localized("%1$@: %2$@", localized(finding.topic), state), row.string("subtitle"))
    unsafe ocrscan_row_add_prefix(row.pointer, image.pointer)
    if let fix = finding.fix { addButton(fix, to: row) }
    return row
  }

  private func addButton(_ fix: Finding.Fix, to row: Object) {
    let label: String =
      switch fix {
      case .startWatcher: localized("_Start")
      case .restartWatcher: localized("_Restart")
      case .enableScanning: localized("_Turn On")
      case .chooseFolder: localized("Choose _Folder…")
      }
    let button = unsafe Object(ocrscan_button(label))
    button.set("valign", 3)  // center
    button.on("clicked") { [weak self] in self?.apply(fix) }
    unsafe ocrscan_row_add_control(row.pointer, button.pointer)
  }

  private func apply(_ fix: Finding.Fix) {
    switch fix {
    case .startWatcher: service(["enable", "--now"])
    case .restartWatcher: service(["restart"])
    case .enableScanning:
      let directories = session.program.directories
      apply { () throws(SettingsFailure) in try Program.change("automatic_scanning", to: ["true"], in: directories) }
    case .chooseFolder(let former):
      Dialogs.chooseFolder(in: owner.window) { [weak self] folders in
        guard let self, let folder = folders.first else { return }
        // The other folders stay watched.
        let others = session.program.screenshotFolders.map(\.folder).filter { $0 != former && $0 != folder }
        let directories = session.program.directories
        apply { () throws(SettingsFailure) in try Program.changeFolders(to: others + [folder], in: directories) }
      }
    }
  }

  /// Makes a change of the settings and takes it up.
  private func apply(_ change: () throws(SettingsFailure) -> Void) {
    do throws(ScanFailure) {
      try session.change(change)
    } catch {
      owner.say(error)
    }
    check()
  }

  private func service(_ words: [String]) {
    Watcher.tellServiceManager(words, session.environment)
    // The service manager needs a moment to do it.
    _ = DelayedCall(after: .seconds(1)) { [weak self] in self?.check() }
  }

  // MARK: Failures

  private func showFailures() {
    for row in failureRows { layout["failures"].removeFromGroup(row) }
    let records = (try? FailureLog(directory: session.program.directories.state).load()) ?? []
    let now = Date()
    failureRows = records.prefix(10).map { record in
      let row = unsafe Object(ocrscan_action_row())
      row.set("use-markup", false)
      row.set("title", localized(FailureCatalog.title(of: record.code)))
      row.set(
        "subtitle",
        "\(RelativeTime.words(for: record.time, now: now)): "
          + localized(FailureCatalog.suggestion(for: ScanFailure(record.code)))
      )
      row.set("subtitle-lines", 0)
      row.describe(row.string("title"), row.string("subtitle"))
      return row
    }
    for row in failureRows { layout["failures"].addToGroup(row) }
    layout["failures"].set("description", failureRows.isEmpty ? localized("Nothing failed.") : "")
  }
}

/// The watcher as a service of the user's.
@MainActor enum Watcher {
  static func tellServiceManager(_ words: [String], _ environment: [String: String]) {
    guard let systemctl = ProgramSearch.find("systemctl", in: environment["PATH"] ?? "/usr/bin:/bin") else { return }
    try? WindowConfinement.launcher?.start(systemctl, ["--user"] + words + ["ocr-scand"])
  }
}
