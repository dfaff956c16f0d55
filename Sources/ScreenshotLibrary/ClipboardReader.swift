internal import LinuxSystem
package import ScanModel
internal import SystemPackage

/// Reads the picture on the desktop's clipboard, through the programs that are made for that. Its owner may answer
/// anything, endlessly, or never, so time and size are limited, and only names of types are examined.
package struct ClipboardReader: Sendable {
  private let environment: [String: String]
  private let maximumBytes: Int
  private let timeout: Duration
  /// Limits on the list of offered types, and on what a failed program says.
  private static let maximumListing = 64 * 1024
  private static let maximumReason = 160
  /// The types requested, best first: only the first is a lossless copy of the screen. From GIF on they are to be
  /// refused by name: that there is no picture would not be true.
  private static let types =
    ["png", "jpeg", "webp", "gif", "tiff", "bmp", "avif", "heic", "svg+xml"].map { "image/\($0)" }
  private static let passedOn = ["DISPLAY", "HOME", "PATH", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"]

  package init(environment: [String: String], maximumBytes: Int, timeout: Duration) {
    self.environment = environment
    self.maximumBytes = maximumBytes
    self.timeout = timeout
  }

  /// The picture's bytes, unchecked. Blocks.
  /// - Throws: At once what is wrong with the picture; if no clipboard can be read, why the first cannot.
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
    let listing = try output(program, tool.listing, maximumBytes: Self.maximumListing, deadline, addingErrors: true)
    let text = String(decoding: listing.bytes, as: UTF8.self)
    guard listing.succeeded else {
      if tool.emptiness.contains(where: text.contains) { throw .noPicture }
      let reason = text.split(whereSeparator: \.isNewline).first.map { String($0.prefix(Self.maximumReason)) }
      throw .unavailable(reason.map { "\(tool.name) says \"\($0)\"" } ?? "\(tool.name) gives no answer")
    }
    let offered = Set(text.split(whereSeparator: \.isNewline).map { $0.lowercased() })
    guard let type = Self.types.first(where: offered.contains) else { throw .noPicture }
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
  case noPicture
  case unavailable(_ reason: Message)
  /// The program that reads this kind of clipboard is not installed; gives its package name in Debian.
  case programMissing(package: String)
  case timedOut
  case tooLarge
}

/// A program that reads a clipboard, with the only arguments that it is given.
struct ClipboardTool: Sendable {
  let name: String
  let package: String
  let listing: [String]
  let fetching: @Sendable (_ type: String) -> [String]
  /// What it says if the clipboard is empty (wl-paste.c of wl-clipboard 2.1 and 2.2; xclip.c of 0.13).
  let emptiness: [String]

  static let wayland = ClipboardTool(
    name: "wl-paste", package: "wl-clipboard", listing: ["--list-types"],
    fetching: { ["--no-newline", "--type", $0] }, emptiness: ["Nothing is copied", "No selection"])
  static let x11 = ClipboardTool(
    name: "xclip", package: "xclip", listing: ["-selection", "clipboard", "-target", "TARGETS", "-out"],
    fetching: { ["-selection", "clipboard", "-target", $0, "-out"] },
    emptiness: ["target TARGETS not available", "There is no owner"])

  /// In the order in which to ask them: under Wayland, the X server shows the same clipboard to old programs.
  static func all(in environment: [String: String]) -> [ClipboardTool] {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    return (isSet("WAYLAND_DISPLAY") ? [wayland] : []) + (isSet("DISPLAY") ? [x11] : [])
  }
}
