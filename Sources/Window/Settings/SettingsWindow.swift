internal import Application
internal import CGtk
internal import Localization
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage

/// All settings, with the same texts and the same code as the command. The watcher picks up changes by itself.
@MainActor final class SettingsWindow {
  private let session: Session
  private let layout: Layout
  let window: Object
  private let failures: FailureDialogs
  private let origins: [String: SettingOrigin]
  /// Whether widgets are being filled, which is not a change by the user.
  private var isFilling = false
  private var controls: [String: Object] = [:]
  /// What the text fields last showed or applied, to tell what the user has typed since.
  private var texts: [String: String] = [:]
  private var folderRows: [Object] = []
  private var folders: [FilePath] = []

  init(_ session: Session, over parent: Object) {
    self.session = session
    layout = Layout(PackageResources.settings_ui)
    window = layout["window"]
    failures = FailureDialogs(over: window)
    origins = Program.loader(session.program.directories).origins(
      file: session.program.directories.settingsFile, environment: session.environment)
    window.set("transient-for", parent)
    for definition in SettingDefinition.all { add(definition) }
    // What is being typed counts without leaving its field. If it is refused, the window stays with the reason.
    window.on("close-request") { [weak self] _ in self?.applyTyped() == false }
  }

  /// The group of the page that contains a setting.
  private func group(of definition: SettingDefinition) -> Object {
    switch definition.name {
    case "automatic_scanning", "languages", "country", "scan_timeout": layout["reading"]
    case "alert_duration", "alert_level", "alert_sound": layout["alerts"]
    case "retention_days", "store_text": layout["keeping"]
    default: layout["limits"]
    }
  }

  private func add(_ definition: SettingDefinition) {
    if definition.control == .folders { return addFolders(definition) }
    let isFixed = origins[definition.name] == .environment
    let origin = isFixed ? localized(" Set by %1$@ in this session.", definition.environmentName) : ""
    let row = Object.actionRow(localized(definition.title), localized(definition.help) + origin)
    let widget = control(definition)
    controls[definition.name] = widget
    fill(definition)
    widget.set("valign", 3)  // center
    widget.set("sensitive", !isFixed)
    if case .choice = definition.control { widget.describeMenuButton(localized(definition.title)) }
    widget.describe(localized(definition.title), localized(definition.help))
    unsafe ocrscan_row_add_control(row.pointer, widget.pointer)
    group(of: definition).addToGroup(row)
  }

  /// Makes a control, which must not hold itself through its signals.
  private func control(_ definition: SettingDefinition) -> Object {
    switch definition.control {
    case .toggle:
      let widget = unsafe Object(ocrscan_switch_new())
      change(definition, when: "notify::active", of: widget) { $0.flag("active") ? "true" : "false" }
      return widget
    case .choice(let words):
      let widget = unsafe Object(ocrscan_drop_down_new())
      widget.set("model", Object.stringList(words.map { localized($0) }))
      change(definition, when: "notify::selected", of: widget) { widget in
        let index = widget.number("selected")
        return words.indices.contains(index) ? words[index] : nil
      }
      return widget
    case .number(let range):
      let widget = unsafe Object(ocrscan_spin_new(Double(range.lowerBound), Double(range.upperBound)))
      change(definition, when: "notify::value", of: widget) { String(Int($0.double("value"))) }
      return widget
    case .text, .folders:
      let widget = unsafe Object(ocrscan_entry_new())
      widget.set("width-chars", 12)
      let apply: @MainActor () -> Void = { [weak self] in _ = self?.applyText(definition) }
      widget.on("activate", apply)
      let focus = unsafe Object(ocrscan_focus_controller())
      focus.on("leave", apply)
      widget.add(focus)
      return widget
    }
  }

  private func change(
    _ definition: SettingDefinition, when signal: String, of widget: Object,
    to value: @escaping @MainActor (Object) -> String?
  ) {
    widget.on(signal) { [weak self, weak widget] in
      if let value = widget.flatMap(value) { self?.change(definition, to: [value]) }
    }
  }

