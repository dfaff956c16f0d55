internal import Application
internal import ArgumentParser
internal import Daemon
internal import Glibc
internal import History
internal import LinuxSystem
internal import Localization
internal import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage
internal import WorkerClient

struct ScanCommand: PausingCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan",
    abstract: "Scan pictures (PNG, JPEG, WebP), the screenshots in folders, or one picture from standard input.",
    discussion: """
      EXAMPLES:
        ocr-scan shot.png
        ocr-scan --lang eng+deu --fail-on high *.png
        grim - | ocr-scan -
        ocr-scan --annotate marked.png shot.png
        ocr-scan scan --retry
      """)

  @Argument(
    help: ArgumentHelp("Pictures, folders, or \"-\" for one picture from standard input.", valueName: "file"),
    completion: .file(extensions: ["png", "jpg", "jpeg", "webp"]))
  var inputs: [String] = []

  @Flag(help: "Print one report per line as JSON.")
  var json = false

  @Flag(help: "Also print the recognized text, and the words that gave reason.")
  var showText = false

  @Option(help: ArgumentHelp("Lowest risk that ends with status 1.", valueName: "risk"))
  var failOn = FailOn.medium

  @Flag(
    help: """
      Try screenshots again that were set aside because reading them failed twice: those named here, or, if none is \
      named, all in the watched folders.
      """)
  var retry = false

  @Flag(name: .customLong("no-history"), help: "Do not write to the history.")
  var skipsHistory = false

  @Option(
    help: ArgumentHelp(
      "Also write the screenshot with its risky lines framed and the reason below, as a PNG.", valueName: "out.png"),
    completion: .file(extensions: ["png"]))
  var annotate: String?

  @OptionGroup var reading: ReadingOptions

  @Option(help: ArgumentHelp("How many screenshots are read at the same time (1 to 16).", valueName: "number"))
  var jobs: Int?

  @OptionGroup var window: WindowOptions
  @OptionGroup var output: ConsoleOptions

  mutating func validate() throws {
    if let jobs, !(1...16).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 16.") }
    // An empty name comes from an empty variable of a script.
    if inputs.isEmpty && !retry || inputs.contains("") {
      throw ValidationError("Name a picture, a folder, or \"-\" for standard input.")
    }
    if let annotate, let problem = AnnotationOutput.problem(path: annotate, inputs: inputs) {
      throw ValidationError(problem)
    }
  }

  /// A mistyped command is taken for the name of a picture if no command stands before it, because this one is the default.
  private func suggest(_ console: Console) {
    let names = OCRScanCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let word = CommandLine.arguments.dropFirst().first, word == inputs.first, !names.contains(word),
      let command = SpellingHint.closest(to: word, among: names)
    else { return }
    console.note("  → " + localized("Did you mean this command: ocr-scan %1$@", command))
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let startedAt = SuspendingClock.now
    let program = try Program(environment: console.environment)
    let settings = reading.applied(to: program.settings)
    let (targets, failures) = ScanTarget.expand(inputs)
    var tally = BatchSummary(failOn: failOn)
    for failure in failures { tally.add(failure, isOfInput: true, console) }
    if retry {
      try await releaseQuarantine(of: inputs.isEmpty ? nil : targets, program, console)
      if inputs.isEmpty { return .success }
    }

    let setup = try program.setup(settings)
    let jobs = min(jobs ?? settings.workers, max(1, targets.count))
    let pool = try setup.pool(keepingSpare: false, minimumWorkers: jobs)
    defer { pool.shutDown() }
    if !targets.isEmpty { pool.warmUp(settings.workers) }
    let pipeline = try program.pipeline(setup, pool: pool)
    defer { pipeline.closeHistory() }
    let history = skipsHistory ? nil : pipeline.persistence
    let annotation = annotate.map { path in
      AnnotationOutput(path: RawArguments.path(path), renderer: setup.renderer(pool: pool))
    }
    let batch = ScanBatch(
      pipeline: pipeline, policy: .requested(settings, shares: max(1, settings.workers / jobs)), jobs: jobs,
      startedAt: startedAt, keepsContent: annotation != nil)
    let renderer = ReportRenderer(
      console: console, json: json, showsText: showText, help: targets.count == 1 ? program.helpSteps : nil)
    let progress = ProgressSpinner(console, total: targets.count)
    defer { progress.stop() }
    for await result in batch.results(of: targets) {
      let (report, path) = (result.report, result.target.path)
      progress.clear()
      try renderer.show(report)
      tally.add(report)
      await tally.store(report, path: path, in: history, console)
      if report.error?.code == .notFound, result.target.path == inputs.first.map(RawArguments.path) { suggest(console) }
      // Last: the verdict stands whether or not this works.
      if let failure = await annotation?.write(result) { tally.add(failure, console) }
      progress.advance()
    }
    progress.stop()
    tally.summarize(console)
    return tally.status
  }

  /// Gives quarantined screenshots another chance, and makes the daemon look for them.
  private func releaseQuarantine(of targets: [ScanTarget]?, _ program: Program, _ console: Console) async throws {
    let history = try program.history()
    defer { history.close() }
    let paths = targets?.compactMap { $0.path?.absolute }
    let count =
      if let paths { try await history.releaseQuarantine(of: paths) } else { try await history.releaseQuarantine() }
    console.note(
      localized(
        count: count, one: "%1$@ screenshot that was set aside is tried again.",
        other: "%1$@ screenshots that were set aside are tried again."))
    // Released files look changed to the daemon, and SIGHUP makes it list the folders again.
    if count > 0 { DaemonLock.signal(SIGHUP, in: program.directories) }
  }
}

struct AnnotationOutput: Sendable {
  let path: FilePath
  let renderer: ScreenshotRenderer

  /// Draws and writes the picture, unless it could not be decoded, as its report says; returns the failure, if any.
  func write(_ result: ScanBatch.Result) async -> ScanFailure? {
    guard let image = result.report.image, let content = result.content else { return nil }
    do throws(ScanFailure) {
      let png = try await renderer.annotate(
        content, image: image, AnnotationCaption.annotation(for: result.report), name: result.target.name)
      let input = content.identity.map { AtomicFile.Inode(device: $0.device, number: $0.inode) }
      try OutputFile.write(png, to: path, sparing: input)
      return nil
    } catch {
      return error
    }
  }

  /// What is wrong with the arguments; nil if nothing. Anything else shows only when the file is written.
  static func problem(path: String, inputs: [String]) -> String? {
    guard inputs.count == 1, let input = inputs.first, RawArguments.path(input).fileKind != .directory else {
      return "--annotate takes one picture at a time: name a picture, or \"-\" for standard input."
    }
    guard !path.isEmpty, path != "-" else { return "--annotate takes the name of a file to write." }
    let output = AtomicFile.Inode(at: RawArguments.path(path))
    if output != nil, output == AtomicFile.Inode(at: input == "-" ? "/dev/stdin" : RawArguments.path(input)) {
      return "--annotate must not write over the screenshot itself: name another file."
    }
    let report: FilePath = "/dev/stdout"
    if let output, output == AtomicFile.Inode(at: report), report.fileKind == .regular {
      return "--annotate must not write over the report: name another file."
    }
    return nil
  }
}
