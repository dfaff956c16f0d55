import Foundation
import Glibc
import LinuxSystem
import ScreenshotLibrary
import SystemPackage
import TestSupport
import Testing

/// The limit of watches belongs to a user namespace, so these tests run again in a process with its own namespace,
/// where the limit can be set without affecting anyone.
struct WatchLimitTests {
  private static let limitFile = "/proc/sys/user/max_inotify_watches"
  private static let isInside = ProcessInfo.processInfo.environment["OCRSCAN_TEST_NAMESPACE"] != nil

  private static var canMakeNamespaces: Bool {
    !isInside && (try? run(["/usr/bin/unshare", "-Ur", "true"]))?.status == 0
  }

  /// Runs a program to its end, marked as inside the namespace.
  private static func run(_ command: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardOutput = pipe
    process.standardError = pipe
    process.environment = ProcessInfo.processInfo.environment.merging(["OCRSCAN_TEST_NAMESPACE": "1"]) { $1 }
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test(.enabled(if: canMakeNamespaces, "needs unprivileged user namespaces"))
  func `the limit of watches is told and lived with`() throws {
    let binary = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let (status, output) = try Self.run(
      ["/usr/bin/unshare", "-Ur", binary, "--testing-library", "swift-testing", "--filter", "WatchLimitTests"])
    #expect(status == 0, "\(output)")
    // A filter that matches nothing would also succeed.
    #expect(
      output.contains("\"with few watches the folder comes first, with none it is listed every few seconds\" passed"))
  }

  private func setLimit(_ limit: Int) throws {
    try "\(limit)\n".write(toFile: Self.limitFile, atomically: false, encoding: .utf8)
  }

  @Test(.enabled(if: isInside, "runs in a namespace of its own, started by the test above"))
  func `with few watches the folder comes first, with none it is listed every few seconds`() async throws {
    let folder = TemporaryFolder()
    let shots = folder("shots")
    Files.makeFolder(shots)
    var options = FolderWatcher.Options()
    options.pollInterval = .milliseconds(10)
    let limitReached = FolderEvent.watchLimitReached(SystemError("inotify_add_watch", errno: ENOSPC))

    try setLimit(1)
    var recorder = EventRecorder(try FolderWatcher(folders: [shots], options: options))
    try await recorder.expect(limitReached)
    Files.write(shots.appending("a.png"))
    try await recorder.expect(.arrived(shots.appending("a.png"), .closed))
    #expect(!recorder.events.contains(.rescanNeeded(folder: shots, reason: .polling)))

    try setLimit(0)
    recorder = EventRecorder(try FolderWatcher(folders: [shots], options: options))
    try await recorder.expect(limitReached)
    try await recorder.expect(.rescanNeeded(folder: shots, reason: .polling))

    try setLimit(1000)
    try await recorder.expect(.rescanNeeded(folder: shots, reason: .folderReplaced))
    try await recorder.expect(.watchLimitLifted)
    Files.write(shots.appending("b.png"))
    try await recorder.expect(.arrived(shots.appending("b.png"), .closed))
    #expect(recorder.events.filter { $0 == limitReached }.count == 1)
  }
}
