internal import Notifications
internal import ScanModel

/// The boxed banner for medium and high: the words of the desktop alert, in the same colors. Contains fixed sentences
/// only, never text of the screenshot: someone may look over the user's shoulder.
struct RiskBanner {
  private let title: String
  private let ink: TerminalStyle.Ink
  private let body: String

  /// Nil for levels without an alert.
  init?(_ report: ScanReport) {
    guard let title = NotificationText.title(report.riskLevel) else { return nil }
    self.title = title
    ink = report.riskLevel == .high ? .red : .amber
    body = NotificationText.body(report.category)
  }

  /// The lines of the box, `columns` wide at most.
  func lines(columns: Int, style: TerminalStyle) -> [String] {
    let inner = min(columns, 78) - 4
    func edge(_ left: String, _ right: String) -> String {
      style.paint(left + String(repeating: "─", count: inner + 2) + right, ink)
    }
    func row(_ text: String, isTitle: Bool = false) -> String {
      let padded = TextLayout.pad(text, to: inner)
      let side = style.paint("│", ink)
      return "\(side) \(isTitle ? style.paint(padded, ink, .bold) : padded) \(side)"
    }
    return [edge("╭", "╮"), row(TextLayout.shorten(title, to: inner), isTitle: true), edge("├", "┤")]
      + TextLayout.wrap(body, width: inner).map { row($0) } + [edge("╰", "╯")]
  }
}
