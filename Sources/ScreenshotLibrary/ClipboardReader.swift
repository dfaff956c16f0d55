internal import LinuxSystem
package import ScanModel
internal import SystemPackage

/// Reads the picture on the desktop's clipboard, through the programs that are made for that.
///
/// The program that owns the picture may answer anything, endlessly, or never. So time and size are limited, and only
/// the names of the types in its answer are examined.
package struct ClipboardReader: Sendable {
  private let environment: [String: String]
  private let maximumBytes: Int
  private let timeout: Duration
  /// Limits on the list of offered types, and on what a failed program says.
  private static let maximumListing = 64 * 1024
  private static let maximumReason = 160
  /// The parts of our environment that the programs need to find the clipboard.
  private static let passedOn = ["DISPLAY", "HOME", "PATH", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"]

  /// The session's environment tells which clipboards exist. The time is for all requests together.
  package init(environment: [String: String], maximumBytes: Int, timeout: Duration) {
    self.environment = environment
    self.maximumBytes = maximumBytes
    self.timeout = timeout
  }

  /// Requests the picture, and returns its bytes unchecked. Blocks.
  /// - Throws: That a clipboard has no picture, one too large, or one too late, at once; if none can be read, why the
  ///   first cannot.
  package func picture() throws(ClipboardFailure) -> [UInt8] {
    let deadline = SuspendingClock.now + timeout
    var first: ClipboardFailure?
    for tool in ClipboardTool.all(in: environment) {
      do throws(ClipboardFailure) {
        return try picture(from: tool, deadline)
      } catch {
        switch error {
        // The next clipboard, if there is one, has the same content or is the one that works.
        case .programMissing, .unavailable: first = first ?? error
        case .noPicture, .timedOut, .tooLarge: throw error
        }
      }
    }
    throw first ?? .unavailable("this is no graphical session")
  }

  private func picture(
    from tool: ClipboardTool, _ deadline: SuspendingClock.Instant
  ) throws(ClipboardFailure) -> [UInt8] {
    guard let program = ProgramFile.find(tool.name, in: environment["PATH"] ?? "") else {
      throw .programMissing(package: tool.package)
    }
    let listing = try output(
      program, tool.listing, maximumBytes: Self.maximumListing, deadline, addingErrors: true)
    let text = String(decoding: listing.bytes, as: UTF8.self)
    guard listing.succeeded else {
      if tool.emptiness.contains(where: text.contains) { throw .noPicture }
      let reason = text.split(whereSeparator: \.isNewline).first.map { String($0.prefix(Self.maximumReason)) }
      throw .unavailable(reason.map { "\(tool.name) says \"\($0)\"" } ?? "\(tool.name) gives no answer")
    }
    guard let type = ClipboardType.best(in: text) else { throw .noPicture }
    let picture = try output(program, tool.fetching(type), maximumBytes: maximumBytes, deadline)
    // Its owner may have exited, or emptied the clipboard, since it listed the types.
    guard picture.succeeded, !picture.bytes.isEmpty else { throw .noPicture }
    return picture.bytes
  }

  private func output(
    _ program: FilePath, _ arguments: [String], maximumBytes: Int, _ deadline: SuspendingClock.Instant,
    addingErrors: Bool = false
  ) throws(ClipboardFailure) -> CapturedProgram.Output {
    // In English, because the programs' messages are compared.
    let passed = Self.passedOn.compactMap { name in environment[name].map { "\(name)=\($0)" } } + ["LC_ALL=C"]
    do throws(CapturedProgram.Failure) {
      return try CapturedProgram.run(
        program, arguments, environment: passed, maximumBytes: maximumBytes, deadline: deadline,
        addingErrors: addingErrors)
    } catch {
      switch error {
      case .timedOut: throw .timedOut
      case .tooLong: throw .tooLarge
      case .system(let error): throw .unavailable("\(program.lastComponent?.string ?? "") \(error.reason)")
      }
    }
  }
}

/// Why there is no picture from the clipboard.
package enum ClipboardFailure: Error, Sendable, Hashable {
  /// The clipboard is empty, or holds something else.
  case noPicture
  /// There is no clipboard, or it cannot be read. A clause in plain words says why.
  case unavailable(Message)
  /// The program that reads this kind of clipboard is not installed; gives its package name in Debian.
  case programMissing(package: String)
  /// The program that owns the picture did not deliver it in time.
  case timedOut
  /// The picture has more bytes than allowed.
  case tooLarge
}

/// A program that reads a clipboard, with the only arguments that it is given.
struct ClipboardTool: Sendable {
  /// Its name in PATH.
  let name: String
  /// Its package in Debian.
  let package: String
  /// Arguments to print the offered types, one per line.
  let listing: [String]
  /// Arguments to print the content in a given type.
  let fetching: @Sendable (ClipboardType) -> [String]
  /// What it says if the clipboard is empty (wl-paste.c of wl-clipboard 2.1 and 2.2; xclip.c of 0.13).
  let emptiness: [String]

  static let wayland = ClipboardTool(
    name: "wl-paste", package: "wl-clipboard", listing: ["--list-types"],
    fetching: { ["--no-newline", "--type", $0.rawValue] }, emptiness: ["Nothing is copied", "No selection"])
  static let x11 = ClipboardTool(
    name: "xclip", package: "xclip", listing: ["-selection", "clipboard", "-target", "TARGETS", "-out"],
    fetching: { ["-selection", "clipboard", "-target", $0.rawValue, "-out"] },
    emptiness: ["target TARGETS not available", "There is no owner"])

  /// The tools for this session's clipboards, in the order in which to ask them. Under Wayland, the X server shows the
  /// same clipboard to old programs.
  static func all(in environment: [String: String]) -> [ClipboardTool] {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    return (isSet("WAYLAND_DISPLAY") ? [wayland] : []) + (isSet("DISPLAY") ? [x11] : [])
  }
}

/// The types requested, best first: only the first is a lossless copy of the screen.
enum ClipboardType: String, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case webP = "image/webp"
  // To be refused by name: that there is no picture would not be true.
  case gif = "image/gif"
  case tiff = "image/tiff"
  case bmp = "image/bmp"
  case avif = "image/avif"
  case heic = "image/heic"
  case svg = "image/svg+xml"

  /// The best of the offered types, which are listed one per line.
  static func best(in listing: String) -> ClipboardType? {
    let offered = Set(listing.split(whereSeparator: \.isNewline).map { $0.lowercased() })
    return allCases.first { offered.contains($0.rawValue) }
  }
}
