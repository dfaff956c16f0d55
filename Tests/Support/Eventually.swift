/// A condition did not become true in time.
package struct NeverHappened: Error {}

/// Waits until a condition holds; for things that no event tells of.
///
/// The limit is time in which the condition could be looked at: of a pause in which the machine let this test not go on,
/// 50 ms count. What is waited for stood still as well then.
/// - Throws: `NeverHappened` after the limit, or what the condition throws.
package func eventually(within limit: Duration = .seconds(20), _ condition: () async throws -> Bool) async throws {
  var waited = Duration.zero
  while try await !condition() {
    guard waited < limit else { throw NeverHappened() }
    let began = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(5))
    waited += min(ContinuousClock.now - began, .milliseconds(50))
  }
}
