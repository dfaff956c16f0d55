internal import Application
package import ArgumentParser
internal import CGtk
internal import Foundation
internal import Localization
internal import ScanModel
internal import SystemPackage

/// The program on the desktop: one instance per session, its actions and their keys.
@MainActor final class WindowApplication {
  static let identifier = "org.ocr_scan.Window"

  private let application: Object
  private let environment: [String: String]
  private var window: MainWindow?

  init(environment: [String: String]) {
    self.environment = environment
    application = unsafe Object(owned: ocrscan_application_new(Self.identifier))
  }

  /// Shows the window, or has an instance that runs already show it, until the user closes it.
  func run(entry: String?, files: [FilePath]) {
    ocrscan_join_main_queue()
    // Without a session bus there is no instance to share with.
    if unsafe ocrscan_application_register(application.pointer) == 0 {
      application.set("flags", 1 << 5)  // G_APPLICATION_NON_UNIQUE
      _ = unsafe ocrscan_application_register(application.pointer)
    }
    let isRemote = unsafe ocrscan_application_is_remote(application.pointer) != 0
    if !isRemote {
      addAction("show-entry") { [weak self] in self?.activate()?.showEntry(String(decoding: $0, as: UTF8.self)) }
      addAction("scan-file") { [weak self] in self?.activate()?.scan([FilePath(bytes: $0)]) }
      application.on("activate") { [weak self] in _ = self?.activate() }
    }
    unsafe ocrscan_activate(application.pointer)
    if let entry { unsafe ocrscan_activate_action(application.pointer, "show-entry", entry) }
    for file in files {
      unsafe file.withPlatformString { unsafe ocrscan_activate_action(application.pointer, "scan-file", $0) }
    }
    if isRemote {
      // GLib complains of an application that is freed without having run; the program ends in a moment.
      unsafe ocrscan_ref(application.pointer)
      unsafe ocrscan_flush(application.pointer)
    } else {
      unsafe ocrscan_application_run(application.pointer)
      window?.close()
    }
  }

  func addAction(_ name: String, _ shortcut: String?, _ body: @escaping @MainActor () -> Void) {
    unsafe Object(owned: ocrscan_add_action(application.pointer, name, 0)).on("activate", body)
    if let shortcut { unsafe ocrscan_set_shortcut(application.pointer, "app." + name, shortcut) }
  }

  private func addAction(_ name: String, _ body: @escaping @MainActor ([UInt8]) -> Void) {
    unsafe Object(owned: ocrscan_add_action(application.pointer, name, 1)).on("activate") { arguments in
      if let bytes = arguments.actionBytes(0) { body(bytes) }
      return false
    }
  }

  /// Shows the window, which is made the first time.
  @discardableResult
  private func activate() -> MainWindow? {
    if window == nil {
      unsafe ocrscan_add_styles(Self.styles)
      window = MainWindow(self, application, environment: environment)
    }
    window?.present()
    return window
  }

  /// The program's own styles: colors of risk that can be told apart in light, dark and high contrast (4.5:1 for text at
  /// least, WCAG 2.1), always beside a sign and a word.
  private static let styles = """
    .risk { font-weight: bold; font-size: smaller; padding: 1px 8px; border-radius: 99px; }
    .risk.large { font-size: larger; padding: 3px 14px; }
    .risk.scam { background-color: #b3261e; color: #ffffff; }
    .risk.suspicious, .risk.unsure { background-color: #f5c211; color: #241f31; }
    .risk.clear, .risk.unknown { background-color: alpha(currentColor, 0.15); }
    .thumbnail { border-radius: 8px; background-color: alpha(currentColor, 0.08); }
    .advice { padding: 12px; }
    .picture { background-color: alpha(currentColor, 0.06); }
    .reason-number { font-weight: bold; min-width: 22px; min-height: 22px; border-radius: 99px;
      background-color: #5e5c64; color: #ffffff; font-size: smaller; }
    .reason-number.high { background-color: #b3261e; }
    .reason-number.medium { background-color: #f5c211; color: #241f31; }
    .recognized { font-family: monospace; }
    .osd-zoom > button { background-color: @window_bg_color; color: @window_fg_color; box-shadow: 0 1px 3px alpha(black, 0.3); }
    row.pointed-at { background-color: alpha(@accent_bg_color, 0.18); }
    """
}

package struct WindowCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "ocr-scan-window",
    abstract: "Look at what was scanned, decide, and scan, in a window. Nothing leaves this computer.",
    discussion: """
      EXAMPLES:
        ocr-scan-window
        ocr-scan-window 12                 show an entry of the history
        ocr-scan-window shot.png           scan a screenshot

      EXIT STATUS:
        0 the window was closed, 64 wrong usage, 69 there is no display.
      """,
    version: ProgramVersion.text)

  @Argument(
    help: ArgumentHelp(
      "The number of an entry or the beginning of its identifier, or screenshots to scan.", valueName: "id|file"),
    completion: .file(extensions: ["png", "jpg", "jpeg", "webp"]))
  var subjects: [String] = []

  package init() {}

  /// To be called before the first thread is started; ends the process if any of it fails.
  package static func confine() {
    ProgramSandbox.enter(.window, ProcessInfo.processInfo.environment) { failure in
      tell(localized(FailureCatalog.message(for: failure)), localized(FailureCatalog.suggestion(for: failure)))
    }
  }

  private static func tell(_ message: String, _ suggestion: String) {
    FileHandle.standardError.write(Data("ocr-scan-window: \(message)\n  → \(suggestion)\n".utf8))
  }

  package func validate() throws {
    if subjects.count > 1, !subjects.allSatisfy(Self.isFile) {
      throw ValidationError(localized("Name one entry, or any number of screenshots."))
    }
  }

  package func run() throws { try MainActor.assumeIsolated { try Self.show(subjects) } }

  @MainActor private static func show(_ subjects: [String]) throws(ExitCode) {
    guard ocrscan_init() != 0 else {
      tell(
        localized("There is no display to show a window on."), localized("Use in a terminal: ocr-scan history list"))
      throw ExitCode(ScanFailure.Code.workerUnavailable.exitStatus.rawValue)
    }
    Localization.applyToThread()
    let files = RawArguments.paths(subjects.filter(isFile)).map(\.absolute)
    let application = WindowApplication(environment: ProcessInfo.processInfo.environment)
    application.run(entry: subjects.first { !isFile($0) }, files: files)
  }

  /// Entries have numbers or hexadecimal identifiers; everything else is a file.
  private static func isFile(_ subject: String) -> Bool { !subject.allSatisfy { $0.isHexDigit || $0 == "-" } }
}
