internal import CGtk
internal import LinuxSystem

extension Object {
  func setClass(_ name: String, _ isOn: Bool) {
    unsafe isOn ? ocrscan_add_class(pointer, name) : ocrscan_remove_class(pointer, name)
  }
  func grabFocus() { unsafe ocrscan_grab_focus(pointer) }
  func show(_ isVisible: Bool) { set("visible", isVisible) }
  /// Shows a text on a GtkLabel, which is hidden without one.
  func show(_ text: String) {
    set("label", text)
    show(!text.isEmpty)
  }
  func redraw() { unsafe ocrscan_queue_draw(pointer) }

  /// In logical pixels, after layout.
  var width: Int { Int(unsafe ocrscan_widget_width(pointer)) }
  var height: Int { Int(unsafe ocrscan_widget_height(pointer)) }
  /// Whether any part of it is between the upper and lower edges of a widget around it.
  func isWithin(_ viewport: Object) -> Bool { unsafe ocrscan_is_within(pointer, viewport.pointer) != 0 }
  var scaleFactor: Int { Int(unsafe ocrscan_scale_factor(pointer)) }
  var isRightToLeft: Bool { unsafe ocrscan_is_right_to_left(pointer) != 0 }

  /// What screen readers say about it.
  func describe(_ label: String, _ description: String? = nil) { unsafe ocrscan_describe(pointer, label, description) }

  /// The same for a GtkMenuButton or a GtkDropDown.
  func describeMenuButton(_ label: String) { unsafe ocrscan_describe_menu_button(pointer, label) }

  /// The same for the row of a list that contains it.
  func describeListItem(_ words: String) { unsafe ocrscan_describe_parent(pointer, words) }

  func add(_ controller: Object) { unsafe ocrscan_add_controller(pointer, controller.pointer) }

  /// Shows the program's icon, or a fallback if that is not installed.
  func setProgramIcon() {
    let isInstalled = unsafe ocrscan_has_icon(WindowApplication.identifier) != 0
    set("icon-name", isInstalled ? WindowApplication.identifier : "view-reveal-symbolic")
  }

  /// Appends to a GtkBox.
  func append(_ child: Object) { unsafe ocrscan_box_append(pointer, child.pointer) }
  /// Appends to a GtkListBox.
  func appendRow(_ row: Object) { unsafe ocrscan_list_append(pointer, row.pointer) }
  /// Puts it before the rows of a GtkListBox.
  func prependRow(_ row: Object) { unsafe ocrscan_list_prepend(pointer, row.pointer) }
  func clearRows() { unsafe ocrscan_list_clear(pointer) }
  func addToGroup(_ row: Object) { unsafe ocrscan_group_add(pointer, row.pointer) }
  /// Puts rows in the place of others.
  func replace(_ rows: inout [Object], with others: [Object]) {
    for row in rows { unsafe ocrscan_group_remove(pointer, row.pointer) }
    rows = others
    for row in rows { addToGroup(row) }
  }

  func present() { unsafe ocrscan_window_present(pointer) }
  func closeWindow() { unsafe ocrscan_window_close(pointer) }

  /// Shows a toast on an AdwToastOverlay, in the place of a former one. The text is never markup.
  func toast(_ text: String, button: String? = nil, action: String? = nil) {
    unsafe ocrscan_add_toast(pointer, text, button, action)
  }

  var viewText: String {
    get { unsafe Object.taken(ocrscan_text_view_text(pointer)) }
    set { unsafe ocrscan_text_view_set_text(pointer, newValue) }
  }

  func copyToClipboard(_ text: String) { unsafe ocrscan_copy_text(pointer, text) }

  /// The words as a GListModel, for a drop-down list.
  static func stringList(_ words: [String]) -> Object {
    unsafe CStrings.with(words) { unsafe Object(owned: ocrscan_string_list_new($0, words.count)) }
  }

  /// An AdwActionRow, whose texts are never markup.
  static func actionRow(_ title: String, _ subtitle: String) -> Object {
    let row = unsafe Object(ocrscan_action_row())
    row.set("use-markup", false)
    row.set("title", title)
    row.set("subtitle", subtitle)
    return row
  }
}

@MainActor final class Layout {
  private let builder: Object

  /// - Parameter xml: One of the program's own files; an invalid one ends the program.
  init(_ xml: [UInt8]) {
    var reason: UnsafeMutablePointer<CChar>?
    let made = unsafe xml.withUnsafeBufferPointer { bytes in
      unsafe ocrscan_builder_new(
        UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self), bytes.count, &reason)
    }
    guard let made = unsafe made else {
      preconditionFailure(unsafe reason.map { unsafe String(cString: $0) } ?? "interface file")
    }
    builder = unsafe Object(owned: made)
  }

  /// The object with an identifier, which must be there.
  subscript(_ identifier: String) -> Object {
    guard let object = unsafe ocrscan_builder_object(builder.pointer, identifier) else {
      preconditionFailure("there is no \(identifier) in the interface file")
    }
    return unsafe Object(object)
  }
}
