internal import CGtk

/// The program's own styles: colors of risk that can be told apart in light, dark and high contrast (4.5:1 for text at
/// least, WCAG 2.1), always beside a sign and a word.
@MainActor enum Styles {
  static func add() { unsafe ocrscan_add_styles(css) }

  private static let css = """
    .risk { font-weight: bold; font-size: smaller; padding: 1px 8px; border-radius: 99px; }
    .risk.large { font-size: larger; padding: 3px 14px; }
    .risk.scam { background-color: #b3261e; color: #ffffff; }
    .risk.suspicious, .risk.unsure { background-color: #f5c211; color: #241f31; }
    .risk.clear, .risk.unknown { background-color: alpha(currentColor, 0.15); }
    .thumbnail { border-radius: 8px; background-color: alpha(currentColor, 0.08); }
    .advice { padding: 12px; }
    .picture { background-color: alpha(currentColor, 0.06); }
    .reason-number { font-weight: bold; min-width: 22px; min-height: 22px; border-radius: 99px;
      background-color: #5e5c64; color: #ffffff; font-size: smaller; }
    .reason-number.high { background-color: #b3261e; }
    .reason-number.medium { background-color: #f5c211; color: #241f31; }
    .recognized { font-family: monospace; }
    .osd-zoom > button { background-color: @window_bg_color; color: @window_fg_color; box-shadow: 0 1px 3px alpha(black, 0.3); }
    row.pointed-at { background-color: alpha(@accent_bg_color, 0.18); }
    """
}
