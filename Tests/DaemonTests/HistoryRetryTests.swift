import Testing

@testable import Daemon

struct HistoryRetryTests {
  private let start = ContinuousClock.now

  @Test func `nothing is due while it works`() {
    var retry = HistoryRetry()
    #expect(retry.nextTry == nil)
    #expect(retry.beginTry(now: start) == false)
  }

  @Test func `it is tried after a second, and later each time`() throws {
    var retry = HistoryRetry()
    retry.noteFailure(now: start)
    let first = try #require(retry.nextTry)
    #expect((.milliseconds(750)...Duration.milliseconds(1250)).contains(first - start))
    #expect(retry.beginTry(now: start) == false)
    #expect(retry.beginTry(now: first) == true)
    let second = try #require(retry.nextTry)
    #expect((.milliseconds(1500)...Duration.milliseconds(2500)).contains(second - first))
  }

  @Test func `more failures do not put the next try off`() {
    var retry = HistoryRetry()
    retry.noteFailure(now: start)
    let first = retry.nextTry
    retry.noteFailure(now: start + .milliseconds(500))
    #expect(retry.nextTry == first)
  }

  @Test func `a listing without a failure ends it`() {
    var retry = HistoryRetry()
    retry.noteFailure(now: start)
    #expect(retry.beginTry(now: start + .seconds(2)) == true)
    retry.beginListing()
    let isOver = retry.endListing()
    #expect(isOver)
    #expect(retry.nextTry == nil)
  }

  @Test func `a failure during the listing does not`() {
    var retry = HistoryRetry()
    retry.noteFailure(now: start)
    #expect(retry.beginTry(now: start + .seconds(2)) == true)
    retry.beginListing()
    retry.noteFailure(now: start + .seconds(2))
    let isOver = retry.endListing()
    #expect(!isOver)
    #expect(retry.nextTry != nil)
  }
}
