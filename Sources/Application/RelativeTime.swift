internal import ScanModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Times as people say them.
package enum RelativeTime {
  /// "just now", "5 min ago", "3 h ago", "yesterday", "4 days ago"; the date when it is longer ago or in the future.
  package static func words(for date: Date, now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    switch seconds {
    case -5..<60: return "just now"
    case 60..<3600: return "\(Int(seconds / 60)) min ago"
    case 3600..<86_400: return "\(Int(seconds / 3600)) h ago"
    case 86_400..<172_800: return "yesterday"
    case 172_800..<(30 * 86_400): return "\(Int(seconds / 86_400)) days ago"
    default: return String(ReportTime.string(from: date).prefix(10))
    }
  }

  /// "0.4 s", "12 s".
  package static func duration(milliseconds: Double) -> String {
    let tenths = Int((milliseconds / 100).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) s" : "\(tenths / 10) s"
  }
}
