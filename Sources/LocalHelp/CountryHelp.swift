package import ScanModel
package import SystemPackage

/// Where to get help in one country, from its file (docs/guide.md).
package struct CountryHelp: Sendable, Hashable {
  package var code: CountryCode
  /// In English.
  package var name: String
  /// In the order of the file: the first of a kind is the one to name if there is room for only one.
  package var contacts: [HelpContact]

  /// A country's file has some 3 KiB.
  static let maximumBytes = 65_536

  /// Reads the file of a country.
  /// - Parameters:
  ///   - code: The country.
  ///   - folder: Holds a file such as `GB.yaml` for each country.
  /// - Returns: Nil if there is no file for the country.
  /// - Throws: `CountryHelpFailure` with all problems in the file.
  package static func load(_ code: CountryCode, from folder: FilePath) throws(CountryHelpFailure) -> CountryHelp? {
    let name = "\(code.rawValue).yaml"
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(folder.appending(name), .readOnly)
      bytes = try file.closeAfter { try readAll(file) }
    } catch {
      if error as? Errno == .noSuchFileOrDirectory { return nil }
      throw CountryHelpFailure(file: name, line: nil, "cannot be read")
    }
    guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw CountryHelpFailure(file: name, line: nil, "is not UTF-8 text of at most \(maximumBytes) bytes")
    }
    let help = try CountryHelpReader.read(text, file: name)
    guard help.code == code else {
      throw CountryHelpFailure(file: name, line: 1, "is named after another country than \(help.code.rawValue)")
    }
    return help
  }

  /// Reads at most one chunk past the limit, so that the caller can tell.
  private static func readAll(_ file: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= maximumBytes {
      let count = try unsafe chunk.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}

/// A country's file that cannot be used.
package struct CountryHelpFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// Sentences that begin with file and line, never empty.
  package var problems: [String]

  package var description: String { problems.joined(separator: "; ") }
}

extension CountryHelpFailure {
  init(file: String, line: Int?, _ reason: String) {
    problems = ["\(file)\(line.map { ":\($0)" } ?? ""): \(reason)"]
  }
}
