internal import CGtk
internal import LinuxSystem
internal import Localization
internal import ScreenshotLibrary
internal import SystemPackage
internal import WorkerClient

/// Files, questions and the clipboard. Each answer comes once, unless the program ends first.
@MainActor enum Dialogs {
  private final class Paths {
    let handler: @MainActor ([FilePath]) -> Void
    init(_ handler: @escaping @MainActor ([FilePath]) -> Void) { self.handler = handler }

    /// File names are bytes.
    static func read(_ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) -> [FilePath] {
      (0..<count).compactMap { index in unsafe paths?[index].map { unsafe FilePath(platformString: $0) } }
    }
  }

  /// Lets the user choose pictures; the handler gets an empty list if the user cancels.
  static func choosePictures(in window: Object, _ handler: @escaping @MainActor ([FilePath]) -> Void) {
    unsafe ocrscan_choose_pictures(
      window.pointer, localized("Choose Screenshots"), localized("Pictures"), retained(Paths(handler))
    ) { context, paths, count in
      let found = unsafe Paths.read(paths, count)
      unsafe callOnce(context) { (paths: Paths) in paths.handler(found) }
    }
  }

  static func chooseFolder(in window: Object, _ handler: @escaping @MainActor ([FilePath]) -> Void) {
    unsafe ocrscan_choose_folder(window.pointer, localized("Choose a Folder"), retained(Paths(handler))) {
      context, paths, count in
      let found = unsafe Paths.read(paths, count)
      unsafe callOnce(context) { (paths: Paths) in paths.handler(found) }
    }
  }

  /// Lets the user name a file to write.
  static func chooseTarget(
    in window: Object, _ title: String, name: String, _ handler: @escaping @MainActor (FilePath) -> Void
  ) {
    let paths = Paths { found in if let path = found.first { handler(path) } }
    unsafe ocrscan_choose_target(window.pointer, title, name, retained(paths)) { context, paths, count in
      let found = unsafe Paths.read(paths, count)
      unsafe callOnce(context) { (paths: Paths) in paths.handler(found) }
    }
  }

  /// Accepts files dropped on a widget, for the life of the program.
  static func acceptFiles(on widget: Object, _ handler: @escaping @MainActor ([FilePath]) -> Void) {
    unsafe ocrscan_accept_files(widget.pointer, retained(Paths(handler))) { context, paths, count in
      let found = unsafe Paths.read(paths, count)
      unsafe call(context) { (paths: Paths) in paths.handler(found) }
    }
  }

  // MARK: Clipboard

  /// What was on the clipboard.
  struct Pasted: Sendable {
    var type: String
    var bytes: [UInt8]
  }

  private final class PastedHandler {
    let handler: @MainActor (Result<Pasted, ClipboardFailure>) -> Void
    init(_ handler: @escaping @MainActor (Result<Pasted, ClipboardFailure>) -> Void) { self.handler = handler }
  }

  /// Reads the clipboard as bytes, decoding nothing.
  /// - Parameters:
  ///   - widget: A widget of the asking window.
  ///   - types: Media types, best first.
  ///   - limit: Most bytes.
  ///   - time: After which the program that holds the clipboard is waited for no longer.
  ///   - handler: Gets `noPicture` if there is nothing of these types, `tooLarge` or `timedOut`.
  static func readClipboard(
    _ widget: Object, _ types: [String], limit: Int, time: Duration,
    _ handler: @escaping @MainActor (Result<Pasted, ClipboardFailure>) -> Void
  ) {
    let milliseconds = UInt32(clamping: Int64(time / .milliseconds(1)))
    unsafe CStrings.with(types) { names in
      unsafe ocrscan_read_clipboard(widget.pointer, names, limit, milliseconds, retained(PastedHandler(handler))) {
        context, end, type, bytes, count in
        var pasted = Result<Pasted, ClipboardFailure>.failure(.noPicture)
        switch end {
        case OCRSCAN_CLIPBOARD_TOO_LARGE: pasted = .failure(.tooLarge)
        case OCRSCAN_CLIPBOARD_TIMED_OUT: pasted = .failure(.timedOut)
        case OCRSCAN_CLIPBOARD_GOOD:
          if let type = unsafe type, let bytes = unsafe bytes {
            pasted = unsafe .success(
              Pasted(type: String(cString: type), bytes: Array(UnsafeBufferPointer(start: bytes, count: count))))
          }
        default: break
        }
        unsafe callOnce(context) { [pasted] (handler: PastedHandler) in handler.handler(pasted) }
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

  // MARK: Questions

  private final class Answer {
    let handler: @MainActor () -> Void
    init(_ handler: @escaping @MainActor () -> Void) { self.handler = handler }
  }

  /// Asks for confirmation: `yes` is the label of the confirming button, and the handler is called if the user presses
  /// it.
  static func ask(
    in window: Object, _ heading: String, _ body: String, yes: String, isDestructive: Bool = false,
    _ handler: @escaping @MainActor () -> Void
  ) {
    unsafe ocrscan_ask(
      window.pointer, heading, body, localized("_Cancel"), yes, isDestructive ? 1 : 0, retained(Answer(handler))
    ) { context, isYes in
      unsafe callOnce(context) { (answer: Answer) in if isYes != 0 { answer.handler() } }
    }
  }

  /// Says something in a dialog that stays until the user closes it; the handler is called then.
  static func tell(
    in window: Object, _ heading: String, _ body: String, _ handler: @escaping @MainActor () -> Void = {}
  ) {
    unsafe ocrscan_ask(window.pointer, heading, body, localized("Close"), nil, 0, retained(Answer(handler))) {
      context, _ in
      unsafe callOnce(context) { (answer: Answer) in answer.handler() }
    }
  }

  static func about(in window: Object, version: String) {
    unsafe ocrscan_show_about(
      window.pointer, version,
      localized(
        "Tells whether a screenshot looks like a scam. Everything happens on this computer; nothing is sent anywhere."))
  }

  /// Shows a file in the desktop's file manager; the handler is called if none has shown it.
  static func showInFolder(_ path: FilePath, orElse handler: @escaping @MainActor () -> Void) {
    let answer = Answer(handler)
    unsafe path.withPlatformString { name in
      unsafe ocrscan_show_in_folder(name, retained(answer)) { context, isShown in
        unsafe callOnce(context) { (answer: Answer) in if isShown == 0 { answer.handler() } }
      }
    }
  }
}

/// A GdkTexture of pixels from a worker.
@MainActor final class Texture {
  let object: Object
  let width: Int
  let height: Int

  /// Nil if there is no memory for it.
  init?(_ screenshot: RenderedScreenshot) {
    guard
      let texture = unsafe ocrscan_texture_new(
        screenshot.pixels.descriptor.raw, Int32(screenshot.width), Int32(screenshot.height))
    else { return nil }
    object = unsafe Object(texture)
    unsafe ocrscan_unref(texture)
    width = screenshot.width
    height = screenshot.height
  }
}
