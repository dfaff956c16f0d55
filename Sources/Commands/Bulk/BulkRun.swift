internal import EventLog
internal import Foundation
internal import Hashing
internal import Pipeline
internal import ScanModel
internal import SystemPackage

/// Scans the pictures of a feed, several at a time with one worker each, and writes a record for each.
struct BulkRun: Sendable {
  let pipeline: ScanPipeline
  let policy: ScanPolicy
  let jobs: Int
  let feed: BulkFeed
  let output: BulkRecordWriter
  let statistics: BulkStatistics
  let maximumFailures: Int?

  func run() async throws {
    let failures = await withTaskGroup(of: (any Error)?.self) { group in
      var failures: [any Error] = []
      var busy = 0
      while let item = await feed.next() {
        group.addTask { await failure(of: item) }
        busy += 1
        guard busy == jobs else { continue }
        if let failure = await group.next() ?? nil { failures.append(failure) }
        busy -= 1
      }
      for await case let failure? in group { failures.append(failure) }
      return failures
    }
    if let failure = failures.first { throw failure }
  }

  /// Scans an input and writes its record; returns why that cannot be written, if so.
  private func failure(of item: BulkItem) async -> (any Error)? {
    let report = await report(on: item)
    do {
      try output.write(report)
    } catch {
      feed.stop()
      return error
    }
    if statistics.add(report) > maximumFailures ?? .max { feed.stop() }
    return nil
  }

  private func report(on item: BulkItem) async -> ScanReport {
    var report: ScanReport
    switch item.picture {
    case .file(let path): report = await scan(.named(path), path: path.displayName, name: path.displayName)
    case .bytes(let bytes): report = await scan(.bytes(bytes), path: nil, name: item.id.text)
    case .malformed(let reason):
      report = ScanReport(id: item.id.text)
        .failed(ScanFailure(.invalidInput, subject: "\(item.id.text)", detail: reason))
    }
    report.id = item.id.text
    report.hasNumericID = item.id.isNumeric
    return report
  }

  /// Tries again as after a crash: when memory is short, the kernel may also kill a worker before it is ready.
  private func scan(_ source: IntakeStage.Source, path: String?, name: String) async -> ScanReport {
    await RetryPolicy.retrying(while: { $0.error?.code == .workerUnavailable }) {
      let request = ScanRequest(
        path: path, name: "\(TerminalEscaping.escaped(name))", source: .manual,
        trigger: path == nil ? .standardInput : .file)
      return await pipeline.run(source, request, policy).report
    }
  }
}

struct BulkItem: Sendable {
  enum Picture: Sendable {
    case file(FilePath)
    case bytes([UInt8])
    case malformed(_ reason: Message)
  }

  /// The identifier of the record: the given one, or else the path, or else "line 7".
  var id: InputIdentifier
  var picture: Picture

  /// A piece is a path, or a JSON object with "path" or "bytes" (base64), and "id"; `number` is its place, from 1. With
  /// `holdsPathsOnly` even one that begins with a brace is a path.
  init(_ piece: SeparatedReader.Piece, number: Int, holdsPathsOnly: Bool) {
    id = InputIdentifier("line \(number)")
    picture = .malformed("it is too long for a path")
    guard case .whole(let bytes) = piece else { return }
    if bytes.first == UInt8(ascii: "{"), !holdsPathsOnly {
      readObject(bytes)
    } else if bytes.isEmpty {
      picture = .malformed("it is empty")
    } else {
      readPath(bytes)
    }
  }

  private mutating func readPath(_ bytes: [UInt8]) {
    guard !bytes.contains(0) else {
      picture = .malformed("a path holds no NUL; with paths that end with NUL give -0")
      return
    }
    let path = FilePath(bytes: bytes)
    id = InputIdentifier(String(validating: bytes, as: UTF8.self) ?? path.displayName)
    picture = .file(path)
  }

  private mutating func readObject(_ bytes: [UInt8]) {
    guard let object = try? JSONDecoder().decode(InputObject.self, from: Data(bytes)) else {
      picture = .malformed("it is not a JSON object; before a name that begins with a brace put ./")
      return
    }
    if let given = object.id { id = given }
    // Fail here: otherwise the record would silently lose its identifier, or describe the wrong picture.
    if let complaint = object.complaint(about: .id, .path, .bytes) {
      picture = .malformed(complaint)
      return
    }
    switch (object.path, object.bytes) {
    case (let path?, nil):
      guard !path.isEmpty, !path.utf8.contains(0) else {
        picture = .malformed("its \"path\" is no path")
        return
      }
      if object.id == nil { id = InputIdentifier(path) }
      picture = .file(FilePath(path))
    case (nil, let text?):
      picture = Data(base64Encoded: text).map { .bytes(Array($0)) } ?? .malformed("its \"bytes\" are not base64")
    case (nil, nil): picture = .malformed("it has neither \"path\" nor \"bytes\"")
    case (_?, _?): picture = .malformed("it has both \"path\" and \"bytes\"")
    }
  }
}

/// One program's share of the work, `--shard 2/8`, by identifier: each program may list the files in another order.
struct BulkShard: Sendable {
  let number: Int
  let count: Int

  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1, number <= count else {
      return nil
    }
    (self.number, self.count) = (number, count)
  }

  func contains(_ item: BulkItem) -> Bool {
    let hash = SHA256.digest(of: Array(item.id.key.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(hash % UInt64(count)) == number - 1
  }
}
