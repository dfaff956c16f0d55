internal import Application
internal import ArgumentParser
internal import EventLog
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage

enum FailOn: String, CaseIterable, ExpressibleByArgument, Sendable {
  case medium, high, never

  func isReached(by level: RiskLevel) -> Bool {
    switch self {
    case .medium: level.isAlarming
    case .high: level == .high
    case .never: false
    }
  }
}

/// Options that change how a screenshot is read.
struct ReadingOptions: ParsableArguments {
  @Option(
    name: .customLong("lang"),
    help: ArgumentHelp(
      "Languages of the text, as Tesseract names them, joined by \"+\": eng+deu.", valueName: "languages"))
  var languages: String?

  @Option(help: ArgumentHelp("Seconds that reading one screenshot may take (0.1 to 60).", valueName: "seconds"))
  var timeout: Double?

  private var names: [String]? { languages?.split(separator: "+", omittingEmptySubsequences: false).map(String.init) }

  mutating func validate() throws {
    if let names, !LanguageName.areValid(names) {
      guard names.allSatisfy({ LanguageName.areValid([$0]) }) else {
        throw ValidationError("--lang takes names such as eng or deu, joined by \"+\".")
      }
      throw ValidationError(localized("\"%1$@\" must be %2$@", "--lang", LanguageName.allowed))
    }
    if let timeout, !(0.1...60).contains(timeout) { throw ValidationError("--timeout takes seconds from 0.1 to 60.") }
  }

  func applied(to settings: Settings) -> Settings {
    var settings = settings
    if let names { settings.languages = names }
    if let timeout { settings.scanTimeout = .milliseconds(Int((timeout * 1000).rounded())) }
    return settings
  }
}

/// Options of commands that scan one screenshot: what is done with its report.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(help: "Also print the recognized text, and the words that gave reason.")
  var showText = false

  @Option(help: ArgumentHelp("Lowest risk that ends with status 1.", valueName: "risk"))
  var failOn = FailOn.medium

  @Flag(name: .customLong("no-history"), help: "Do not write to the history.")
  var skipsHistory = false
}

struct ScanTarget: Sendable {
  /// Nil if it does not come from a file.
  let path: FilePath?
  let source: IntakeStage.Source
  let name: Message

  static func file(_ path: FilePath) -> ScanTarget {
    ScanTarget(path: path, source: .named(path), name: "\(path.displayName)")
  }

  static let standardInput = ScanTarget(path: nil, source: .standardInput(STDIN_FILENO), name: "standard input")

  static func clipboard(_ picture: [UInt8]) -> ScanTarget {
    ScanTarget(path: nil, source: .bytes(picture), name: "the clipboard")
  }

  func request(_ trigger: ScanEvent.Trigger, beganAt: SuspendingClock.Instant) -> ScanRequest {
    ScanRequest(path: path?.displayName, name: name, source: .manual, trigger: trigger, beganAt: beganAt)
  }

  /// Turns arguments into targets: folders become the screenshots in them, newest first.
  static func expand(_ arguments: [String]) -> (targets: [ScanTarget], failures: [ScanFailure]) {
    var targets: [ScanTarget] = []
    var failures: [ScanFailure] = []
    for (argument, path) in zip(arguments, RawArguments.paths(arguments)) {
      guard argument != "-", path.fileKind == .directory else {
        targets.append(argument == "-" ? .standardInput : .file(path))
        continue
      }
      do throws(SystemError) {
        let files = try ScreenshotListing.files(in: path)
          .sorted { $0.identity.modifiedNanoseconds > $1.identity.modifiedNanoseconds }
        targets += files.map { .file($0.path) }
        if files.isEmpty {
          failures.append(ScanFailure(.notFound, subject: "\(path.displayName)", detail: ScanFailure.noPicture))
        }
      } catch {
        failures.append(ScanFailure(.permissionDenied, subject: "\(path.displayName)", detail: "\(error.reason)"))
      }
    }
    return (targets, failures)
  }
}
