package import FoundationEssentials
internal import Localization
internal import ScanModel

package enum RelativeTime {
  /// "just now", "5 min ago", "3 h ago", "yesterday", "4 days ago"; the date if it is longer ago or in the future.
  package static func words(for date: Date, now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    switch seconds {
    case -5..<60: return localized("just now")
    case 60..<3600: return localized(count: Int(seconds / 60), one: "%1$@ min ago", other: "%1$@ min ago")
    case 3600..<86_400: return localized(count: Int(seconds / 3600), one: "%1$@ h ago", other: "%1$@ h ago")
    case 86_400..<172_800: return localized("yesterday")
    case 172_800..<(30 * 86_400):
      return localized(count: Int(seconds / 86_400), one: "%1$@ day ago", other: "%1$@ days ago")
    default: return LocalNumber.day(ReportTime.string(from: date).prefix(10))
    }
  }

  /// Day and time for people, in English "2026-11-21 09:30:00 UTC".
  package static func moment(_ date: Date) -> String {
    let text = ReportTime.string(from: date)
    return "\(LocalNumber.day(text.prefix(10))) \(text.dropFirst(11).prefix(8)) UTC"
  }

  /// "0.4 s", "12 s"; in English for machines and logs.
  package static func duration(milliseconds: Double, inEnglish: Bool = false) -> String {
    let tenths = Int((milliseconds / 100).rounded())
    guard tenths < 100 else { return "\(tenths / 10) s" }
    return "\(inEnglish ? "\(tenths / 10).\(tenths % 10)" : LocalNumber.tenths(tenths)) s"
  }
}
