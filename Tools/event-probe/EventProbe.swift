import ArgumentParser
import EventLog
import Foundation
import ScanModel
import SystemPackage

/// Measures how long logging an event takes, compared with writing a line by the means of the system. For `make bench`;
/// never installed.
@main
struct EventProbe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event-probe", abstract: "Print the microseconds that events take, as JSON.")

  @Option(help: "An empty folder.")
  var folder: String

  @Option(help: "How many events.")
  var count = 10_000

  func run() throws {
    let directory = FilePath(folder)
    let log = EventLog(directory: directory.appending("log"))
    let id = UUID()
    let event = ScanEvent.complete(duration: .milliseconds(412), success: true, riskLevel: .high)
    // The first event creates the folder and the file.
    log.record(event, scanID: id)
    let line =
      "{\"duration_ms\":412,\"event\":\"complete\",\"level\":\"info\",\"risk_level\":\"high\",\"success\":true}\n"
    let bytes = Array(line.utf8)
    let file = try FileDescriptor.open(
      directory.appending("plain"), .writeOnly, options: [.create, .append, .closeOnExec], permissions: .ownerReadWrite)
    let synchronous = try FileHandle(forWritingTo: URL(filePath: directory.appending("synchronous").creating()))
    let measured = [
      "event": times(count) { log.record(event, scanID: id) },
      "write": try times(count) { _ = try file.writeAll(bytes) },
      "write_fsync": try times(count / 20) {
        try synchronous.write(contentsOf: bytes)
        try synchronous.synchronize()
      },
    ]
    guard log.lostEvents == 0 else { throw ValidationError("\(log.lostEvents) events were lost") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    print(String(decoding: try encoder.encode(measured), as: UTF8.self))
  }

  /// Microseconds of each call, shortest first.
  private func times(_ count: Int, _ body: () throws -> Void) rethrows -> [Double] {
    var found: [Double] = []
    found.reserveCapacity(count)
    for _ in 0..<count {
      let began = ContinuousClock.now
      try body()
      found.append((ContinuousClock.now - began) / .microseconds(1))
    }
    return found.sorted()
  }
}

extension FilePath {
  /// The path as text, after creating an empty file there.
  fileprivate func creating() throws -> String {
    try FileDescriptor.open(self, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite).close()
    return string
  }
}
