internal import Glibc
internal import LinuxSystem
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// One thing to scan.
struct ScanTarget: Sendable {
  /// Nil for standard input.
  var path: FilePath?

  /// How messages name it.
  var name: String { path?.displayName ?? "standard input" }

  var source: IntakeStage.Source { path.map { .named($0) } ?? .standardInput(STDIN_FILENO) }

  /// Turns arguments into targets: folders become the screenshots in them, newest first.
  static func expand(_ arguments: [String]) -> (targets: [ScanTarget], failures: [ScanFailure]) {
    var targets: [ScanTarget] = []
    var failures: [ScanFailure] = []
    for argument in arguments {
      if argument == "-" {
        targets.append(ScanTarget(path: nil))
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
            ScanFailure(.notFound, subject: path.displayName, detail: "holds no picture"))
        }
      } catch {
        failures.append(ScanFailure(.permissionDenied, subject: path.displayName, detail: error.reason))
      }
    }
    return (targets, failures)
  }
}

/// Gives back the bytes of an argument. Swift shows arguments as Unicode, and a file name that is not UTF-8 would be
/// another name then.
enum RawArguments {
  static func path(_ argument: String) -> FilePath {
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return FilePath(argument) }
    for index in 0..<Int(CommandLine.argc) {
      guard let raw = unsafe CommandLine.unsafeArgv[index] else { continue }
      if unsafe String(cString: raw) == argument { return unsafe FilePath(platformString: raw) }
    }
    return FilePath(argument)
  }
}
