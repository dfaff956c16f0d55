internal import CSandbox
internal import DesktopAlerts
internal import Foundation
internal import LinuxSystem
internal import RiskAnalysis
internal import ScanHistory
internal import ScanModel
internal import ScanService
internal import ScanSettings
internal import ScreenshotLibrary
internal import SystemPackage
internal import WorkerClient

/// Tries everything that a scan needs, one thing after the other.
struct Checkup {
  private static let staleAfterDays = 180
  let environment: [String: String]

  /// All findings, in the order in which a screenshot meets them.
  func findings() async -> [Finding] {
    let program: Program
    do {
      program = try Program(environment: environment)
    } catch {
      return [Finding(topic: "Settings", result: .failed(error))]
    }
    return [settings(program), daemon(program)] + folders(program) + [watches(program)] + (await reading(program))
      + [rules(program), await history(program), await alerts()]
  }

  private func settings(_ program: Program) -> Finding {
    let file = program.directories.settingsFile
    let exists = (try? FileStatus(of: file, followingSymlinks: true)) != nil
    let words = exists ? file.displayName : "defaults (no \(file.displayName))"
    return Finding(
      topic: "Settings",
      result: program.settings.automaticScanning
        ? .fine(words) : .notice("\(words): automatic scanning is off", remedy: "Set automatic_scanning: true."))
  }

  private func daemon(_ program: Program) -> Finding {
    let start = "Start it with: systemctl --user enable --now ocr-scand"
    let file = DaemonLock.file(in: program.directories.runtime)
    guard (try? FileStatus(of: file, followingSymlinks: false)) != nil,
      let attempt = try? InstanceLock.tryAcquire(file)
    else { return Finding(topic: "Watcher", result: .notice("ocr-scand is not running", remedy: start)) }
    switch consume attempt {
    case .acquired: return Finding(topic: "Watcher", result: .notice("ocr-scand is not running", remedy: start))
    case .heldBy(let process):
      let words = "ocr-scand is running" + (process.map { " (process \($0))" } ?? "")
      guard let status = StatusFile(in: program.directories.runtime).read(), status.isTrouble else {
        return Finding(topic: "Watcher", result: .fine(words))
      }
      return Finding(
        topic: "Watcher",
        result: .notice("\(words): \(status.text)", remedy: "It tries again by itself; the other checks here say more.")
      )
    }
  }

  // MARK: Folders

  private func choices(_ program: Program) -> [ScreenshotFolders.Choice] {
    ScreenshotFolders.choose(
      configured: program.settings.directories, environment: DesktopEnvironment(variables: environment))
  }

  private func folders(_ program: Program) -> [Finding] {
    let choices = choices(program)
    if choices.isEmpty { return [Finding(topic: "Folder", result: .failed(ScanFailure(.folderNotFound)))] }
    return choices.map { choice in
      let name = choice.folder.displayName
      let result: Finding.Result =
        switch FolderAccess.check(choice.folder) {
        case .authorized: .fine("\(name) can be read")
        case .limited: .failed(ScanFailure(.limitedAccess, detail: "in \(name)"))
        case .denied: .failed(ScanFailure(.permissionDenied, subject: name))
        case .notDetermined:
          .notice(
            "\(name) does not exist yet", remedy: "It is waited for; or set \"directories\" in the settings.")
        }
      return Finding(topic: "Folder", result: result)
    }
  }

  /// Sets a real watch and takes it away again.
  private func watches(_ program: Program) -> Finding {
    let folder = choices(program).first { FolderAccess.check($0.folder, sampleSize: 0) == .authorized }?.folder
    do throws(SystemError) {
      let inotify = try Inotify()
      let watch = try inotify.add(folder ?? "/", [.selfDeleted, .onlyDirectory])
      inotify.remove(watch)
      return Finding(topic: "Watching", result: .fine("new files are noticed at once (inotify)"))
    } catch {
      return Finding(topic: "Watching", result: .failed(ScanFailure(.watchLimitReached, detail: error.reason)))
    }
  }

  // MARK: Reading and judging

  /// Has a worker read a picture with known words. It reads nothing before it has tried its sandbox.
  private func reading(_ program: Program) async -> [Finding] {
    do throws(ScanFailure) {
      let pool = try program.setup(program.settings).pool(keepingSpare: false)
      defer { pool.shutDown() }
      let time = RelativeTime.duration(
        milliseconds: try await ReadingCheck.run(pool, program.settings).time / .milliseconds(1))
      let languages = program.settings.languages.joined(separator: "+")
      return [
        Finding(topic: "Reading", result: .fine("a test picture was read in \(time) (languages: \(languages))")),
        sandbox,
      ]
    } catch {
      return [Finding(topic: "Reading", result: .failed(error))]
    }
  }

  private var sandbox: Finding {
    let words = "the worker opened no file, reached no network and started no program (tried just now"
    let version = ocrscan_landlock_version()
    if version > 0 { return Finding(topic: "Sandbox", result: .fine("\(words); Landlock \(version))")) }
    return Finding(
      topic: "Sandbox",
      result: .notice(
        "\(words); by its system call filter alone)", remedy: "A kernel with Landlock would add a second wall."))
  }

  private func rules(_ program: Program) -> Finding {
    do throws(ScanFailure) {
      let pack = try program.setup(program.settings).rules()
      let words = "\(pack.rules.count) rules of \(pack.date)"
      let age = ReportTime.date(from: "\(pack.date)T00:00:00.000Z").map { Date().timeIntervalSince($0) / 86_400 }
      if let age, age > Double(Self.staleAfterDays) {
        return Finding(
          topic: "Rules",
          result: .notice("\(words): \(Int(age)) days old", remedy: "Update ocr-scan to get newer ones."))
      }
      return Finding(topic: "Rules", result: .fine(words))
    } catch {
      return Finding(topic: "Rules", result: .failed(error))
    }
  }

  // MARK: History and alerts

  private func history(_ program: Program) async -> Finding {
    do {
      guard let history = try program.existingHistory() else {
        return Finding(
          topic: "History", result: .fine("no entries yet, kept in \(program.directories.data.displayName)"))
      }
      let problems = try await history.integrityCheck()
      guard problems.isEmpty else {
        throw ScanFailure(
          .corruptData, subject: program.directories.historyFile.displayName, detail: problems.first)
      }
      let counts = try await history.counts()
      let waiting = counts.pending > 0 ? ", \(counts.pending) screenshots waiting" : ""
      return Finding(topic: "History", result: .fine("\(counts.entries) entries, undamaged\(waiting)"))
    } catch let failure as ScanFailure {
      return Finding(topic: "History", result: .failed(failure))
    } catch {
      let failure = (error as? HistoryFailure)?.scanFailure ?? ScanFailure(.fetchFailed)
      return Finding(topic: "History", result: .failed(failure))
    }
  }

  private func alerts() async -> Finding {
    do throws(SystemError) {
      let alerter = try DesktopAlerter(busAddress: SessionBusAddress.find(in: environment))
      do throws(AlertFailure) {
        let server = try await alerter.probe()
        let name = SafeText.escaped(server.name)
        return Finding(topic: "Alerts", result: .fine("\(name) shows them"))
      } catch {
        // Scans go on without alerts, so this is no failure of the installation.
        let description = FailureCatalog.describe(error.scanFailure)
        return Finding(
          topic: "Alerts", result: .notice(description.message, remedy: description.recoverySuggestion))
      }
    } catch {
      return Finding(
        topic: "Alerts", result: .failed(ScanFailure(.notificationUnavailable, detail: error.reason)))
    }
  }
}
