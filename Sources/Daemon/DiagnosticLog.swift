internal import Logging
internal import ScanModel

/// Writes log messages as notes of one line each; the journal adds the time.
struct DiagnosticLog: LogHandler {
  var logLevel = Logger.Level.warning
  var metadata: Logger.Metadata = [:]
  private let note: @Sendable (String) -> Void

  /// - Parameter note: Writes one line on standard error.
  init(note: @escaping @Sendable (String) -> Void) { self.note = note }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let details = metadata.merging(event.metadata ?? [:]) { $1 }
      .sorted { $0.key < $1.key }
      .map { " \($0.key)=\($0.value)" }
      .joined()
    note(TerminalEscaping.escaped("\(event.level): \(event.message)\(details)"))
  }
}
