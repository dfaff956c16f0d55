package import SystemPackage

/// How workers are started and how many.
package struct WorkerConfiguration: Sendable {
  /// Absolute path of `ocr-scan-worker`.
  package var program: FilePath
  /// Languages that every worker loads, as Tesseract names them.
  package var languages: [String]
  /// Folder with the language data; nil for the one Tesseract was built with.
  package var dataPath: String?
  /// Most workers at work at the same time, at least 1.
  package var maximumWorkers: Int
  /// How long a warm spare waits for the next picture before it leaves. Zero keeps none.
  package var spareIdleTime: Duration
  /// Whether new spares take the place of those that have been used; who reads one picture wants none.
  package var replacesSpares: Bool
  /// Told of every worker that starts or ends; called on the supervisor's thread and must not block.
  package var observer: @Sendable (WorkerEvent) -> Void
  /// Called when the last worker has gone; on the supervisor's thread, after the observer, and must not block.
  package var didBecomeIdle: @Sendable () -> Void

  package init(
    program: FilePath, languages: [String], dataPath: String? = nil, maximumWorkers: Int,
    spareIdleTime: Duration = .zero, replacesSpares: Bool = true,
    observer: @escaping @Sendable (WorkerEvent) -> Void = { _ in },
    didBecomeIdle: @escaping @Sendable () -> Void = {}
  ) {
    self.program = program
    self.languages = languages
    self.dataPath = dataPath
    self.maximumWorkers = max(1, maximumWorkers)
    self.spareIdleTime = spareIdleTime
    self.replacesSpares = replacesSpares
    self.observer = observer
    self.didBecomeIdle = didBecomeIdle
  }

  /// The arguments of a worker that reads.
  var arguments: [String] {
    [Self.name, "--languages", languages.joined(separator: "+")] + (dataPath.map { ["--data", $0] } ?? [])
  }

  /// The arguments of a worker that draws, which loads no engine.
  static let drawingArguments = [name, "--annotate"]

  private static let name = "ocr-scan-worker"

  /// The whole environment of a worker, made from scratch: nothing of the user's reaches it.
  ///
  /// `OMP_THREAD_LIMIT` must stand here, because libgomp reads it when it is loaded; without it one page took 15 s
  /// instead of 1.7 s beside a busy core. The crash backtracer of Swift would write memory to the journal.
  ///
  /// The tunables (glibc manual, "Memory Allocation Tunables") have the kernel fill the heap in pieces of 2 MiB, and
  /// keep what is freed for what comes next: 1,800 page faults instead of 18,300 for the layout of a 4K picture, a
  /// tenth of the processor time, for 4 MiB more memory. A worker reads one picture and leaves, so nothing piles up.
  static let environment = [
    "OMP_THREAD_LIMIT=1", "SWIFT_BACKTRACE=enable=no", "LC_ALL=C.UTF-8", "PATH=/nonexistent",
    "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=1000000000",
  ]
}

/// What happened to a worker, for the event log.
package enum WorkerEvent: Sendable, Hashable {
  package enum End: String, Sendable, Hashable {
    case finished, idle, timedOut = "timed_out", crashed, cancelled, protocolViolation = "protocol_violation"
  }

  case started(processID: Int32)
  case ended(processID: Int32, End)
}
