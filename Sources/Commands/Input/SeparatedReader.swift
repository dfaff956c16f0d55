internal import Application
internal import ArgumentParser
internal import Glibc
internal import LinuxSystem
internal import ScanModel

/// Reads pieces that end with a separator from a file or standard input, any number of them, in bounded memory.
final class SeparatedReader {
  enum Piece {
    case whole([UInt8])
    /// Longer than the limit; its bytes were skipped.
    case tooLong
  }

  /// Four times PATH_MAX with every byte escaped; nothing longer names a file.
  static let maximumPath = 64 * 1024

  let name: Message
  private let descriptor: OwnedDescriptor
  private let separator: UInt8
  private let maximum: Int
  private let maximumObject: Int
  private var chunk = [UInt8](repeating: 0, count: 64 * 1024)
  private var buffer: [UInt8] = []
  /// Where the next piece begins, and how far the search for its end has come.
  private var (start, scanned) = (0, 0)
  /// A piece that comes after that lacks its separator.
  private(set) var isAtEnd = false
  private var length = 0  // of bytes read so far
  private(set) var wholeLength = 0  // up to the last separator

  /// Opens a file, or standard input for "-". The last piece may lack its separator. Pieces have at most `maximum`
  /// bytes, those that begin with a brace `maximumObject`, if given.
  /// - Throws: `ScanFailure` with `not_found` or `permission_denied`.
  init(
    _ argument: String, separator: UInt8 = UInt8(ascii: "\n"), maximum: Int = maximumPath, maximumObject: Int? = nil
  ) throws(ScanFailure) {
    self.separator = separator
    self.maximum = maximum
    self.maximumObject = maximumObject ?? maximum
    do throws(SystemError) {
      if argument == "-" {
        name = "standard input"
        descriptor = try OwnedDescriptor(copying: STDIN_FILENO)
      } else {
        let path = RawArguments.path(argument)
        name = "\(path.displayName)"
        descriptor = try OwnedDescriptor.openFile(path, followingSymlinks: true)
      }
    } catch {
      let isMissing = error.errno == ENOENT || error.errno == ENOTDIR
      throw ScanFailure(
        isMissing ? .notFound : .permissionDenied, subject: "\(TerminalEscaping.escaped(argument))",
        detail: isMissing ? ScanFailure.noFile : "\(error.reason)")
    }
  }

  /// Whether a descriptor leads to the same regular file.
  func reads(fileBehind other: Int32) -> Bool {
    guard let input = try? FileStatus(ofDescriptor: descriptor.raw), let output = try? FileStatus(ofDescriptor: other)
    else { return false }
    return input.kind == .regular && (input.device, input.inode) == (output.device, output.inode)
  }

  /// - Throws: `ValidationError` if standard output goes to the same file, which would never end.
  func refuseOwnOutput() throws {
    guard !reads(fileBehind: STDOUT_FILENO) else {
      throw ValidationError("What is written would be read again, without end: write it to another file.")
    }
  }

  /// The next piece; nil at the end. Blocks, and throws `invalid_input` if it cannot be read; likewise the others.
  func next() throws(ScanFailure) -> Piece? {
    var isSkipping = false
    while true {
      if let end = buffer[scanned...].firstIndex(of: separator) {
        defer { (start, scanned) = (end + 1, end + 1) }
        return isSkipping || end - start > limit ? .tooLong : .whole(Array(buffer[start..<end]))
      }
      scanned = buffer.count
      if isAtEnd {
        let rest = Array(buffer[start...])
        (buffer, start, scanned) = ([], 0, 0)
        if isSkipping || rest.count > limit { return .tooLong }
        return rest.isEmpty ? nil : .whole(rest)
      }
      if buffer.count - start > limit { isSkipping = true }
      buffer.removeSubrange(..<(isSkipping ? buffer.count : start))
      (start, scanned) = (0, buffer.count)
      try fill()
    }
  }

  /// The rest of the input, cut off after `maximum` bytes.
  func readAll(maximum: Int) throws(ScanFailure) -> [UInt8] {
    while !isAtEnd, buffer.count - start < maximum { try fill() }
    defer { (start, scanned) = (buffer.count, buffer.count) }
    return Array(buffer[start...].prefix(maximum))
  }

  /// The rest of the input as text, cut off after 1 MiB: the analysis looks at 65,536 characters at most.
  func readText() throws(ScanFailure) -> String {
    let bytes = try readAll(maximum: 1 << 20)
    // Pictures and programs hold zeros, texts hold none.
    guard !bytes.contains(0) else { throw ScanFailure(.invalidInput, subject: name, detail: ScanFailure.noText) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private var limit: Int { start < buffer.count && buffer[start] == UInt8(ascii: "{") ? maximumObject : maximum }

  private func fill() throws(ScanFailure) {
    do throws(SystemError) {
      // A named pipe was opened without waiting for the program that writes into it.
      while try Readiness.wait(first: descriptor.raw).isEmpty {}
      let count = try OwnedDescriptor.read(from: descriptor.raw, into: &chunk, atMost: chunk.count)
      guard count > 0 else {
        isAtEnd = true
        return
      }
      buffer += chunk[..<count]
      if let last = chunk[..<count].lastIndex(of: separator) { wholeLength = length + last + 1 }
      length += count
    } catch {
      throw ScanFailure(
        .invalidInput, subject: name, detail: error.errno == EISDIR ? ScanFailure.folderForText : "\(error.reason)")
    }
  }
}

struct InputObject: Decodable {
  enum CodingKeys: String, CodingKey { case id, text, path, bytes }

  var id: InputIdentifier?
  var text: String?
  var path: String?
  var bytes: String?
  private(set) var unreadable: Set<CodingKeys> = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var unreadable: Set<CodingKeys> = []
    func value<Value: Decodable>(of key: CodingKeys) -> Value? {
      do {
        return try container.decodeIfPresent(Value.self, forKey: key)
      } catch {
        unreadable.insert(key)
        return nil
      }
    }
    id = value(of: .id)
    text = value(of: .text)
    path = value(of: .path)
    bytes = value(of: .bytes)
    self.unreadable = unreadable
  }

  /// A clause that says what is wrong with the first of these keys that has a value of the wrong type; nil if none has.
  func complaint(about keys: CodingKeys...) -> Message? {
    guard let key = keys.first(where: { unreadable.contains($0) }) else { return nil }
    return key == .id
      ? "its \"id\" is neither text nor a whole number of up to 18 digits; put it in quotes"
      : "its \"\(key.rawValue)\" is not text"
  }
}

/// The identifier of an input; data sets use either numbers or names.
struct InputIdentifier: Decodable, Hashable {
  var text: String
  var isNumeric = false

  init(_ text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      text = String(number)
      isNumeric = true
    } else {
      text = try container.decode(String.self)
    }
  }

  /// Unique among identifiers: the number 7 and the text "7" differ.
  var key: String { (isNumeric ? "#" : "\"") + text }
}
