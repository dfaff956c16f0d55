extension Duration {
  /// Milliseconds with a fraction, as in reports.
  var milliseconds: Double { self / .milliseconds(1) }

  /// Seconds without needless zeros: "5", "0.5".
  package var secondsText: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// Rounded to the unit that a person would use: "60 s", "5 min", "3 h", "12 days".
  var roughly: String {
    let seconds = Int((self / .seconds(1)).rounded())
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7_200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3_600) h"
    default: return "\(seconds / 86_400) days"
    }
  }
}
