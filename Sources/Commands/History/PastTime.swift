internal import Foundation
internal import ScanModel

/// A time in the past as people write it: "2026-11-21", "2026-11-21 09:30", "2 days", "3 hours ago", "yesterday".
enum PastTime {
  static let allowed = "a date such as 2026-11-21, a time span such as \"2 days\" or \"3 hours\", today or yesterday"

  private static let seconds: [String: Double] = [
    "minute": 60, "min": 60, "hour": 3600, "h": 3600, "day": 86_400, "d": 86_400, "week": 604_800, "w": 604_800,
    "month": 2_592_000, "year": 31_536_000,
  ]

  /// Days begin at midnight in the calendar's time zone.
  /// - Returns: Nil if the text is none of these, or names a time in the future.
  static func date(_ text: String, now: Date, calendar: Calendar = .current) -> Date? {
    let text = text.lowercased().trimmingCharacters(in: .whitespaces)
    if let exact = ReportTime.date(from: text.uppercased()) { return exact <= now ? exact : nil }
    let today = calendar.startOfDay(for: now)
    switch text {
    case "now": return now
    case "today": return today
    case "yesterday": return calendar.date(byAdding: .day, value: -1, to: today)
    default: return span(text, now: now) ?? day(text, now: now, calendar: calendar)
    }
  }

  private static func span(_ text: String, now: Date) -> Date? {
    var rest = text.hasSuffix(" ago") ? String(text.dropLast(4)) : text
    for article in ["a ", "an ", "one ", "last "] where rest.hasPrefix(article) {
      rest = "1 " + rest.dropFirst(article.count)
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let count = Double(digits), count <= 100_000 else { return nil }
    var unit = rest.dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
    if unit.count > 1, unit.hasSuffix("s") { unit.removeLast() }
    return seconds[unit].map { now.addingTimeInterval(-count * $0) }
  }

  /// "2026-11-21", optionally followed by a time of day.
  private static func day(_ text: String, now: Date, calendar: Calendar) -> Date? {
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "t" })
    let date = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    let time = parts.count == 2 ? parts[1].split(separator: ":").map { Int($0) } : []
    guard parts.count <= 2, date.count == 3, let year = date[0], let month = date[1], let day = date[2],
      (1970...9999).contains(year)
    else { return nil }
    var components = DateComponents(calendar: calendar, year: year, month: month, day: day)
    // Some days have no midnight.
    if parts.count == 2 {
      guard (2...3).contains(time.count), let hour = time[0], let minute = time[1],
        let second = time.count == 3 ? time[2] : 0
      else { return nil }
      (components.hour, components.minute, components.second) = (hour, minute, second)
    }
    // 31 November is invalid, and must not be read as 1 December.
    guard components.isValidDate, let found = calendar.date(from: components), found <= now else { return nil }
    return parts.count == 2 ? found : calendar.startOfDay(for: found)
  }
}
