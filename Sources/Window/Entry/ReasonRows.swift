internal import Application
internal import CGtk
internal import Localization
internal import ScanModel

/// The reasons beside the picture, each with the number of its place in the picture.
@MainActor final class ReasonRows {
  /// A reason was pointed at or chosen, and whether it was chosen; nil for none.
  var pointedAt: (Int?, Bool) -> Void = { _, _ in }
  private(set) var chosen: Int?
  private let list: Object
  private var rows: [Object] = []

  init(_ list: Object) {
    self.list = list
    list.on("row-selected") { [weak self] in self?.selected() }
  }

  func show(_ reasons: [ScanReport.Item], _ level: RiskLevel) {
    list.clearRows()
    chosen = nil
    rows = reasons.enumerated().map { index, reason in row(reason, index, level) }
    for row in rows { list.appendRow(row) }
  }

  private func row(_ reason: ScanReport.Item, _ index: Int, _ level: RiskLevel) -> Object {
    let layout = Layout(PackageResources.reason_row_ui)
    let root = layout["root"]
    let hasPlace = reason.boxes?.isEmpty == false
    layout["number"].set("label", hasPlace ? String(index + 1) : "•")
    for name in RiskLevel.allCases { layout["number"].setClass(name.rawValue, name == level) }
    layout["message"].set("label", "\(reason.message)")
    layout["excerpt"].show(reason.quote ?? "")
    root.describe(
      localized("Reason %1$@: %2$@", index + 1, reason.message),
      hasPlace ? localized("Framed in the picture with the number %1$@", index + 1) : nil)
    let motion = unsafe Object(ocrscan_motion_controller())
    motion.on("enter") { [weak self] in self?.pointedAt(index, false) }
    motion.on("leave") { [weak self] in self?.pointedAt(self?.chosen, false) }
    root.add(motion)
    return root
  }

  private func selected() {
    chosen = rows.firstIndex { unsafe ocrscan_row_is_selected($0.pointer) != 0 }
    pointedAt(chosen, true)
  }

  /// Marks the reason whose place is pointed at in the picture.
  func mark(_ reason: Int?) {
    for (index, row) in rows.enumerated() { row.setClass("pointed-at", index == reason) }
  }

  func choose(_ reason: Int) {
    guard rows.indices.contains(reason) else { return }
    unsafe ocrscan_list_select_row(list.pointer, rows[reason].pointer)
    rows[reason].grabFocus()
  }
}
