package import SystemPackage

// Damaged histories are kept because nobody but the user may throw entries away; who clears the history has done so.
extension HistoryStore {
  /// Deletes the damaged histories that were set aside.
  /// - Parameter directory: The one that holds the database.
  /// - Returns: How many there were, without the write-ahead logs beside them.
  /// - Throws: `.insecureDirectory` or `.delete`.
  package static func deleteSetAside(in directory: FilePath) throws(HistoryFailure) -> Int {
    do throws(HistoryFailure) {
      let file = try HistoryFile(in: directory, creating: false)
      return try file.deleteSetAside()
    } catch {
      if error.code == .missing { return 0 }
      throw error
    }
  }
}
