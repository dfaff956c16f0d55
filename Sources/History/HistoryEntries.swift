internal import GRDB

/// All entries of a history, oldest first, read a few at a time: memory use does not grow with the history.
///
/// Entries are read in short transactions, so a slow reader blocks neither scans nor the emptying of the write-ahead
/// log. Entries stored in the meantime are included, entries deleted in the meantime are not.
package struct HistoryEntries: AsyncSequence, Sendable {
  package typealias Failure = HistoryFailure

  /// Rows read at once. With `store_text: full` a report can reach about 300 kB.
  private static let batch = 16

  let store: HistoryStore

  package func makeAsyncIterator() -> Iterator { Iterator(store: store) }

  package struct Iterator: AsyncIteratorProtocol {
    let store: HistoryStore
    private var last: Int64 = 0
    private var buffer: ArraySlice<HistoryEntry> = []

    init(store: HistoryStore) {
      self.store = store
    }

    /// - Throws: `.fetch`, `.corrupt`.
    package mutating func next(isolation actor: isolated (any Actor)?) async throws(HistoryFailure) -> HistoryEntry? {
      if let entry = buffer.popFirst() { return entry }
      let after = last
      buffer = try await store.read { db in
        let statement = try db.cachedStatement(
          sql: "SELECT \(HistoryEntry.columns) FROM entry WHERE id > ? ORDER BY id LIMIT \(HistoryEntries.batch)")
        return try Row.fetchAll(statement, arguments: [after]).map(HistoryEntry.init(row:))[...]
      }
      last = buffer.last?.number ?? last
      return buffer.popFirst()
    }

    package mutating func next() async throws(HistoryFailure) -> HistoryEntry? {
      try await next(isolation: nil)
    }
  }
}

extension HistoryStore {
  /// All entries, oldest first, for exports of any size.
  package var entries: HistoryEntries { HistoryEntries(store: self) }
}
