internal import TextEntities

/// Writes the marks that divide a link in one form, each in its place, so that what is found is where it was.
enum LinkMarks {
  /// Stands for what remains of a mark that has several scalars.
  static let filler: Unicode.Scalar = "\0"

  /// Small forms (Unicode, U+FE50 to U+FE6B), which people read as the marks of ASCII.
  private static let small: [UInt32: Unicode.Scalar] = [
    0xFE52: ".", 0xFE54: ";", 0xFE55: ":", 0xFE56: "?", 0xFE5F: "#", 0xFE60: "&", 0xFE66: "=", 0xFE68: "\\",
    0xFE6A: "%", 0xFE6B: "@",
  ]
  /// By their hexadecimal digits (RFC 3986, 2.1). As "c%23" is a name, a "#" counts as a "?", behind which words stay.
  private static let encoded: [String: Unicode.Scalar] = ["2f": "/", "3f": "?", "23": "?", "3d": "=", "26": "&"]

  /// A text with ASCII for wide and small marks ("？", "﹖"), and for those that are percent-encoded in the path of a
  /// link, because redirectors decode them, some twice.
  static func plain(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var plain = scalars.map { scalar in
      (0xFF01...0xFF5E).contains(scalar.value)
        ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : small[scalar.value] ?? scalar
    }
    var position = 0
    while let start = plain[position...].firstIndex(where: { !$0.isWhiteSpace }) {
      let end = plain[start...].firstIndex(where: \.isWhiteSpace) ?? plain.count
      decode(path(of: plain[start..<end]), in: &plain)
      position = end
    }
    return plain
  }

  /// What is behind the host, where an encoded mark is one of the name. A run without a slash may be the rest of a path.
  private static func path(of run: ArraySlice<Unicode.Scalar>) -> Range<Int> {
    var rest = run.drop { !isSlash($0) }
    if rest.isEmpty { rest = run.contains("@") ? rest : run }
    if rest.startIndex > run.startIndex, run[rest.startIndex - 1] == ":" || rest.dropFirst().first.map(isSlash) == true
    {
      rest = rest.drop(while: isSlash).drop { !isSlash($0) }
    }
    return rest.prefix { $0 != "?" && $0 != "#" }.indices
  }

  private static func decode(_ path: Range<Int>, in scalars: inout [Unicode.Scalar]) {
    var position = path.lowerBound
    while let mark = scalars[position..<path.upperBound].firstIndex(of: "%") {
      position = mark + 1
      // "%253F" was encoded twice.
      while position + 1 < path.upperBound, scalars[position] == "2", scalars[position + 1] == "5" { position += 2 }
      let end = min(position + 2, path.upperBound)
      guard let plain = encoded[scalars.lowercasedString(position..<end)] else { continue }
      scalars[mark] = plain
      for rest in mark + 1..<end { scalars[rest] = filler }
      position = end
    }
  }

  static func isSlash(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "\\" }
}
