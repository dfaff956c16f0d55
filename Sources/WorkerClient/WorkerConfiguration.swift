package import SystemPackage

/// How workers are started, and how many.
package struct WorkerConfiguration: Sendable {
  /// Absolute path of `ocr-scan-worker`.
  package var program: FilePath
  /// Languages that every worker loads, as Tesseract names them.
  package var languages: [String]
  /// Most workers busy at the same time, at least 1.
  package var maximumWorkers: Int
  /// How long a spare waits for the next screenshot before it exits. Zero keeps none.
  package var spareIdleTime: Duration
  /// Whether used spares are replaced. A command that reads one screenshot needs none.
  package var replacesSpares: Bool
  /// Called for every worker that starts or ends, on the supervisor's thread. Must not block.
  package var observer: @Sendable (WorkerEvent) -> Void
  /// Called when the last worker has gone, on the supervisor's thread after the observer. Must not block.
  package var didBecomeIdle: @Sendable () -> Void

  package init(
    program: FilePath, languages: [String], maximumWorkers: Int,
    spareIdleTime: Duration = .zero, replacesSpares: Bool = true,
    observer: @escaping @Sendable (WorkerEvent) -> Void = { _ in },
    didBecomeIdle: @escaping @Sendable () -> Void = {}
  ) {
    self.program = program
    self.languages = languages
    self.maximumWorkers = max(1, maximumWorkers)
    self.spareIdleTime = spareIdleTime
    self.replacesSpares = replacesSpares
    self.observer = observer
    self.didBecomeIdle = didBecomeIdle
  }

  /// Arguments of a worker that reads.
  var arguments: [String] { [WorkerProgram.name, "--languages", languages.joined(separator: "+")] }

  /// Arguments of a worker that draws, which loads no engine.
  static let drawingArguments = [WorkerProgram.name, "--annotate"]

  /// The whole environment of a worker. Nothing of the user's environment reaches it.
  ///
  /// `OMP_THREAD_LIMIT` must be here, because libgomp reads it when it is loaded. Without it one page took 15 s instead
  /// of 1.7 s beside a busy core. Swift's crash backtracer would write memory to the journal.
  ///
  /// The tunables (glibc manual, "Memory Allocation Tunables") have the kernel fill the heap in pieces of 2 MiB, and
  /// keep freed memory for reuse: 1,800 page faults instead of 18,300 for the layout of a 4K image, a tenth of the
  /// processor time, for 4 MiB more memory. A worker reads one screenshot and exits, so nothing piles up.
  static let environment = [
    "OMP_THREAD_LIMIT=1", "SWIFT_BACKTRACE=enable=no", "LC_ALL=C.UTF-8", "PATH=/nonexistent",
    "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=1000000000",
  ]
}

/// Start or end of a worker, for the event log.
package enum WorkerEvent: Sendable, Hashable {
  package enum End: Sendable, Hashable {
    case finished, idle, timedOut, crashed, cancelled, protocolViolation
  }

  case started(processID: Int32)
  case ended(processID: Int32, End)
}
