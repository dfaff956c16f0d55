internal import Application
internal import CGtk
internal import History
internal import Localization

@MainActor final class HistoryPage: Page {
  private let filters: HistoryFilterBar
  private let thumbnails: Thumbnails
  let entry: EntryPage
  private let list: EntryList
  private var summaries: [Int64: EntrySummary] = [:]
  private var wanted: Set<Int64> = []
  private var fetching = false
  private var listing: Task<Void, Never>?
  private var awaitsThumbnails = false
  /// The entry to select as soon as it is in the list.
  private var awaited: Int64?

  init(_ session: Session, _ owner: MainWindow) {
    let layout = Layout(PackageResources.history_ui)
    filters = HistoryFilterBar(layout)
    thumbnails = Thumbnails(session)
    entry = EntryPage(session, owner)
    list = EntryList(layout["list"])
    super.init(session, owner, layout)
    unsafe ocrscan_stack_add(layout["detail"].pointer, entry.root.pointer, "entry")
    list.bind = { [weak self] row, number in self?.bind(row, number) }
    layout["list"].object("vadjustment")?.on("value-changed") { [weak self] in self?.wantThumbnails() }
    list.selectionChanged = { [weak self] in self?.selectionChanged() }
    filters.changed = { [weak self] in self?.reload() }
    layout["export_selected"].on("clicked") { [weak self] in self?.exportSelected() }
    layout["kind_button"].describeMenuButton(localized("Show entries by kind and source"))
    reload()
  }

  /// Reads the list again, also after changes of our own, which the watch does not report; visible rows keep their place.
  func reload() {
    listing?.cancel()
    let filter = filters.filter
    listing = owner.attempt { [self] in try await fill(filter) }
  }

  /// Forgets what was read: the history is another one now, in which the same numbers are other entries.
  func forget() {
    list.unselectAll()
    entry.judged = nil
    summaries = [:]
    thumbnails.forget()
    for row in list.boundRows { row.cancelThumbnail() }
  }

  private func fill(_ filter: HistoryFilter) async throws(HistoryFailure) {
    if filter.words.isEmpty {
      let numbers = try await session.history.numbers(filter)
      if !Task.isCancelled { show(numbers, filter, isComplete: true) }
      return
    }
    var found: [Int64] = []
    var next: Int64?
    repeat {
      let step = try await session.history.search(filter, below: next)
      if Task.isCancelled { return }
      found += step.found
      next = step.next
      if !step.found.isEmpty || next == nil { show(found, filter, isComplete: next == nil) }
    } while next != nil
  }

  private func show(_ numbers: [Int64], _ filter: HistoryFilter, isComplete: Bool) {
    let isNarrow = filter != .all
    list.show(numbers)
    // The visible rows may have changed as well.
    wanted.formUnion(list.boundRows.compactMap(\.number))
    fetch()
    layout["list_stack"].set(
      "visible-child-name", numbers.isEmpty && isComplete ? (isNarrow ? "nothing" : "empty") : "list")
    layout["filters"].show(isNarrow || !numbers.isEmpty)
    let count =
      numbers.count == 1 ? localized("1 screenshot") : localized("%1$@ screenshots", LocalNumber.grouped(numbers.count))
    layout["count"].set("label", isComplete ? count : localized("%1$@, looking further back…", count))
    if let number = awaited, numbers.contains(number) {
      awaited = nil
      list.select(number)
    }
    if isComplete { refreshEntry(numbers) }
  }

  /// The entry that is shown may have been judged, corrected or deleted elsewhere.
  private func refreshEntry(_ numbers: [Int64]) {
    guard let shown = entry.number else { return }
    if numbers.contains(shown) || filters.isNarrow { entry.reload() } else { selectionChanged() }
  }

  private func bind(_ row: HistoryRow, _ number: Int64) {
    guard let summary = summaries[number] else {
      row.clear()
      wanted.insert(number)
      fetch()
      return
    }
    row.show(summary, thumbnails.known(number) ?? nil)
    wantThumbnails()
  }

  /// Reads the entries that became visible, those that came together in one statement.
  private func fetch() {
    guard !fetching, !wanted.isEmpty else { return }
    fetching = true
    Task { [weak self] in await self?.fetchWanted() }
  }

  private func fetchWanted() async {
    let numbers = Array(wanted.prefix(500))
    wanted.subtract(numbers)
    let read = (try? await session.history.summaries(numbers)) ?? []
    if summaries.count > 2_000 { summaries = [:] }
    for summary in read { summaries[summary.number] = summary }
    for row in list.boundRows {
      guard let number = row.number, let summary = summaries[number], numbers.contains(number) else { continue }
      row.show(summary, thumbnails.known(number) ?? nil)
    }
    wantThumbnails()
    fetching = false
    fetch()
  }

