internal import Application
internal import ArgumentParser
internal import History
internal import LinuxSystem
internal import Localization
internal import Pipeline
internal import ScanModel
internal import SystemPackage
internal import WorkerClient

struct HistoryReportCommand: ConsoleCommand {
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
    name: .customLong("output"),
    help: ArgumentHelp("The file to write; without it ocr-scan-ID.html in this folder.", valueName: "file.html"),
    completion: .file(extensions: ["html"]))
  var file: String?

  @Flag(help: "Replace the file if there is one.")
  var force = false

  @Flag(help: "Leave private parts in the text and in the picture.")
  var withPrivateParts = false

  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if let file, ["", "-"].contains(file) { throw ValidationError("--output takes the name of a file to write.") }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let program = try Program(environment: console.environment)
    let entry = try await console.entry(id)
    let path = file.map(RawArguments.path) ?? FilePath(EntryReport.fileName(entry.number))
    let taken = ScanFailure(.outputFailed, subject: "\(path.displayName)", detail: ScanFailure.alreadyThere)
    // Before the work. What is made during it is found when the page is written.
    if !force, (try? FileStatus(of: path, followingSymlinks: false)) != nil { throw taken }
    let setup = try program.setup(program.settings)
    let pool = try setup.pool(keepingSpare: false)
    defer { pool.shutDown() }
    let page = try await EntryReport.page(
      entry, redacts: !withPrivateParts, pipeline: try program.pipeline(setup, pool: pool),
      renderer: setup.renderer(pool: pool), policy: .requested(program.settings))
    if force {
      try OutputFile.write(Array(page.utf8), to: path, sparing: entry.path.flatMap { AtomicFile.Inode(at: $0) })
    } else if try !OutputFile.create(Array(page.utf8), at: path) {
      throw taken
    }
    console.note(localized("Wrote %1$@. Look at it before you pass it on.", path.displayName))
    return .success
  }
}
