/// Why a model file cannot be used.
package enum ModelFileFailure: Error, Sendable, Hashable {
  case missing
  /// With the text of strerror(3).
  case unreadable(String)
  case notAModelFile
  case otherVersion
  case damaged

  /// The end of a sentence.
  package var reason: String {
    switch self {
    case .missing: "the file is missing"
    case .unreadable(let reason): "the file cannot be read: \(reason)"
    case .notAModelFile: "the file is not a model of ocr-scan"
    case .otherVersion: "the file is of another version of the program"
    case .damaged: "the file is damaged"
    }
  }
}
