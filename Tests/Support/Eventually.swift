/// A condition did not become true in time.
package struct NeverHappened: Error {}

/// Polls until a condition holds; for conditions that no event announces.
///
/// Only time in which the test could run counts towards the limit: a pause of the whole machine counts as 50 ms,
/// because what the test waits for was paused too.
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