  /// Shows the value that is in force.
  private func fill(_ definition: SettingDefinition) {
    guard let widget = controls[definition.name] else { return }
    isFilling = true
    defer { isFilling = false }
    let values = definition.values(in: session.program.settings)
    let value = values.first ?? ""
    switch definition.control {
    case .toggle: widget.set("active", value == "true")
    case .choice(let words): widget.set("selected", words.firstIndex(of: value) ?? 0)
    case .number(let range): widget.set("value", Double(value) ?? Double(range.lowerBound))
    case .text, .folders:
      let text = values.joined(separator: ", ")
      widget.set("text", text)
      texts[definition.name] = text
    }
  }

  /// - Returns: False if what was typed is refused.
  private func applyText(_ definition: SettingDefinition) -> Bool {
    let name = definition.name
    guard let text = controls[name]?.string("text"), text != texts[name] else { return true }
    let words = text.split { $0 == "," }.map { String($0).trimmed }.filter { !$0.isEmpty }
    guard change(definition, to: definition.isList ? words : [text]) else { return false }
    texts[name] = text
    return true
  }

  private func applyNumber(_ definition: SettingDefinition) -> Bool {
    guard let widget = controls[definition.name] else { return true }
    let former = widget.double("value")
    unsafe ocrscan_spin_update(widget.pointer)
    let value = widget.double("value")
    return value == former || change(definition, to: [String(Int(value))])
  }

  private func applyTyped() -> Bool {
    var isApplied = true
    for definition in SettingDefinition.all {
      switch definition.control {
      case .text: isApplied = applyText(definition) && isApplied
      case .number: isApplied = applyNumber(definition) && isApplied
      case .toggle, .choice, .folders: break
      }
    }
    return isApplied
  }

  @discardableResult
  private func change(_ definition: SettingDefinition, to values: [String]) -> Bool {
    guard !isFilling, values != definition.values(in: session.program.settings) else { return true }
    let isChanged = apply(definition, values) { () throws(ScanFailure) in
      try session.change(definition.name, to: values)
    }
    // Later, because the widget is telling of the change now.
    if !isChanged { callLater(after: .zero) { [weak self] in self?.fill(definition) } }
    return isChanged
  }

  /// Makes a change, and says it or why it failed.
  @discardableResult
  private func apply(
    _ definition: SettingDefinition, _ words: [String], _ change: () throws(ScanFailure) -> Void
  ) -> Bool {
    do {
      try change()
      let value = words.isEmpty ? localized("default") : words.joined(separator: ", ")
      let toast = localized("%1$@: %2$@", localized(definition.title), value)
      unsafe ocrscan_window_toast(window.pointer, toast)
      return true
    } catch {
      failures.say(error)
      return false
    }
  }

  // MARK: Folders

  private func addFolders(_ definition: SettingDefinition) {
    folders = session.program.settings.directories
    layout["add_folder"].on("clicked") { [weak self] in
      guard let self else { return }
      Dialogs.chooseFolder(in: window) { [weak self] chosen in
        guard let self, let folder = chosen.first else { return }
        // If none was set, the folders found automatically stay watched beside the new one.
        let watched = folders.isEmpty ? session.program.screenshotFolders.map(\.folder) : folders
        if !watched.contains(folder) { changeFolders(definition, to: watched + [folder]) }
      }
    }
    layout["folders"].set("description", localized(definition.help))
    showFolders(definition)
  }

  private func changeFolders(_ definition: SettingDefinition, to folders: [FilePath]) {
    apply(definition, folders.map(\.displayName)) { () throws(ScanFailure) in
      try session.changeFolders(to: folders)
    }
    self.folders = session.program.settings.directories
    showFolders(definition)
  }

  private func showFolders(_ definition: SettingDefinition) {
    let rows = session.program.screenshotFolders.map { choice in
      let origin =
        switch choice.origin {
        case .configured: ""
        case .found: localized("Found by its name")
        case .awaited: localized("Waited for")
        }
      let row = Object.actionRow(choice.folder.displayName, origin)
      if choice.origin == .configured {
        let remove = unsafe Object(ocrscan_icon_button("user-trash-symbolic"))
        let words = localized("Do not watch this folder")
        remove.set("tooltip-text", words)
        remove.describe(localized("%1$@: %2$@", words, choice.folder.displayName))
        remove.on("clicked") { [weak self] in
          guard let self else { return }
          changeFolders(definition, to: folders.filter { $0 != choice.folder })
        }
        unsafe ocrscan_row_add_suffix(row.pointer, remove.pointer)
      }
      return row
    }
    layout["folders"].replace(&folderRows, with: rows)
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
