internal import Application
internal import ArgumentParser
internal import EventLog
internal import Foundation
internal import Glibc
internal import Localization
internal import Pipeline
internal import ScanModel
internal import Settings
internal import UnixSignals
internal import WorkerClient

enum BulkLevel: String, CaseIterable, ExpressibleByArgument, Sendable {
  case medium, high

  func isReached(by level: RiskLevel) -> Bool { self == .medium ? level.isAlarming : level == .high }
}

struct BulkCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "bulk", abstract: "Scan many pictures: paths come in, one JSON record for each goes out.",
    discussion: """
      Each line of the input is a path, or a JSON object: {"id": ..., "path": ...}, or {"id": ..., "bytes": ...} with the \
      picture in base64. Each gives exactly one record, in any order, with its id (or the path) and the SHA-256 of the \
      picture; what could not be read gives a record with an error. Texts are as the history would keep them (setting \
      store_text). Nothing is stored and nothing alerts.

      Status 0 means that every input has its record, whatever the verdicts.

      EXAMPLES:
        find /pictures -name '*.png' -print0 | ocr-scan bulk -0 --stats > records.jsonl
        ocr-scan bulk --files-from list.txt --resume records.jsonl >> records.jsonl
        ocr-scan bulk --files-from list.txt --shard 2/8 > records-2.jsonl
      """)

  @Option(help: ArgumentHelp("Where the inputs are; \"-\" is standard input.", valueName: "file"), completion: .file())
  var filesFrom = "-"

  @Flag(name: .customShort("0"), help: "Paths end with NUL, as find -print0 writes them, and are nothing but paths.")
  var nulSeparated = false

  @Option(
    help: ArgumentHelp("Only the inputs of one of several programs that divide the work, as in 2/8.", valueName: "i/n"))
  var shard: String?

  @Option(
    help: ArgumentHelp(
      "Skip what already has a record in this file; append the rest to it with >>.", valueName: "output"),
    completion: .file())
  var resume: String?

  @Option(help: ArgumentHelp("Only records of this risk or above, and failures.", valueName: "risk"))
  var only: BulkLevel?

  @Option(
    help: ArgumentHelp(
      "Write the records of failures to this file instead, which is emptied first.", valueName: "file"),
    completion: .file())
  var rejects: String?

  @Option(help: ArgumentHelp("Stop with status 65 when more inputs than this have failed.", valueName: "number"))
  var maxErrors: Int?

  @Option(
    help: ArgumentHelp("How many pictures are read at the same time; as many as there are cores.", valueName: "number"))
  var jobs: Int?

  @Flag(help: "Tell how far it is: each second on a terminal, else one JSON line at the end, on standard error.")
  var stats = false

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if let shard, BulkShard(shard) == nil { throw ValidationError("--shard takes a part and how many there are: 2/8.") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 256.") }
    if let maxErrors, maxErrors < 0 { throw ValidationError("--max-errors takes a number from 0.") }
    if resume != nil, only != nil { throw ValidationError("--resume needs a record of every input: leave --only out.") }
    if let rejects, ["", "-"].contains(rejects) {
      throw ValidationError("--rejects takes the name of a file to write.")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    let settings = reading.applied(to: program.settings)
    let setup = PipelineBuilder(
      settings: settings, files: try ProgramFiles(),
      events: EventLog(directory: program.directories.state, minimumLevel: .critical),
      userRules: program.directories.rulesDirectory)
    // Base64 takes four bytes for three; the rest is for the identifier.
    let maximumObject = (settings.maximumFileMegabytes << 20) / 3 * 4 + SeparatedReader.maximumPath
    // First, because they may refuse their files, and nothing must have been cut off or started then.
    let reader = try SeparatedReader(
      filesFrom, separator: nulSeparated ? 0 : UInt8(ascii: "\n"), maximumObject: maximumObject)
    try reader.refuseOwnOutput()
    let output = try BulkRecordWriter(
      console, only: only, storedText: settings.storedText, rejects: rejects.map(RawArguments.path),
      others: [filesFrom == "-" ? "/dev/stdin" : filesFrom, resume, "/dev/stdout", "/dev/stderr"].compactMap(\.self)
        .map(RawArguments.path))
    let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let pool = try setup.pool(keepingSpare: false, minimumWorkers: jobs)
    defer { pool.shutDown() }
    pool.warmUp(jobs)
    let statistics = BulkStatistics()
    let pipeline = setup.pipeline(
      pool: pool, analyzer: try setup.analyzer(), history: nil, persistence: program.persistence)
    let feed = try feed(reader, maximumObject: maximumObject, statistics)
    try output.emptyRejects()
    let run = BulkRun(
      pipeline: pipeline, policy: .bulk(settings), jobs: jobs, feed: feed, output: output, statistics: statistics,
      maximumFailures: maxErrors)
    try await watched(console, statistics, feed) { try await run.run() }
    return try status(after: feed, statistics, console)
  }

  private func feed(
    _ reader: sending SeparatedReader, maximumObject: Int, _ statistics: BulkStatistics
  ) throws -> BulkFeed {
    let earlier = try resume.map { try EarlierRecords($0, maximumRecord: maximumObject) }
    let part = shard.flatMap { BulkShard($0) }
    let holdsPathsOnly = nulSeparated
    var number = 0
    return try BulkFeed { () throws(ScanFailure) in
      while let piece = try reader.next() {
        number += 1
        let item = BulkItem(piece, number: number, holdsPathsOnly: holdsPathsOnly)
        if let part, !part.contains(item) { continue }
        guard earlier?.identifiers.contains(item.id) == true else { return item }
        statistics.skip()
      }
      return nil
    }
  }

  /// Runs the body. SIGTERM and SIGINT end the feed, so pictures already taken are finished.
  private func watched(
    _ console: Console, _ statistics: BulkStatistics, _ feed: BulkFeed, _ body: () async throws -> Void
  ) async throws {
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    let stopping = Task { for await _ in signals { feed.stop() } }
    let isWatched = stats && isatty(STDERR_FILENO) == 1
    let telling = Task {
      while isWatched, (try? await Task.sleep(for: .seconds(1))) != nil {
        console.write("\r\u{1B}[K" + statistics.line)
      }
    }
    defer {
      stopping.cancel()
      telling.cancel()
    }
    try await body()
    guard stats else { return }
    isWatched ? console.note("\r\u{1B}[K" + statistics.line) : console.note(try statistics.jsonLine())
  }

  private func status(after feed: BulkFeed, _ statistics: BulkStatistics, _ console: Console) throws -> ExitStatus {
    let failed = statistics.failed
    if let maxErrors, failed > maxErrors {
      console.tell(
        localized(
          count: failed, one: "%1$@ input failed, which is more than --max-errors allows; see \"error\" in its record.",
          other: "%1$@ inputs failed, which is more than --max-errors allows; see \"error\" in their records."))
      return .badImage
    }
    switch feed.end {
    case .complete, nil: return .success
    case .failed(let failure): throw failure
    case .stopped:
      console.tell(
        localized(
          count: statistics.records,
          one: "Stopped after %1$@ record. To go on, run it again with --resume FILE >> FILE, where FILE holds it.",
          other: "Stopped after %1$@ records. To go on, run it again with --resume FILE >> FILE, where FILE holds them."
        ))
      return .tryAgain
    }
  }
}
