internal import GRDB
package import ScanModel

/// What went wrong with the history: a code, a subject, and a clause on the cause. Contains neither SQL nor values from
/// the database, so it can be shown as it is.
package struct HistoryFailure: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    case unavailable
    /// Its directory does not exist and was not to be created.
    case missing
    case save, fetch, delete
    case notFound
    /// More than one entry starts with this prefix.
    case ambiguous
    /// The file, or the report of one entry, is damaged.
    case corrupt
    /// The directory is not safe for private data.
    case insecureDirectory
    case newerSchema
  }

  package var code: Code
  /// The entry or directory concerned; safe to show.
  package var subject: Message?
  /// A clause that completes the message; safe to show.
  package var detail: Message?

  package init(_ code: Code, subject: Message? = nil, detail: Message? = nil) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  package var scanFailure: ScanFailure {
    let code: ScanFailure.Code =
      switch self.code {
      case .save: .saveFailed
      case .unavailable, .missing, .fetch, .insecureDirectory, .newerSchema: .fetchFailed
      case .delete: .deleteFailed
      case .notFound, .ambiguous: .recordNotFound
      case .corrupt: .corruptData
      }
    return ScanFailure(code, subject: subject, detail: detail)
  }

  /// Classifies an error of GRDB by what the user can do about it; damage is `.corrupt` whatever the operation was.
  init(_ error: any Error, while code: Code) {
    switch error {
    case let failure as HistoryFailure: self = failure
    case let error as DatabaseError:
      let primary = error.resultCode
      let isDamage = primary == .SQLITE_CORRUPT || primary == .SQLITE_NOTADB
      // DatabaseError.message and .sql are left out: SQLite's messages may quote values.
      self.init(isDamage ? .corrupt : code, detail: Self.words(for: primary))
    case is RowDecodingError:
      self.init(.corrupt, detail: "a column holds a value of the wrong kind")
    default:
      self.init(code, detail: "unexpected \(String(describing: type(of: error)))")
    }
  }

  /// Texts for the result codes of https://www.sqlite.org/rescode.html that a user can encounter.
  private static func words(for code: ResultCode) -> Message {
    switch code {
    case .SQLITE_CORRUPT: "its contents are malformed"
    case .SQLITE_NOTADB: "it is not a database"
    case .SQLITE_FULL: ScanFailure.fullDisk
    case .SQLITE_BUSY, .SQLITE_LOCKED: ScanFailure.inUse
    case .SQLITE_READONLY: ScanFailure.readOnly
    case .SQLITE_IOERR: "the disk reported an error"
    case .SQLITE_CANTOPEN: "it cannot be opened"
    case .SQLITE_PERM, .SQLITE_AUTH: ScanFailure.accessDenied
    case .SQLITE_NOMEM: "there is not enough memory"
    case .SQLITE_TOOBIG: "a value is too large"
    case .SQLITE_CONSTRAINT: "a value is not allowed"
    default: .verbatim("SQLite error \(code.rawValue)")
    }
  }
}
