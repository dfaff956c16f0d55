internal import Application
internal import CGtk
internal import EventLog
internal import FoundationEssentials
internal import History
internal import Localization
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage

@MainActor final class OverviewPage: Page {
  private static let weeks = 12
  private static let secondsPerWeek: Int64 = 7 * 86_400

  private let weekPlot = WeekPlot()
  private let kindPlot = KindPlot()
  private var checkRows: [Object] = []
  private var failureRows: [Object] = []

  init(_ session: Session, _ owner: MainWindow) {
    super.init(session, owner, Layout(PackageResources.overview_ui))
    layout["weeks"].append(weekPlot.canvas)
    layout["kinds"].append(kindPlot.canvas)
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
    let alarming = counts.filter(\.answer.isAlarming).reduce(0) { $0 + $1.count }
    let failed = counts.filter(\.isFailure).reduce(0) { $0 + $1.count }
    layout["scans"].set(
      "description",
      localized(
        count: total, one: "%1$@ screenshot scanned, %2$@ with a warning, %3$@ could not be read.",
        other: "%1$@ screenshots scanned, %2$@ with a warning, %3$@ could not be read.", alarming, failed)
    )
  }

  func check() {
    // The button cannot be pressed while a check runs.
    guard layout["check"].flag("sensitive") else { return }
    layout["check"].set("sensitive", false)
    let environment = session.program.environment
    Task { [weak self] in
      let findings = await Task.detached { await Diagnostics(environment: environment).findings() }.value
      guard let self else { return }
      layout["check"].set("sensitive", true)
      layout["checks"].replace(&checkRows, with: findings.map(row))
    }
  }

  private func row(_ finding: Finding) -> Object {
    let (icon, state, words) =
      switch finding.result {
      case .fine(let words): ("emblem-ok-symbolic", localized("Works"), localized(words))
      case .notice(let words, let remedy):
        ("dialog-information-symbolic", localized("Notice"), "\(localized(words))\n\(localized(remedy))")
      case .failed(let failure):
        (
          "dialog-error-symbolic", localized("Failed"),
          localized(FailureCatalog.message(for: failure)) + "\n" + localized(FailureCatalog.suggestion(for: failure))
        )
      }
    let row = Object.actionRow(localized(finding.topic), words)
    let image = unsafe Object(ocrscan_image(icon))
    image.describe(state)
    row.describe(localized("%1$@: %2$@", localized(finding.topic), state), words)
    unsafe ocrscan_row_add_prefix(row.pointer, image.pointer)
    if let fix = finding.fix { addButton(fix, to: row) }
    return row
  }

  private func addButton(_ fix: Finding.Fix, to row: Object) {
    let (label, apply): (String, @MainActor (OverviewPage) -> Void) =
      switch fix {
      case .startWatcher: (localized("_Start"), { $0.service(["enable", "--now"]) })
      case .restartWatcher: (localized("_Restart"), { $0.service(["restart"]) })
      case .enableScanning:
        (localized("_Turn On"), { page in page.apply { try page.session.change("automatic_scanning", to: ["true"]) } })
      case .chooseFolder(let former): (localized("Choose _Folder…"), { $0.chooseFolder(insteadOf: former) })
      }
    let button = unsafe Object(ocrscan_button(label))
    button.set("valign", 3)  // center
    button.on("clicked") { [weak self] in self.map(apply) }
    unsafe ocrscan_row_add_control(row.pointer, button.pointer)
  }

  private func chooseFolder(insteadOf former: FilePath?) {
    Dialogs.chooseFolder(in: owner.window) { [weak self] folders in
      guard let self, let folder = folders.first else { return }
      // The other folders stay watched.
      let others = session.program.screenshotFolders.map(\.folder).filter { $0 != former && $0 != folder }
      apply { [session] in try session.changeFolders(to: others + [folder]) }
    }
  }

  private func apply(_ change: @escaping @MainActor () throws -> Void) {
    owner.attempt { [self] in
      defer { check() }
      try change()
    }
  }

  private func service(_ words: [String]) {
    session.tellServiceManager(words)
    // The service manager needs a moment to do it.
    callLater(after: .seconds(1)) { [weak self] in self?.check() }
  }

  private func showFailures() {
    let records = (try? LastFailures(directory: session.program.directories.state).load()) ?? []
    let now = Date()
    let rows = records.prefix(10).map { record in
      let title = localized(FailureCatalog.title(of: record.code))
      let suggestion = localized(FailureCatalog.suggestion(for: ScanFailure(record.code)))
      let words = "\(RelativeTime.words(for: record.time, now: now)): \(suggestion)"
      let row = Object.actionRow(title, words)
      row.describe(title, words)
      return row
    }
    layout["failures"].replace(&failureRows, with: rows)
    layout["failures"].set("description", failureRows.isEmpty ? localized("Nothing failed.") : "")
  }
}
