internal import Application
internal import CGtk
internal import LinuxSystem
internal import Localization
internal import ScanModel
internal import ScreenshotLibrary
internal import SystemPackage

/// Files, questions and the clipboard. Each answer comes once, unless the program ends first.
@MainActor enum Dialogs {
  /// Lets the user choose pictures; the handler gets an empty list if the user cancels.
  static func choosePictures(in window: Object, _ handler: @escaping @MainActor ([FilePath]) -> Void) {
    unsafe ocrscan_choose_pictures(
      window.pointer, localized("Choose Screenshots"), localized("Pictures"), retained(Handler(handler)), takeOnce)
  }

  static func chooseFolder(in window: Object, _ handler: @escaping @MainActor ([FilePath]) -> Void) {
    unsafe ocrscan_choose_folder(window.pointer, localized("Choose a Folder"), retained(Handler(handler)), takeOnce)
  }

  /// Lets the user name a file to write, and asks before one that is there is named.
  static func chooseTarget(
    in window: Object, _ title: String, name: String, _ handler: @escaping @MainActor (SaveTarget) -> Void
  ) {
    let paths = Handler<[FilePath], Void> { found in if let path = found.first { handler(SaveTarget(path)) } }
    unsafe ocrscan_choose_target(window.pointer, title, name, retained(paths), takeOnce)
  }

  /// Accepts files dropped on a widget, for the life of the program.
  static func acceptFiles(on widget: Object, _ handler: @escaping @MainActor ([FilePath]) -> Void) {
    unsafe ocrscan_accept_files(widget.pointer, retained(Handler(handler)), take)
  }

  typealias Pasted = (type: String, bytes: [UInt8])

  /// Reads the clipboard, asked for by a widget, as at most `limit` bytes of the first of these media types that it
  /// has, decoding nothing. The handler gets `noPicture` if it has none, `tooLarge`, or `timedOut` after `time`.
  static func readClipboard(
    _ widget: Object, _ types: [String], limit: Int, time: Duration,
    _ handler: @escaping @MainActor (Result<Pasted, ClipboardFailure>) -> Void
  ) {
    let milliseconds = UInt32(clamping: Int64(time / .milliseconds(1)))
    unsafe CStrings.with(types) { names in
      unsafe ocrscan_read_clipboard(widget.pointer, names, limit, milliseconds, retained(Handler(handler))) {
        context, end, type, bytes, count in
        var pasted = Result<Pasted, ClipboardFailure>.failure(.noPicture)
        switch end {
        case OCRSCAN_CLIPBOARD_TOO_LARGE: pasted = .failure(.tooLarge)
        case OCRSCAN_CLIPBOARD_TIMED_OUT: pasted = .failure(.timedOut)
        case OCRSCAN_CLIPBOARD_GOOD:
          if let type = unsafe type, let bytes = unsafe bytes {
            pasted = unsafe .success((String(cString: type), Array(UnsafeBufferPointer(start: bytes, count: count))))
          }
        default: break
        }
        unsafe callOnce(context) { [pasted] (handler: Handler<Result<Pasted, ClipboardFailure>, Void>) in
          handler.body(pasted)
        }
      }
    }
  }

  /// The files that a list of URIs names (RFC 2483, text/uri-list); what is on other machines is left out.
  static func files(inList bytes: [UInt8]) -> [FilePath] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      guard let path = unsafe ocrscan_path_of_uri(String(line)) else { return nil }
      defer { unsafe ocrscan_free(path) }
      return unsafe FilePath(platformString: path)
    }
  }

  /// Asks before something is destroyed; the handler is called if the user presses the button with the label `yes`.
  static func ask(
    in window: Object, _ heading: String, _ body: String, yes: String, _ handler: @escaping @MainActor () -> Void
  ) {
    let answer = Handler<Bool, Void> { isYes in if isYes { handler() } }
    unsafe ocrscan_ask(window.pointer, heading, body, localized("_Cancel"), yes, 1, retained(answer), answerOnce)
  }

  /// Says something in a dialog that stays until the user closes it; the handler is called then.
  static func tell(
    in window: Object, _ heading: String, _ body: String, _ handler: @escaping @MainActor () -> Void = {}
  ) {
    let answer = Handler<Bool, Void> { _ in handler() }
    unsafe ocrscan_ask(window.pointer, heading, body, localized("Close"), nil, 0, retained(answer), answerOnce)
  }

  static func about(in window: Object, version: String) {
    unsafe ocrscan_show_about(
      window.pointer, version,
      localized(
        "Tells whether a screenshot looks like a scam. Everything happens on this computer; nothing is sent anywhere."))
  }

  /// Shows a file in the desktop's file manager; the handler is called if none has shown it.
  static func showInFolder(_ path: FilePath, orElse handler: @escaping @MainActor () -> Void) {
    let answer = Handler<Bool, Void> { isShown in if !isShown { handler() } }
    unsafe path.withPlatformString { unsafe ocrscan_show_in_folder($0, retained(answer), answerOnce) }
  }

  /// Lets the user put a misread text right; the handler gets the text if it has words.
  static func correct(_ text: String, in window: Object, _ handler: @escaping @MainActor (String) -> Void) {
    let layout = Layout(PackageResources.correction_ui)
    let (dialog, view, judge) = (layout["dialog"], layout["text"], layout["judge"])
    view.viewText = text
    dialog.set("transient-for", window)
    judge.set("sensitive", text.contains(where: \.isLetter))
    // Weak, because these hold the buffer: none of them would ever go.
    view.object("buffer")?.on("changed") { [weak view, weak judge] in
      judge?.set("sensitive", view?.viewText.contains(where: \.isLetter) == true)
    }
    // Holds them for the buffer as long as the dialog is there.
    layout["cancel"].on("clicked") { withExtendedLifetime((view, judge)) { dialog.closeWindow() } }
    judge.on("clicked") {
      let corrected = view.viewText
      guard corrected.contains(where: \.isLetter) else { return }
      dialog.closeWindow()
      handler(corrected)
    }
    dialog.present()
    view.grabFocus()
  }
}

/// What failed and what to do about it, in dialogs over a window, one after the other: a toast shows one line only, for
/// a few seconds.
@MainActor final class FailureDialogs {
  private let window: Object
  private var failures: [FailureDescription] = []

  init(over window: Object) { self.window = window }

  func say(_ failure: ScanFailure) {
    let description = FailureCatalog.describe(failure).localized
    // What fails again meanwhile has been said.
    guard !failures.contains(description) else { return }
    failures.append(description)
    if failures.count == 1 { show(description) }
  }

  private func show(_ failure: FailureDescription) {
    Dialogs.tell(in: window, "\(failure.title)", "\(failure.message)\n\n\(failure.recoverySuggestion)") { [weak self] in
      guard let self else { return }
      failures.removeFirst()
      if let next = failures.first { show(next) }
    }
  }
}

// What C calls.

private func answerOnce(_ context: UnsafeMutableRawPointer?, _ isYes: Int32) {
  unsafe callOnce(context) { (handler: Handler<Bool, Void>) in handler.body(isYes != 0) }
}

private func take(
  _ context: UnsafeMutableRawPointer?, _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) {
  // File names are bytes.
  let found = (0..<count).compactMap { index in unsafe paths?[index].map { unsafe FilePath(platformString: $0) } }
  unsafe call(context) { (handler: Handler<[FilePath], Void>) in handler.body(found) }
}

private func takeOnce(
  _ context: UnsafeMutableRawPointer?, _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int
) {
  unsafe take(context, paths, count)
  unsafe releaseContext(context)
}
