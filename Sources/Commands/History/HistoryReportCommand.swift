internal import Application
internal import ArgumentParser
internal import History
internal import LinuxSystem
internal import Localization
internal import Pipeline
internal import ScanModel
internal import SystemPackage
internal import WorkerClient

/// `ocr-scan history report ID`: one entry to show to somebody else.
struct HistoryReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Write one entry as an HTML page for a bank, the police or a relative.",
    discussion: """
      The page holds the screenshot with its risky lines framed, the reasons, what to do, times and the checksum of the \
      file. Private parts, such as card numbers, codes and addresses, are taken out of the text and blacked out in the \
      picture where they are recognized. It is one file without scripts, which loads nothing.

      EXAMPLES:
        ocr-scan history report 12
        ocr-scan history report 12 --output for-the-bank.html
      """)

  @Argument(help: "The number of the entry, or the beginning of its identifier.")
  var id: String

  @Option(
    help: ArgumentHelp("The file to write; without it ocr-scan-ID.html in this folder.", valueName: "file.html"),
    completion: .file(extensions: ["html"]))
  var output: String?

  @Flag(help: "Replace the file if there is one.")
  var force = false

  @Flag(help: "Leave private parts in the text and in the picture.")
  var withPrivateParts = false

  @OptionGroup var options: ConsoleOptions

  mutating func validate() throws {
    if let output, ["", "-"].contains(output) { throw ValidationError("--output takes the name of a file to write.") }
  }

  func run() async throws {
    let console = options.console
    try await CommandEnd.run(console) {
      let program = try Program(environment: console.environment)
      let entry = try await HistoryLookup.entry(id, console)
      let path = output.map(RawArguments.path) ?? FilePath(EntryReport.fileName(entry.number))
      try checkTarget(path)
      let setup = try program.setup(program.settings)
      let pool = try setup.pool(keepingSpare: false)
      defer { pool.shutDown() }
      let report = EntryReport(
        pipeline: try program.pipeline(setup, pool: pool), annotator: setup.annotator(pool: pool),
        policy: .requested(program.settings))
      try write(try await report.page(entry, redacts: !withPrivateParts), to: path)
      console.note(localized("Wrote %1$@. Look at it before you pass it on.", path.displayName))
      return .success
    }
  }

  /// - Throws: `ScanFailure` with `output_failed` if the file exists.
  private func checkTarget(_ path: FilePath) throws(ScanFailure) {
    guard !force, (try? FileStatus(of: path, followingSymlinks: false)) != nil else { return }
    throw ScanFailure(.outputFailed, subject: "\(path.displayName)", detail: ScanFailure.alreadyThere)
  }

  private func write(_ page: String, to path: FilePath) throws(ScanFailure) {
    do throws(AtomicFile.Refusal) {
      // Bytes have no padding that could be uninitialized, hence safe.
      try unsafe AtomicFile.write(Array(page.utf8).span.bytes, to: path, sparing: nil)
    } catch {
      let reason: Message =
        if case .system(let error) = error { "\(error.reason)" } else { "it is the screenshot itself" }
      throw ScanFailure(.outputFailed, subject: "\(path.displayName)", detail: reason)
    }
  }
}
