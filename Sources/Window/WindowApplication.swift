internal import Application
internal import CGtk
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
    application = unsafe Object(ocrscan_application_new(Self.identifier))
    unsafe ocrscan_unref(application.pointer)
  }

  /// Shows the window, or has an instance that runs already show it, until the user closes it.
  func run(entries: [String], files: [FilePath]) {
    ocrscan_join_main_queue()
    // Without a session bus there is no instance to share with.
    if unsafe ocrscan_application_register(application.pointer) == 0 {
      application.set("flags", 1 << 5)  // G_APPLICATION_NON_UNIQUE
      _ = unsafe ocrscan_application_register(application.pointer)
    }
    let isRemote = unsafe ocrscan_application_is_remote(application.pointer) != 0
    if !isRemote {
      addAction("show-entry", bytes: { [weak self] in self?.shown()?.showEntry(String(decoding: $0, as: UTF8.self)) })
      addAction("scan-file", bytes: { [weak self] in self?.shown()?.scan([FilePath(bytes: $0)]) })
      application.on("activate") { [weak self] in self?.activate() }
    }
    unsafe ocrscan_activate(application.pointer)
    for entry in entries.suffix(1) { unsafe ocrscan_activate_action(application.pointer, "show-entry", entry) }
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

  /// Adds an action that takes no parameter.
  func addAction(_ name: String, shortcut: String? = nil, _ body: @escaping @MainActor () -> Void) -> Object {
    let action = unsafe Object(ocrscan_add_action(application.pointer, name, 0))
    unsafe ocrscan_unref(action.pointer)
    action.on("activate", body)
    if let shortcut { unsafe ocrscan_set_shortcut(application.pointer, "app." + name, shortcut) }
    return action
  }

  private func addAction(_ name: String, bytes body: @escaping @MainActor ([UInt8]) -> Void) {
    let action = unsafe Object(ocrscan_add_action(application.pointer, name, 1))
    unsafe ocrscan_unref(action.pointer)
    action.on("activate") { arguments in
      if let bytes = arguments.actionBytes(0) { body(bytes) }
      return false
    }
  }

  private func activate() {
    if window == nil {
      Styles.add()
      window = MainWindow(self, application, environment: environment)
    }
    window?.present()
  }

  private func shown() -> MainWindow? {
    activate()
    return window
  }
}
