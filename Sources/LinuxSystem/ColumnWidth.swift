internal import CLinux

/// How wide terminals draw characters.
package enum ColumnWidth {
  /// Columns of a character: 0 for a combining one, 2 for most of East Asia and emoji, otherwise 1 (wcwidth(3)).
  /// Control characters count as 1.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    let columns = ocrscan_column_width(scalar.value)
    return columns < 0 ? 1 : Int(columns)
  }
}
