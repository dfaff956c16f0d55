internal import Application
internal import CGtk
internal import LinuxSystem
internal import Localization
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage

/// All settings, with the same texts and the same code as the command. The watcher picks up changes by itself.
@MainActor final class SettingsWindow {
  private let session: Session
  private let layout: Layout
  private let window: Object
  private let origins: [String: SettingOrigin]
  /// Whether widgets are being filled, which is not a change by the user.
  private var isFilling = false
  private var folderRows: [Object] = []
  private var folders: [FilePath] = []

  init(_ session: Session, over parent: Object) {
    self.session = session
    layout = Layout(PackageResources.settings_ui)
    window = layout["window"]
    origins = Program.loader(session.program.directories).origins(
      file: session.program.directories.settingsFile, environment: session.environment)
    window.set("transient-for", parent)
    isFilling = true
    for definition in SettingDefinition.all { add(definition) }
    isFilling = false
  }

  func present() { window.present() }

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
    let values = definition.values(in: session.program.settings)
    if definition.control == .folders { return addFolders(definition) }
    let row = unsafe Object(ocrscan_action_row())
    row.set("use-markup", false)
    row.set("title", localized(definition.title))
    let isFixed = origins[definition.name] == .environment
    row.set(
      "subtitle",
      localized(definition.help)
        + (isFixed ? localized(" Set by %1$@ in this session.", definition.environmentName) : ""))
    let widget = control(definition, values)
    widget.set("valign", 3)  // center
    widget.set("sensitive", !isFixed)
    if case .choice = definition.control { widget.describeMenuButton(localized(definition.title)) }
    widget.describe(localized(definition.title), localized(definition.help))
    unsafe ocrscan_row_add_suffix(row.pointer, widget.pointer)
    group(of: definition).addToGroup(row)
  }

  private func control(_ definition: SettingDefinition, _ values: [String]) -> Object {
    let value = values.first ?? ""
    switch definition.control {
    case .toggle:
      let widget = unsafe Object(ocrscan_switch_new())
      widget.set("active", value == "true")
      widget.on("notify::active") { [weak self] in
        self?.change(definition, to: [widget.flag("active") ? "true" : "false"])
      }
      return widget
    case .choice(let words):
      let widget = unsafe Object(ocrscan_drop_down_new())
      widget.set("model", Object.stringList(words.map { localized($0) }))
      widget.set("selected", words.firstIndex(of: value) ?? 0)
      widget.on("notify::selected") { [weak self] in
        let index = widget.number("selected")
        if words.indices.contains(index) { self?.change(definition, to: [words[index]]) }
      }
      return widget
    case .number(let range):
      let widget = unsafe Object(ocrscan_spin_new(Double(range.lowerBound), Double(range.upperBound)))
      widget.set("value", Double(value) ?? Double(range.lowerBound))
      widget.on("notify::value") { [weak self] in
        self?.change(definition, to: [String(Int(widget.double("value")))])
      }
      return widget
    case .text, .folders:
      let widget = unsafe Object(ocrscan_entry_new())
      widget.set("text", values.joined(separator: ", "))
      widget.set("width-chars", 12)
      let apply: @MainActor () -> Void = { [weak self] in
        let words = widget.string("text").split { $0 == "," }.map { String($0).trimmed }.filter { !$0.isEmpty }
        self?.change(definition, to: definition.isList ? words : [widget.string("text")])
      }
      widget.on("activate", apply)
      let focus = unsafe Object(ocrscan_focus_controller())
      focus.on("leave", apply)
      widget.add(focus)
      return widget
    }
  }

  private func change(_ definition: SettingDefinition, to values: [String]) {
    guard !isFilling, values != definition.values(in: session.program.settings) else { return }
    let directories = session.program.directories
    apply(definition, values) { () throws(SettingsFailure) in
      try Program.change(definition.name, to: values, in: directories)
    }
  }

  /// Makes a change, and says it or why it failed.
  private func apply(
    _ definition: SettingDefinition, _ words: [String], _ change: () throws(SettingsFailure) -> Void
  ) {
    do throws(ScanFailure) {
      try session.change(change)
      let value = words.isEmpty ? localized("default") : words.joined(separator: ", ")
      let toast = localized("%1$@: %2$@", localized(definition.title), value)
      unsafe ocrscan_window_toast(window.pointer, toast)
    } catch {
      say(error)
    }
  }

  private func say(_ failure: ScanFailure) {
    let description = FailureCatalog.describe(failure).localized
    unsafe ocrscan_window_toast(window.pointer, "\(description.message)")
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
    let directories = session.program.directories
    apply(definition, folders.map(\.displayName)) { () throws(SettingsFailure) in
      try Program.changeFolders(to: folders, in: directories)
    }
    self.folders = session.program.settings.directories
    showFolders(definition)
  }

  private func showFolders(_ definition: SettingDefinition) {
    for row in folderRows { layout["folders"].removeFromGroup(row) }
    folderRows = session.program.screenshotFolders.map { choice in
      let row = unsafe Object(ocrscan_action_row())
      row.set("use-markup", false)
      row.set("title", choice.folder.displayName)
      row.set(
        "subtitle",
        choice.origin == .configured
          ? "" : choice.origin == .found ? localized("Found by its name") : localized("Waited for"))
      if choice.origin == .configured {
        let remove = unsafe Object(ocrscan_icon_button("user-trash-symbolic"))
        remove.set("tooltip-text", localized("Do not watch this folder"))
        remove.on("clicked") { [weak self] in
          guard let self else { return }
          changeFolders(definition, to: folders.filter { $0 != choice.folder })
        }
        unsafe ocrscan_row_add_suffix(row.pointer, remove.pointer)
      }
      return row
    }
    for row in folderRows { layout["folders"].addToGroup(row) }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
