internal import CGtk

/// A GtkListView of numbers: rows are made only for visible numbers, and reused.
@MainActor final class NumberList<Row: ListRow> {
  let view: Object
  /// Called when the selection changes.
  var selectionChanged: () -> Void = {}
  private(set) var numbers: [Int64] = []
  private let model: Object
  private let selection: Object
  private let rows: RowTable

  /// - Parameters:
  ///   - view: A GtkListView.
  ///   - make: Makes a row.
  ///   - bind: Fills a row for a number.
  ///   - unbind: Called when a row no longer shows a number.
  init(
    _ view: Object, make: @escaping @MainActor () -> Row, bind: @escaping @MainActor (Row, Int64) -> Void,
    unbind: @escaping @MainActor (Row) -> Void
  ) {
    self.view = view
    let model = unsafe Object(ocrscan_numbers_new())
    unsafe ocrscan_unref(model.pointer)
    self.model = model
    let selection = unsafe Object(ocrscan_multi_selection_new(model.pointer))
    unsafe ocrscan_unref(selection.pointer)
    self.selection = selection
    rows = RowTable(
      make: make, bind: { row, number in (row as? Row).map { bind($0, number) } },
      unbind: { row in (row as? Row).map { unbind($0) } })
    let factory = unsafe Object(
      ocrscan_factory_new(
        retained(rows),
        { context in
          let address = unsafe call(context) { (rows: RowTable) in rows.makeRow() }
          return unsafe UnsafeMutableRawPointer(bitPattern: address)
        },
        { context, _, child, number, _ in
          let address = UInt(bitPattern: child)
          unsafe call(context) { (rows: RowTable) in rows.bindRow(address, number) }
        },
        { context, child in
          let address = UInt(bitPattern: child)
          unsafe call(context) { (rows: RowTable) in rows.unbindRow(address) }
        },
        { context, child in
          let address = UInt(bitPattern: child)
          unsafe call(context) { (rows: RowTable) in rows.removeRow(address) }
        }, releaseContext))
    unsafe ocrscan_unref(factory.pointer)
    view.set("factory", factory)
    view.set("model", selection)
    selection.on("selection-changed") { [weak self] in self?.selectionChanged() }
  }

  /// Shows other numbers; those that remain keep their place and selection.
  func show(_ numbers: [Int64]) {
    self.numbers = numbers
    unsafe ocrscan_numbers_set(model.pointer, numbers, numbers.count)
  }

  /// The rows that show a number now.
  var boundRows: [Row] { rows.bound.values.compactMap { $0.row as? Row } }

  /// The selected numbers, at most 10,000.
  var selected: [Int64] {
    var positions = [UInt32](repeating: 0, count: 10_000)
    let count = unsafe ocrscan_selected(selection.pointer, &positions, positions.count)
    return positions.prefix(min(count, positions.count)).compactMap {
      numbers.indices.contains(Int($0)) ? numbers[Int($0)] : nil
    }
  }

  /// Selects only one number.
  func select(_ number: Int64) {
    guard let position = numbers.firstIndex(of: number) else { return }
    unsafe ocrscan_select(selection.pointer, UInt32(position))
    unsafe ocrscan_list_scroll_to(view.pointer, UInt32(position))
  }

  func unselectAll() { unsafe ocrscan_unselect_all(selection.pointer) }
}

/// A row of a list: its widget.
@MainActor protocol ListRow: AnyObject {
  var root: Object { get }
}

/// The rows that a list has made, by their widgets.
@MainActor private final class RowTable {
  private var rows: [UInt: any ListRow] = [:]
  private(set) var bound: [UInt: (row: any ListRow, number: Int64)] = [:]
  private let make: @MainActor () -> any ListRow
  private let bind: @MainActor (any ListRow, Int64) -> Void
  private let unbind: @MainActor (any ListRow) -> Void

  init(
    make: @escaping @MainActor () -> any ListRow, bind: @escaping @MainActor (any ListRow, Int64) -> Void,
    unbind: @escaping @MainActor (any ListRow) -> Void
  ) {
    self.make = make
    self.bind = bind
    self.unbind = unbind
  }

  func makeRow() -> UInt {
    let row = make()
    rows[row.root.address] = row
    return row.root.address
  }

  func bindRow(_ address: UInt, _ number: Int64) {
    guard let row = rows[address] else { return }
    bound[address] = (row, number)
    bind(row, number)
  }

  func unbindRow(_ address: UInt) {
    if let row = bound.removeValue(forKey: address)?.row { unbind(row) }
  }

  func removeRow(_ address: UInt) {
    unbindRow(address)
    rows[address] = nil
  }
}
