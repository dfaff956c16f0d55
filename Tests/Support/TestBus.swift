package import Foundation
internal import Glibc

/// A dbus-daemon in a temporary folder.
package final class TestBus {
  package struct CannotStart: Error {}

  package let folder: URL
  private var daemon: Process?
  package var address: String { "unix:path=\(folder.path)/bus" }

  /// - Parameter started: The names for which the bus would start a program, which does nothing.
  /// - Throws: `CannotStart`, or what writing its files throws.
  package init(starting started: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>\(address)</listen>
        <servicedir>\(folder.path)</servicedir>
        <policy context="default">
          <allow user="*"/><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
        </policy>
      </busconfig>
      """
    try Data(configuration.utf8).write(to: folder.appending(path: "bus.conf"))
    for name in started {
      let service = "[D-BUS Service]\nName=\(name)\nExec=/bin/false\n"
      try Data(service.utf8).write(to: folder.appending(path: "\(name).service"))
    }
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Returns when the daemon has printed its address, which means it accepts connections.
  package func start() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    process.arguments = ["--config-file=\(folder.path)/bus.conf", "--nofork", "--print-address=1"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice  // it complains about limits that it may not raise
    try process.run()
    guard output.fileHandleForReading.availableData.starts(with: Data("unix:".utf8)) else { throw CannotStart() }
    daemon = process
  }

  package func stop() {
    guard let daemon else { return }
    kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
    self.daemon = nil
    try? FileManager.default.removeItem(at: folder.appending(path: "bus"))
  }
}
