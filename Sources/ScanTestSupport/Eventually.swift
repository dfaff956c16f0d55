/// A condition did not become true in time.
package struct NeverHappened: Error {}

/// Waits until a condition holds, at most `limit`; for things that no event tells of.
package func eventually(within limit: Duration = .seconds(20), _ condition: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < deadline else { throw NeverHappened() }
    try await Task.sleep(for: .milliseconds(10))
  }
}
