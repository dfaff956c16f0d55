internal import Daemon
internal import History
internal import LinuxSystem
internal import Localization
internal import Notifications
internal import Pipeline
internal import RiskAnalysis
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage
internal import WorkerClient

/// Checks everything that a scan needs, one thing after the other.
package struct Diagnostics: Sendable {
  private let environment: [String: String]

  package init(environment: [String: String]) { self.environment = environment }

  package func findings() async -> [Finding] {
    let program: Program
    do {
      program = try Program(environment: environment)
    } catch {
      return [Finding(topic: "Settings", result: .failed(error))]
    }
    return [settings(program), daemon(program)] + folders(program)
      + [await Finding(topic: "Watching") { () throws(ScanFailure) in try watches(program) }]
      + (await reading(program)) + [language(program), watcherSandbox(program)].compactMap(\.self)
      + [
        await Finding(topic: "Rules") { () throws(ScanFailure) in try rules(program) },
        await Finding(topic: "Model") { () throws(ScanFailure) in try model(program) },
        await Finding(topic: "History") { () async throws(ScanFailure) in try await history(program) },
        await Finding(topic: "Alerts") { () async throws(ScanFailure) in try await alerts() },
      ]
  }

  private func settings(_ program: Program) -> Finding {
    let file = program.directories.settingsFile
    let words: Message = file.fileKind != nil ? "\(file.displayName)" : "defaults (no \(file.displayName))"
    if program.settings.automaticScanning { return Finding(topic: "Settings", result: .fine(words)) }
    return Finding(
      topic: "Settings",
      result: .notice(
        "\(words): automatic scanning is off",
        remedy: "Turn it on with: ocr-scan settings set automatic_scanning true"),
      fix: .enableScanning)
  }

  private func daemon(_ program: Program) -> Finding {
    func finding(_ result: Finding.Result, _ fix: Finding.Fix? = nil) -> Finding {
      Finding(topic: Finding.watcherTopic, result: result, fix: fix)
    }
    let running = DaemonLock.look(in: program.directories)
    guard case .heldBy(let process) = running else {
      return finding(
        .notice("ocr-scand is not running", remedy: "Start it with: systemctl --user enable --now ocr-scand"),
        .startWatcher)
    }
    let words: Message = process.map { "ocr-scand is running (process \($0))" } ?? "ocr-scand is running"
    // One of another session, as of cron(8) or su(1), writes its status elsewhere.
    guard running == DaemonLock.look(inSession: program.directories) else {
      return finding(
        .notice(
          "\(words), in another session",
          remedy: "Its alerts may not appear here. Stop it, then: systemctl --user restart ocr-scand"))
    }
    let statusFile = StatusFile(in: program.directories.runtime)
    if statusFile.readProgram()?.isReplaced == true {
      return finding(
        .notice(
          "\(words), but it is older than the ocr-scan that is installed now",
          remedy: "Restart it with: systemctl --user restart ocr-scand"),
        .restartWatcher)
    }
    guard let status = statusFile.read(), status.isTrouble else { return finding(.fine(words)) }
    return finding(
      .notice("\(words): \(status.text)", remedy: "It tries again by itself; the other checks here say more."))
  }

  private func folders(_ program: Program) -> [Finding] {
    let choices = program.screenshotFolders
    if choices.isEmpty {
      return [Finding(topic: "Folder", result: .failed(ScanFailure(.folderNotFound)), fix: .chooseFolder(nil))]
    }
    return choices.map { choice in
      let name = choice.folder.displayName
      let access = FolderAccess.check(choice.folder)
      let result: Finding.Result =
        switch access {
        case .authorized: .fine("\(name) can be read (access: authorized)")
        case .limited: .failed(ScanFailure(.limitedAccess, detail: "in \(name)"))
        case .denied: .failed(ScanFailure(.permissionDenied, subject: "\(name)"))
        case .notDetermined:
          .notice(
            "\(name) does not exist yet (access: not determined)",
            remedy: "It is waited for; or set another with: ocr-scan settings set directories DIR.")
        }
      return Finding(topic: "Folder", result: result, fix: access == .authorized ? nil : .chooseFolder(choice.folder))
    }
  }

  private func watches(_ program: Program) throws(ScanFailure) -> Finding.Result {
    let folder = program.screenshotFolders.first { FolderAccess.check($0.folder, sampleSize: 0) == .authorized }?.folder
    do {
      let inotify = try Inotify()
      let watch = try inotify.add(folder ?? "/", [.selfDeleted, .onlyDirectory])
      inotify.remove(watch)
      return .fine("new files are noticed at once (inotify)")
    } catch {
      throw ScanFailure(.watchLimitReached, detail: "\(error.reason)")
    }
  }

  /// Has a worker read a picture with known words. The worker reads nothing until it has tested its sandbox.
  private func reading(_ program: Program) async -> [Finding] {
    do throws(ScanFailure) {
      let pool = try program.setup(program.settings).pool(keepingSpare: false)
      defer { pool.shutDown() }
      let passed = try await SelfTest.run(pool, program.settings)
      let time = RelativeTime.duration(milliseconds: passed.time / .milliseconds(1))
      let languages = program.settings.languages.joined(separator: "+")
      let version = ProgramSandbox.landlockVersion
      return [
        Finding(
          topic: "Reading", result: .fine("a test picture was read in \(time) (languages: \(languages))"),
          engineVersion: passed.engineVersion),
        Finding(
          topic: "Sandbox",
          result: version > 0
            ? .fine("worker: no files, no network, no new processes (tried just now; Landlock \(version))")
            : .notice(
              "worker: no files, no network, no new processes (tried just now; by its system call filter alone)",
              remedy: "A kernel with Landlock would add a second wall.")),
      ]
    } catch {
      return [Finding(topic: "Reading", result: .failed(error))]
    }
  }

  /// That texts in the user's own language are read less well, if the settings leave it out.
  private func language(_ program: Program) -> Finding? {
    let languages = program.settings.languages
    guard let own = Self.leftOut(Localization.language, of: languages) else { return nil }
    let all = (languages + [own]).joined(separator: " ")
    let remedy: Message =
      "Get its data with: sudo apt install tesseract-ocr-\(own); then: ocr-scan settings set languages \(all)"
    let words: Message = "texts in your language (\(own)) are read less well"
    return Finding(topic: "Languages", result: .notice(words, remedy: remedy))
  }

  /// Tesseract's name of the language that the user reads, if it is not among those of the texts.
  static func leftOut(_ language: String, of languages: [String]) -> String? {
    let names = ["de": "deu", "es": "spa", "fr": "fra", "it": "ita", "nl": "nld", "pt": "por"]
    return names[language].flatMap { languages.contains($0) ? nil : $0 }
  }

  /// The watcher ends if its own test of its sandbox fails, so an active filter is proof enough.
  private func watcherSandbox(_ program: Program) -> Finding? {
    guard case .heldBy(let process?) = DaemonLock.look(in: program.directories) else { return nil }
    let name: Message = "watcher (process \(process))"
    guard ProgramSandbox.isConfined(process) else {
      return Finding(
        topic: "Sandbox",
        result: .notice("\(name): not confined", remedy: "Restart it with: systemctl --user restart ocr-scand"),
        fix: .restartWatcher)
    }
    let files: Message =
      ProgramSandbox.landlockVersion > 0
      ? "no network, changes only its own files, starts only the worker" : "no network"
    let words: Message = "\(name): \(files) (tried at its start; the kernel says it is in force)"
    return Finding(topic: "Sandbox", result: .fine(words))
  }

  /// Whether a watcher of this session runs, which shows alerts on this desktop.
  package static func watcherRuns(_ program: Program) -> Bool {
    DaemonLock.look(inSession: program.directories) != .free
  }

  private func rules(_ program: Program) throws(ScanFailure) -> Finding.Result {
    let pack = try program.setup(program.settings).rules()
    let words: Message = "\(pack.rules.count) rules of \(Message(day: pack.date))"
    guard let warning = RuleFreshness.warning(pack) else { return .fine(words) }
    return .notice("\(words): \(warning)", remedy: RuleFreshness.remedy)
  }

  /// Loads the model, which verifies every byte of it.
  private func model(_ program: Program) throws(ScanFailure) -> Finding.Result {
    let classifier = try program.setup(program.settings).classifier()
    return .fine(
      classifier.date.map { "complete and undamaged, trained on \(Message(day: $0))" }
        ?? "complete and undamaged, trained on an unknown day")
  }

  private func history(_ program: Program) async throws(ScanFailure) -> Finding.Result {
    let (days, text) = Self.keeping(program.settings)
    guard let history = try program.existingHistory() else {
      try Self.checkWriting(program)
      return .fine("no entries yet; kept in \(program.directories.data.displayName) for \(days), \(text)")
    }
    let counts: HistoryCounts
    do {
      if let problem = try await history.integrityCheck().first {
        throw ScanFailure(
          .corruptData, subject: "\(program.directories.historyFile.displayName)", detail: "\(problem)")
      }
      try Self.checkWriting(program)
      counts = try await history.counts()
    } catch {
      throw ScanFailure(error) ?? ScanFailure(.fetchFailed)
    }
    let entries: Message = counts.entries == 1 ? "1 entry, undamaged" : "\(counts.entries) entries, undamaged"
    guard counts.pending > 0 else { return .fine("\(entries); kept for \(days), \(text)") }
    let waiting: Message = counts.pending == 1 ? "1 screenshot waiting" : "\(counts.pending) screenshots waiting"
    return .fine("\(entries); \(waiting); kept for \(days), \(text)")
  }

  private static func checkWriting(_ program: Program) throws(ScanFailure) {
    do {
      try HistoryStore.checkWriting(in: program.directories.data, needsRoom: true)
    } catch {
      throw ScanFailure(.saveFailed, subject: error.subject, detail: error.detail)
    }
  }

  private static func keeping(_ settings: Settings) -> (days: Message, text: Message) {
    let days: Message = settings.retentionDays == 1 ? "1 day" : "\(settings.retentionDays) days"
    let text: Message =
      switch settings.storedText {
      case .redacted: "with card numbers, codes and the like taken out where they are recognized"
      case .full: "with all recognized text"
      case .none: "without recognized text"
      }
    return (days, text)
  }

  private func alerts() async throws(ScanFailure) -> Finding.Result {
    let alerter: DesktopNotifier
    do {
      alerter = try DesktopNotifier(busAddress: SessionBusAddress.find(in: environment))
    } catch {
      throw ScanFailure(.notificationUnavailable, detail: "\(error.reason)")
    }
    do {
      let name = TerminalEscaping.escaped(try await alerter.probe().name)
      return .fine("\(name) shows them")
    } catch {
      // Scans work without alerts, so this is not a failure of the installation.
      let description = FailureCatalog.describe(error.scanFailure)
      return .notice(description.message, remedy: description.recoverySuggestion)
    }
  }
}
