// Values of features that the event log names by their raw values.

/// Whether screenshots can be read from a folder.
package enum FolderAccess: String, Sendable, Hashable, CaseIterable {
  /// The folder can be listed and its newest screenshots can be read.
  case authorized
  /// The folder can be listed, but some of its newest screenshots cannot be read.
  case limited
  /// The folder, or one above it, cannot be searched.
  case denied
  /// The folder does not exist yet.
  case notDetermined = "not_determined"
}

package enum WorkerEnd: String, Sendable, Hashable, CaseIterable {
  case finished, idle, crashed
  case timedOut = "timed_out"
  case cancelled = "stopped"
  case protocolViolation = "protocol_error"
}
