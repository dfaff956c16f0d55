import Foundation
import ScanModel
import SystemPackage
import TestSupport
import Testing
import Yams

/// The pictures of the repository and their expectations.
enum TestData {
  /// The contents of a screenshot's expectation file.
  struct Expectation: Decodable {
    var image: String
    var languages: [String]
    var acceptableLevels: [String]
    var message: String
    var text: String

    enum CodingKeys: String, CodingKey {
      case image, languages
      case acceptableLevels = "acceptable_levels"
      case message, text
    }

    var name: String { String((image.split(separator: "/").last ?? "").dropLast(4)) }
    var isScam: Bool { image.contains("/scam/") }
    /// `image` is relative to this.
    var root = TestData.folder
    var path: FilePath { root.appending(image) }
  }

  static let folder = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
    .appending("testdata")
  /// Clearly a scam; small, so that it is read quickly.
  static let scam = folder.appending("images/scam/virus-push-crop.png")
  /// Contains only `sentence`; small.
  static let clean = folder.appending("images/formats/grey-8.png")
  static let sentence = "Please bring seven blue umbrellas"
  static let noPicture = folder.appending("images/hostile/text.png")
  static let truncated = folder.appending("images/hostile/cut-in-half.png")
  static let corrupt = folder.appending("images/hostile/bad-crc-idat.png")
  static let tooLarge = folder.appending("images/hostile/square-20000.png")
  static let empty = folder.appending("images/hostile/empty.png")

  /// One for each screenshot of a set.
  static func expectations(in root: FilePath = folder) throws -> [Expectation] {
    let folder = root.appending("expected").string
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".yaml") && $0 != "hostile.yaml" && $0 != "formats.yaml" }
      .map { name in
        var expectation = try decode(Expectation.self, "\(folder)/\(name)")
        expectation.root = root
        return expectation
      }
  }

  static func decode<Value: Decodable>(_ type: Value.Type, expected name: String) throws -> Value {
    try decode(type, folder.appending("expected").appending(name).string)
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
    try YAMLDecoder().decode(type, from: String(contentsOfFile: path, encoding: .utf8))
  }
}

extension UserHome {
  /// Copies the programs to a folder, with another worker beside them. Uses cp(1): a file that this process has open
  /// for writing while another test starts a program cannot be executed (execve(2), ETXTBSY).
  /// - Returns: The folder.
  func installPrograms(worker: FilePath) async throws -> FilePath {
    let (bin, built) = (folder("installed"), BuiltProgram.folder)
    let copy = "/bin/cp --reflink=auto"
    let run = try await shell(
      """
      /bin/mkdir '\(bin)' && \(copy) '\(built)/ocr-scan' '\(built)/ocr-scand' '\(bin)/' &&
      \(copy) '\(worker)' '\(bin)/ocr-scan-worker' &&
      /bin/ln -s '\(built)/ocr-scan_RiskData.resources' '\(bin)/'
      """)
    #expect(run.status == 0, "\(run.diagnostics)")
    return bin
  }

  /// A script that crashes for the first pictures and then runs the real worker.
  func workerThatDies(times: Int) throws -> FilePath {
    let (real, crashing) = (try BuiltProgram.path("ocr-scan-worker"), try BuiltProgram.path("misbehaving-worker"))
    let script = folder("worker")
    Files.write(
      script,
      Array(
        """
        #!/bin/sh
        for death in $(/usr/bin/seq \(times)); do
          /bin/mkdir "\(folder("death"))$death" 2>/dev/null && exec '\(crashing)' --languages crash
        done
        exec '\(real)' "$@"

        """.utf8))
    Files.setMode(script, 0o755)
    return script
  }

  /// The watcher's process ID, from its lock file; nil if none has run.
  var watcher: Int32? { Int32(read(runtimeFolder.appending("daemon.lock")).prefix { $0.isNumber }) }

  /// Copies a picture to the screenshots folder.
  @discardableResult
  func add(_ picture: FilePath, as name: String) -> FilePath {
    let path = screenshots.appending(name)
    Files.write(path, Files.contents(picture))
    return path
  }
}

extension ProgramRun.Ended {
  /// The output parsed as reports; throws if any line is not one.
  var reports: [ScanReport] {
    get throws { try lines.map { try ScanReport(jsonLine: $0) } }
  }
}

/// JSON as written, for what a decoder does not show: which keys there are, and in which order.
enum JSONText {
  /// The keys of the first object in a text, in order, without those of nested objects.
  static func keys(_ text: String) -> [String] {
    var keys: [String] = []
    var depth = 0
    var string: String?
    var last = ""
    var isEscaped = false
    for character in text.unicodeScalars {
      if let current = string {
        if character == "\"" && !isEscaped {
          last = current
          string = nil
        } else {
          string = current + String(character)
        }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      switch character {
      case "\"": string = ""
      case "{", "[": depth += 1
      case "}", "]":
        depth -= 1
        if depth == 0 { return keys }
      case ":" where depth == 1: keys.append(last)
      default: break
      }
    }
    return keys
  }

  /// The object that is the value of a key; nil if the value is something else.
  static func object(_ key: String, in text: String) -> String? {
    guard let start = text.range(of: "\"\(key)\":{") else { return nil }
    return "{" + text[start.upperBound...]
  }
}
