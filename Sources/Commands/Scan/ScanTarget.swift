internal import Application
internal import Glibc
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// One thing to scan.
struct ScanTarget: Sendable {
  /// Nil if it does not come from a file.
  let path: FilePath?
  let source: IntakeStage.Source
  /// The name in messages.
  let name: String

  init(path: FilePath) {
    self.path = path
    source = .named(path)
    name = path.displayName
  }

  private init(_ source: IntakeStage.Source, name: String) {
    path = nil
    self.source = source
    self.name = name
  }

  static let standardInput = ScanTarget(.standardInput(STDIN_FILENO), name: "standard input")

  /// The picture that was on the clipboard.
  static func clipboard(_ picture: [UInt8]) -> ScanTarget { ScanTarget(.bytes(picture), name: "the clipboard") }

  var isStandardInput: Bool { if case .standardInput = source { true } else { false } }

  /// Turns arguments into targets: folders become the screenshots in them, newest first.
  static func expand(_ arguments: [String]) -> (targets: [ScanTarget], failures: [ScanFailure]) {
    var targets: [ScanTarget] = []
    var failures: [ScanFailure] = []
    for argument in arguments {
      if argument == "-" {
        targets.append(.standardInput)
        continue
      }
      let path = RawArguments.path(argument)
      guard (try? FileStatus(of: path, followingSymlinks: true))?.kind == .directory else {
        targets.append(ScanTarget(path: path))
        continue
      }
      do throws(SystemError) {
        let files = try ScreenshotListing.files(in: path)
          .sorted { $0.identity.modifiedNanoseconds > $1.identity.modifiedNanoseconds }
        targets += files.map { ScanTarget(path: $0.path) }
        if files.isEmpty {
          failures.append(
            ScanFailure(.notFound, subject: path.displayName, detail: ScanFailure.noPicture))
        }
      } catch {
        failures.append(ScanFailure(.permissionDenied, subject: path.displayName, detail: error.reason))
      }
    }
    return (targets, failures)
  }
}
