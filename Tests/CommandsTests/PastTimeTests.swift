import Foundation
import Testing

@testable import Commands

struct PastTimeTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt
    return calendar
  }()
  /// 2026-11-21 09:30:00 in the user's time zone.
  private static let now = Date(timeIntervalSince1970: 1_795_249_800)

  private static func secondsAgo(_ text: String) -> Double? {
    PastTime.date(text, now: now, calendar: calendar).map { now.timeIntervalSince($0) }
  }

  @Test(
    arguments: [
      ("now", 0), ("today", 34_200), ("yesterday", 34_200 + 86_400), ("2 days", 172_800), ("2 days ago", 172_800),
      ("a week ago", 604_800), ("last week", 604_800), ("90 minutes", 5400), ("3h", 10_800), ("1 hour", 3600),
      ("2026-11-21", 34_200), ("2026-11-20", 34_200 + 86_400), ("2026-11-21 09:00", 1800), ("2026-11-21T09:29:59", 1),
      ("2026-11-21T08:00:00.000Z", 1800), (" Yesterday ", 34_200 + 86_400),
    ] as [(String, Double)])
  func `times are understood as people write them`(text: String, seconds: Double) {
    #expect(Self.secondsAgo(text) == seconds)
  }

  @Test(arguments: [
    "", "soon", "tomorrow", "2026-11-22", "2026-11-31", "2026-13-01", "21.11.2026", "2 moons", "days", "-2 days",
    "99999999 days", "2026-11-21 25:00", "2027-01-01T00:00:00.000Z", "1' OR '1'='1",
  ])
  func `anything else is refused`(text: String) {
    #expect(Self.secondsAgo(text) == nil)
  }
}
