internal import LinuxSystem
internal import SystemPackage

/// Reads the picture on the clipboard of the desktop, through the programs that are made for that.
///
/// The program that holds the picture is as untrusted as the picture: it may answer anything, forever, or never. So time
/// and size are bounded, and nothing of the answer is looked at but the names of its types.
package struct ClipboardReader: Sendable {
  private let environment: [String: String]
  private let maximumBytes: Int
  private let timeout: Duration
  /// Types that are offered, and what a failed program says.
  private static let maximumListing = 64 * 1024
  private static let maximumReason = 160
  /// What the programs need of our environment to find the clipboard, and no more.
  private static let passedOn = ["DISPLAY", "HOME", "PATH", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"]

  /// - Parameters:
  ///   - environment: Of the session: says which clipboards there are.
  ///   - maximumBytes: Of the picture.
  ///   - timeout: For all questions together.
  package init(environment: [String: String], maximumBytes: Int, timeout: Duration) {
    self.environment = environment
    self.maximumBytes = maximumBytes
    self.timeout = timeout
  }

  /// Asks for the picture. Blocks.
  /// - Returns: Its bytes, unchecked.
  /// - Throws: `ClipboardFailure` of the first clipboard that should be there.
  package func picture() throws(ClipboardFailure) -> [UInt8] {
    let deadline = SuspendingClock.now + timeout
    var first: ClipboardFailure?
    for tool in ClipboardTool.all(in: environment) {
      do throws(ClipboardFailure) {
        return try picture(from: tool, deadline)
      } catch {
        switch error {
        // The next clipboard, if there is one, shows the same or is the one that works.
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
    guard let program = ProgramSearch.find(tool.name, in: environment["PATH"] ?? "") else {
      throw .programMissing(package: tool.package)
    }
    let listing = try output(
      program, tool.listing, CapturedProgram.Limits(bytes: Self.maximumListing, deadline: deadline), addingErrors: true)
    let text = String(decoding: listing.bytes, as: UTF8.self)
    guard listing.succeeded else {
      if tool.emptiness.contains(where: text.contains) { throw .noPicture }
      let reason = text.split(whereSeparator: \.isNewline).first.map { String($0.prefix(Self.maximumReason)) }
      throw .unavailable(reason.map { "\(tool.name) says \"\($0)\"" } ?? "\(tool.name) gives no answer")
    }
    guard let type = ClipboardType.best(in: text) else { throw .noPicture }
    let picture = try output(
      program, tool.fetching(type), CapturedProgram.Limits(bytes: maximumBytes, deadline: deadline))
    // Its holder may have gone, or have emptied the clipboard, since it was asked for the types.
    guard picture.succeeded, !picture.bytes.isEmpty else { throw .noPicture }
    return picture.bytes
  }

  private func output(
    _ program: FilePath, _ arguments: [String], _ limits: CapturedProgram.Limits, addingErrors: Bool = false
  ) throws(ClipboardFailure) -> CapturedProgram.Output {
    // In English, because what a program says is compared.
    let passed = Self.passedOn.compactMap { name in environment[name].map { "\(name)=\($0)" } } + ["LC_ALL=C"]
    do throws(CapturedProgram.Failure) {
      return try CapturedProgram.run(
        program, arguments, environment: passed, limits: limits, addingErrors: addingErrors)
    } catch {
      switch error {
      case .timedOut: throw .timedOut
      case .tooLong: throw .tooLarge
      case .system(let error): throw .unavailable("\(program.lastComponent?.string ?? "") \(error.reason)")
      }
    }
  }
}
