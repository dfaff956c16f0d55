internal import ScanModel

/// The history as a table (RFC 4180), with cells that spreadsheets do not execute.
package enum CSVExport {
  /// The line of column names, with its line break.
  package static let header =
    "id,scanned_at,captured_at,source,path,risk_level,confidence,scam_probability,category,explanation,verified,"
    + "error_code\r\n"

  /// - Throws: `.corrupt`, naming the entry.
  package static func row(_ entry: HistoryEntry) throws(HistoryFailure) -> String {
    let report = try entry.report()
    let cells: [String?] = [
      report.id,
      ReportTime.string(from: report.scannedAt),
      report.capturedAt.map { ReportTime.string(from: $0) },
      report.source.rawValue,
      report.path,
      report.riskLevel.rawValue,
      report.confidence.map { "\($0.rounded(toPlaces: 4))" },
      report.scamProbability.map { "\($0.rounded(toPlaces: 4))" },
      report.category.rawValue,
      report.explanation.english,
      entry.verified?.rawValue,
      report.error?.code.rawValue,
    ]
    return cells.map { cell($0 ?? "") }.joined(separator: ",") + "\r\n"
  }

  /// Quotes a cell if necessary, and disarms what a spreadsheet would interpret as a formula
  /// (https://owasp.org/www-community/attacks/CSV_Injection).
  static func cell(_ text: String) -> String {
    let disarmed = startsFormula(text) ? "'" + text : text
    // Scalars, not characters: "\r\n" is one character, and a quote with a combining mark is not "\"".
    let needsQuotes = disarmed.unicodeScalars.contains { $0 == "\"" || $0 == "," || $0 == "\r" || $0 == "\n" }
    return needsQuotes ? "\"\(disarmed.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined())\"" : disarmed
  }

  private static func startsFormula(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else { return false }
    // A plain number of sign, digits, point and exponent cannot call a function.
    return Double(text)?.isFinite != true
      || !text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.eE".utf8.contains($0) }
  }
}
