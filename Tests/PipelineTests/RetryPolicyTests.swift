import ScanModel
import SystemPackage
import Testing

@testable import Pipeline

struct RetryPolicyTests {
  private let path = FilePath("/shots/a.png")
  private let start = ContinuousClock.now
  /// The first pause with its greatest random variation, a quarter.
  private let longestFirstPause = Duration.milliseconds(250)

  @Test func `a screenshot is tried again after the first crash and suspected after the second`() {
    var retries = RetryPolicy()
    #expect(retries.decide(after: .workerCrashed, of: path, attempts: 1, now: start) == .retry(forgiven: 0))
    #expect(retries.decide(after: .workerCrashed, of: path, attempts: 2, now: start) == .test(.setAside))
  }

  @Test func `hanging the worker counts as a crash does`() {
    var retries = RetryPolicy()
    #expect(retries.decide(after: .timedOut, of: path, attempts: 1, now: start) == .retry(forgiven: 0))
    #expect(retries.decide(after: .timedOut, of: path, attempts: 2, now: start) == .test(.setAside))
  }

  @Test func `a file that cannot be read is read again for some seconds`() throws {
    var retries = RetryPolicy()
    var now = start
    for _ in 1..<RetryPolicy.maximumReads {
      let mayReadAgain = retries.mayReadAgain(path, now: now)
      #expect(mayReadAgain)
      now = try #require(retries.nextDeadline(after: now))
    }
    let mayReadAgain = retries.mayReadAgain(path, now: now)
    #expect(!mayReadAgain)
    #expect(now - start > .seconds(4) && now - start < .seconds(9))
  }

  @Test func `a crash of an earlier run counts`() {
    var retries = RetryPolicy()
    #expect(retries.decide(after: .workerCrashed, of: path, attempts: 2, now: start) == .test(.setAside))
  }

  @Test func `a crash counts even if the history could not count it`() {
    var retries = RetryPolicy()
    _ = retries.decide(after: .workerCrashed, of: path, attempts: 1, now: start)
    #expect(retries.decide(after: .workerCrashed, of: path, attempts: 1, now: start) == .test(.setAside))
  }

  @Test func `a worker that does not come up is no attempt, and suspected at the third time`() {
    var retries = RetryPolicy()
    for _ in 1...2 {
      #expect(retries.decide(after: .workerUnavailable, of: path, attempts: 1, now: start) == .retry(forgiven: 1))
    }
    #expect(retries.decide(after: .workerUnavailable, of: path, attempts: 1, now: start) == .test(.record))
  }

  @Test(arguments: [nil, .unsupportedFormat, .recognitionFailed, .noTextFound] as [ScanFailure.Code?])
  func `any other outcome stands`(_ code: ScanFailure.Code?) {
    var retries = RetryPolicy()
    #expect(retries.decide(after: code, of: path, attempts: 1, now: start) == .final)
    #expect(retries.nextDeadline(after: start) == nil)
  }

  @Test func `pauses grow and end`() throws {
    var retries = RetryPolicy()
    _ = retries.decide(after: .workerCrashed, of: path, attempts: 1, now: start)
    #expect(retries.isPausing(path, now: start))
    let first = try #require(retries.nextDeadline(after: start))
    #expect((.milliseconds(150)...longestFirstPause).contains(first - start))
    #expect(!retries.isPausing(path, now: first))
    #expect(retries.nextDeadline(after: first) == nil)
    _ = retries.decide(after: .workerCrashed, of: path, attempts: 1, now: first)
    let second = try #require(retries.nextDeadline(after: first))
    #expect((.milliseconds(300)...Duration.milliseconds(500)).contains(second - first))
  }

  @Test func `a forgotten screenshot starts anew`() {
    var retries = RetryPolicy()
    _ = retries.decide(after: .workerCrashed, of: path, attempts: 1, now: start)
    retries.forget(path)
    #expect(!retries.isPausing(path, now: start))
    #expect(retries.decide(after: .workerCrashed, of: path, attempts: 1, now: start) == .retry(forgiven: 0))
  }

  @Test func `one screenshot does not hold up another`() {
    var retries = RetryPolicy()
    _ = retries.decide(after: .workerCrashed, of: path, attempts: 1, now: start)
    #expect(!retries.isPausing("/shots/b.png", now: start))
  }
}
