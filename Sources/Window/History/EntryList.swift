internal import CGtk

/// A GtkListView of entries, by their numbers: rows are made only for visible ones, and reused.
@MainActor final class EntryList {
  var selectionChanged: () -> Void = {}
  var bind: (HistoryRow, Int64) -> Void = { _, _ in }
  private var numbers: [Int64] = []
  private let view: Object
  private let model = unsafe Object(owned: ocrscan_numbers_new())
  private let selection: Object
  /// The rows that the list has made, by the addresses of their widgets.
  private var rows: [UInt: HistoryRow] = [:]

  init(_ view: Object) {
    self.view = view
    selection = unsafe Object(owned: ocrscan_multi_selection_new(model.pointer))
    view.set("factory", makeFactory())
    view.set("model", selection)
    selection.on("selection-changed") { [weak self] in self?.selectionChanged() }
  }

  /// Holds the list, which holds the view: both live as long as the program.
  private func makeFactory() -> Object {
    unsafe Object(
      owned: ocrscan_factory_new(
        retained(self),
        { context in
          let address = unsafe call(context) { (list: EntryList) in
            let row = HistoryRow()
            list.rows[row.root.address] = row
            return row.root.address
          }
          return unsafe UnsafeMutableRawPointer(bitPattern: address)
        },
        { context, _, child, number, _ in
          let address = UInt(bitPattern: child)
          unsafe call(context) { (list: EntryList) in
            guard let row = list.rows[address] else { return }
            row.number = number
            list.bind(row, number)
          }
        },
        { context, child in
          let address = UInt(bitPattern: child)
          unsafe call(context) { (list: EntryList) in list.rows[address]?.unbind() }
        },
        { context, child in
          let address = UInt(bitPattern: child)
          unsafe call(context) { (list: EntryList) in list.rows.removeValue(forKey: address)?.unbind() }
        }, releaseContext))
  }

  /// Shows other numbers; those that remain keep their place and selection.
  func show(_ numbers: [Int64]) {
    self.numbers = numbers
    unsafe ocrscan_numbers_set(model.pointer, numbers, numbers.count)
  }

  var boundRows: [HistoryRow] { rows.values.filter { $0.number != nil } }

  /// The selected numbers, at most 10,000.
  var selected: [Int64] {
    var positions = [UInt32](repeating: 0, count: 10_000)
    let count = unsafe ocrscan_selected(selection.pointer, &positions, positions.count)
    return positions.prefix(min(count, positions.count)).compactMap {
      numbers.indices.contains(Int($0)) ? numbers[Int($0)] : nil
    }
  }

  func select(_ number: Int64) {
    guard let position = numbers.firstIndex(of: number) else { return }
    unsafe ocrscan_select(selection.pointer, UInt32(position))
    unsafe ocrscan_list_scroll_to(view.pointer, UInt32(position))
  }

  func unselectAll() { unsafe ocrscan_unselect_all(selection.pointer) }
}
