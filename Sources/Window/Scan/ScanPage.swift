internal import Application
internal import CGtk
internal import EventLog
internal import History
internal import Localization
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage

/// Scanning by hand: what was dropped, chosen or pasted, one after the other.
@MainActor final class ScanPage: Page {
  private let results: Object
  private let icon: Object
  private var queue: [ScanRow] = []
  private var isScanning = false

  init(_ session: Session, _ owner: MainWindow) {
    let layout = Layout(PackageResources.scan_ui)
    results = layout["results"]
    icon = layout["icon"]
    super.init(session, owner, layout)
    icon.setProgramIcon()
    results.on("row-activated") { [weak self] in self?.openChosen() }
  }

  /// Scans files; folders are refused with their way out.
  func scan(_ paths: [FilePath]) { for path in paths { add(ScanRow(.file(path))) } }

  func scanNewest() { add(ScanRow(.newest)) }

  /// Scans the picture on the clipboard, or the files that were copied there.
  func paste() {
    let settings = session.program.settings
    Dialogs.readClipboard(
      root, ["image/png", "image/jpeg", "image/webp", Self.fileList], limit: settings.maximumFileMegabytes << 20,
      time: settings.scanTimeout
    ) { [weak self] result in
      guard let self else { return }
      do throws(ClipboardFailure) {
        let pasted = try result.get()
        guard pasted.type == Self.fileList else { return add(ScanRow(.bytes(pasted.bytes))) }
        let paths = Dialogs.files(inList: pasted.bytes)
        if paths.isEmpty { throw .noPicture }
        scan(paths)
      } catch {
        if error == .noPicture {
          owner.say(localized("There is no picture on the clipboard."))
        } else {
          owner.say(error.scanFailure(settings))
        }
      }
    }
  }

  private static let fileList = "text/uri-list"

  private func add(_ row: ScanRow) {
    results.prependRow(row.root)
    results.show(true)
    // Its room is for the results.
    icon.show(false)
    queue.append(row)
    rows.append(row)
    if rows.count > Self.maximumRows, let oldest = rows.firstIndex(where: \.hasEnded) {
      unsafe ocrscan_list_remove(results.pointer, rows.remove(at: oldest).root.pointer)
    }
    scanNext()
  }

  /// Keeps pasted pictures in memory as long as their rows, so that they can be tried again.
  private static let maximumRows = 20
  private var rows: [ScanRow] = []

  private func scanNext() {
    guard !isScanning, !queue.isEmpty else { return }
    isScanning = true
    let row = queue.removeFirst()
    row.begin()
    Task { [weak self] in
      await self?.run(row)
      self?.isScanning = false
      self?.scanNext()
    }
  }

  private func run(_ row: ScanRow) async {
    do throws(ScanFailure) {
      let (report, path, isKept) = try await report(on: row.subject)
      var number: Int64?
      var unkept: (any Error)?
      do {
        if isKept { number = try await session.pipeline().persistence.keep(report, path: path?.absolute) }
      } catch {
        unkept = error
      }
      // The verdict is what was asked for; that it is not in the history comes second.
      row.show(report.localized, entry: number, retry: again(row.subject))
      if let unkept { owner.say(unkept) }
      owner.history?.reload()
    } catch {
      row.show(FailureCatalog.describe(error).localized, retry: again(row.subject))
    }
  }

  /// The report, the file that it is about, and whether it belongs in the history. Throws what prevents the scan.
  private func report(
    on subject: ScanRow.Subject
  ) async throws(ScanFailure) -> (report: ScanReport, path: FilePath?, isKept: Bool) {
    let pipeline = try await session.pipeline()
    switch subject {
    case .file(let path):
      let request = ScanRequest(
        path: path.displayName, name: "\(path.displayFileName)", source: .manual, trigger: .pick)
      return (await pipeline.run(.named(path), request, session.policy).report, path, true)
    case .bytes(let bytes):
      let request = ScanRequest(path: nil, name: "the clipboard", source: .manual, trigger: .clipboard)
      return (await pipeline.run(.bytes(bytes), request, session.policy).report, nil, true)
    case .newest:
      let program = session.program
      let scan = AutomaticScan(
        settings: program.settings, folders: program.screenshotFolders, lockDirectories: program.lockDirectories,
        events: program.events, makePipeline: { () throws(ScanFailure) in pipeline })
      let outcome = await scan.run(.latest, beganAt: .now)
      return (outcome.report, outcome.path, outcome.wasFetched)
    }
  }

  /// Must not hold the row, whose button holds it: the row would never go, nor its picture.
  private func again(_ subject: ScanRow.Subject) -> @MainActor () -> Void {
    { [weak self] in self?.add(ScanRow(subject)) }
  }

  private func openChosen() {
    guard let row = rows.first(where: { $0.root.flag("has-focus") }), let entry = row.entry else { return }
    owner.showEntry(String(entry))
  }
}
