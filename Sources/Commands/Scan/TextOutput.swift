internal import Localization
internal import ScanModel

/// The recognized text as it is shown to people, with poorly read words marked.
enum TextOutput {
  /// Follows such a word.
  private static let mark = "[?]"
  private static var legend: String { localized("[?] marks words that were hard to read.") }

  /// The text with its line breaks, safe for terminals, followed by a legend if there are any marks.
  static func marked(_ report: ScanReport, style: TerminalStyle) -> String {
    guard let text = report.text else { return "" }
    let scalars = Array(text.unicodeScalars)
    var result = ""
    var position = 0
    for range in report.ocr?.uncertain ?? [] {
      guard range.count == 2, range[0] >= position, range[1] > 0, range[0] + range[1] <= scalars.count else { continue }
      let end = range[0] + range[1]
      result += safe(scalars[position..<range[0]])
      result += safe(scalars[range[0]..<end]) + style.paint(mark, .dim)
      position = end
    }
    result += safe(scalars[position...])
    return position == 0 ? result : result + "\n" + style.paint(legend, .dim)
  }

  private static func safe(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return TerminalEscaping.escaped(String(view), keepingLineBreaks: true)
  }
}
