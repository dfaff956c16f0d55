package import SystemPackage

// Damaged histories are kept because only the user may throw entries away; clearing the history does just that.
extension HistoryStore {
  /// Deletes the damaged histories that were set aside.
  /// - Parameter directory: The directory of the database.
  /// - Returns: How many databases there were.
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
