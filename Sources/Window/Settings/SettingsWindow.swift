internal import Application
internal import CGtk
internal import Foundation
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
  private var controls: [String: Control] = [:]
  /// What the controls last showed or applied, to tell what the user has entered since.
  private var shown: [String: [String]] = [:]
  private var folderRows: [Object] = []
  private var folders: [FilePath] { session.program.settings.directories }

  /// The widget of a setting, how it shows values, and what the user has entered in it.
  private struct Control {
    let widget: Object
    let show: @MainActor ([String]) -> Void
    let read: @MainActor () -> [String]?
  }

  init(_ session: Session, over parent: Object) {
    self.session = session
    layout = Layout(PackageResources.settings_ui)
    window = layout["window"]
    failures = FailureDialogs(over: window)
    origins = Program.loader(session.program.directories).origins(
      file: session.program.directories.settingsFile, environment: session.program.environment)
    window.set("transient-for", parent)
    for definition in SettingDefinition.all { add(definition) }
    // What is being typed counts without leaving its field. If it is refused, the window stays with the reason.
    window.on("close-request") { [weak self] _ in self?.applyTyped() == false }
  }

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
    let control = control(definition)
    controls[definition.name] = control
    fill(definition)
    let widget = control.widget
    widget.set("valign", 3)  // center
    widget.set("sensitive", !isFixed)
    if case .choice = definition.control { widget.describeMenuButton(localized(definition.title)) }
    widget.describe(localized(definition.title), localized(definition.help))
    unsafe ocrscan_row_add_control(row.pointer, widget.pointer)
    group(of: definition).addToGroup(row)
  }

  private func control(_ definition: SettingDefinition) -> Control {
    // Must not hold the widget, which would hold itself through its signals.
    let apply: @MainActor () -> Void = { [weak self] in _ = self?.apply(definition) }
    switch definition.control {
    case .toggle:
      let widget = unsafe Object(ocrscan_switch_new())
      widget.on("notify::active", apply)
      return Control(widget: widget) {
        widget.set("active", $0 == ["true"])
      } read: {
        [widget.flag("active") ? "true" : "false"]
      }
    case .choice(let words):
      let widget = unsafe Object(ocrscan_drop_down_new())
      widget.set("model", Object.stringList(words.map { localized($0) }))
      widget.on("notify::selected", apply)
      return Control(widget: widget) {
        widget.set("selected", $0.first.flatMap(words.firstIndex) ?? 0)
      } read: {
        let index = widget.number("selected")
        return words.indices.contains(index) ? [words[index]] : nil
      }
    case .number(let range):
      let widget = unsafe Object(ocrscan_spin_new(Double(range.lowerBound), Double(range.upperBound)))
      widget.on("notify::value", apply)
      return Control(widget: widget) {
        widget.set("value", $0.first.flatMap(Double.init) ?? Double(range.lowerBound))
      } read: {
        [String(Int(widget.double("value")))]
      }
    case .text, .folders:
      let widget = unsafe Object(ocrscan_entry_new())
      widget.set("width-chars", 12)
      widget.on("activate", apply)
      let focus = unsafe Object(ocrscan_focus_controller())
      focus.on("leave", apply)
      widget.add(focus)
      return Control(widget: widget) {
        widget.set("text", $0.joined(separator: ", "))
      } read: {
        let text = widget.string("text")
        guard definition.isList else { return [text] }
        let words = text.split { $0 == "," }.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        return words.filter { !$0.isEmpty }
      }
    }
  }

  private func fill(_ definition: SettingDefinition) {
    guard let control = controls[definition.name] else { return }
    isFilling = true
    defer { isFilling = false }
    control.show(definition.values(in: session.program.settings))
    shown[definition.name] = control.read()
  }

  /// Applies what the user has entered; returns false if it is refused.
  private func apply(_ definition: SettingDefinition) -> Bool {
    let name = definition.name
    guard !isFilling, let values = controls[name]?.read(), values != shown[name] else { return true }
    let isApplied =
      values == definition.values(in: session.program.settings)
      || apply(definition, values) { () throws(ScanFailure) in try session.change(name, to: values) }
    if isApplied {
      shown[name] = values
    } else {
      // Later, because the widget is telling of the change now.
      callLater(after: .zero) { [weak self] in self?.fill(definition) }
    }
    return isApplied
  }

  private func applyTyped() -> Bool {
    var isApplied = true
    for definition in SettingDefinition.all {
      if case .number = definition.control, let control = controls[definition.name] {
        unsafe ocrscan_spin_update(control.widget.pointer)
      }
      isApplied = apply(definition) && isApplied
    }
    return isApplied
  }

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