  /// Requests thumbnails once the list stands still. GTK keeps some 200 rows; those out of sight need none.
  private func wantThumbnails() {
    guard !awaitsThumbnails else { return }
    awaitsThumbnails = true
    callLater(after: .milliseconds(80)) { [weak self] in
      self?.awaitsThumbnails = false
      self?.makeThumbnails()
    }
  }

  private func makeThumbnails() {
    let scale = root.scaleFactor
    for row in list.boundRows where row.root.isWithin(layout["list"]) {
      guard let number = row.number, let summary = summaries[number], thumbnails.known(number) == nil,
        row.thumbnailOf != number
      else { continue }
      row.cancelThumbnail()
      row.thumbnailOf = number
      row.thumbnailTask = Task { [weak self, weak row] in
        guard let texture = await self?.thumbnails.make(summary, scale: scale) else { return }
        if row?.number == number { row?.show(thumbnail: texture) }
      }
    }
  }

  /// Shows an entry by what the user typed or an alert named.
  func show(_ reference: String) {
    owner.attempt { [self] in
      awaited = try await session.history.entry(reference).number
      filters.reset()
      reload()
    }
  }

  private func selectionChanged() {
    let selected = list.selected
    switch selected.count {
    case 0:
      showNoEntry()
      root.set("visible-child", layout["list_pane"])
    case 1:
      entry.show(selected[0])
      layout["detail"].set("visible-child-name", "entry")
      root.set("visible-child", layout["detail"])
    default:
      entry.clear()
      layout["several"].set("title", localized("%1$@ Screenshots", selected.count))
      layout["detail"].set("visible-child-name", "several")
    }
  }

  func showNoEntry() {
    entry.clear()
    layout["detail"].set("visible-child-name", "none")
  }

  func attach(searchButton: Object, back: Object, pages: Object) {
    let bar = layout["search_bar"]
    unsafe ocrscan_search_bar_connect(bar.pointer, layout["search"].pointer, root.pointer)
    unsafe ocrscan_bind(bar.pointer, "search-mode-enabled", searchButton.pointer, "active")
    let update: @MainActor () -> Void = { [weak self] in
      guard let self else { return }
      let isHistory = pages.string("visible-child-name") == "history"
      searchButton.show(isHistory)
      let isFolded = root.flag("folded")
      back.show(isHistory && isFolded && !list.selected.isEmpty)
    }
    root.on("notify::folded", update)
    root.on("notify::visible-child", update)
    pages.on("notify::visible-child", update)
    back.on("clicked") { [weak self] in self?.list.unselectAll() }
    update()
  }

  func startSearch() {
    layout["search_bar"].set("search-mode-enabled", true)
    layout["search"].grabFocus()
  }

  // MARK: What can be done with several entries at once

  func deleteSelected() {
    let numbers = list.selected
    guard !numbers.isEmpty else { return }
    let question =
      numbers.count == 1 ? localized("Delete This Entry?") : localized("Delete %1$@ Entries?", numbers.count)
    Dialogs.ask(
      in: owner.window, question,
      localized("What was found is deleted from the history for good. The screenshots themselves stay."),
      yes: localized("_Delete")
    ) { [weak self] in self?.delete(numbers) }
  }

  private func delete(_ numbers: [Int64]) {
    owner.attempt { [self] in
      let deletion = try await session.history.delete(numbers)
      let count = deletion.count
      list.unselectAll()
      let words = count == 1 ? localized("The entry was deleted.") : localized("%1$@ entries were deleted.", count)
      if let note = DeletionWords.note(deletion) {
        Dialogs.tell(in: owner.window, words, note)
      } else {
        owner.say(words)
      }
      reload()
    }
  }

  private func exportSelected() {
    let numbers = list.selected
    Dialogs.chooseTarget(in: owner.window, localized("Export Entries"), name: "ocr-scan.jsonl") { [weak self] target in
      self?.export(numbers, to: target)
    }
  }

  /// Writes entries to a file as `ocr-scan history export` prints them, oldest first.
  private func export(_ numbers: [Int64], to target: SaveTarget) {
    owner.attempt { [self] in
      var lines: [UInt8] = []
      for number in numbers.sorted() {
        lines += Array(try await session.history.entry(String(number)).jsonLine().utf8) + [UInt8(ascii: "\n")]
      }
      try await session.write(lines, to: target)
      owner.say(localized(count: numbers.count, one: "%1$@ entry was written.", other: "%1$@ entries were written."))
    }
  }
}
