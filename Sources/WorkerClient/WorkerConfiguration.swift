package import ScanModel
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
  /// Called for every event, on the supervisor's thread. Must not block.
  package var observer: @Sendable (WorkerEvent) -> Void

  package init(
    program: FilePath, languages: [String], maximumWorkers: Int,
    spareIdleTime: Duration = .zero, replacesSpares: Bool = true,
    observer: @escaping @Sendable (WorkerEvent) -> Void = { _ in }
  ) {
    self.program = program
    self.languages = languages
    self.maximumWorkers = max(1, maximumWorkers)
    self.spareIdleTime = spareIdleTime
    self.replacesSpares = replacesSpares
    self.observer = observer
  }

  package static let programName = "ocr-scan-worker"

  var arguments: [String] { [Self.programName, "--languages", languages.joined(separator: "+")] }

  static let drawingArguments = [programName, "--annotate"]
}

package enum WorkerEvent: Sendable, Hashable {
  case started(processID: Int32)
  case ended(processID: Int32, WorkerEnd)
  case becameIdle
}
