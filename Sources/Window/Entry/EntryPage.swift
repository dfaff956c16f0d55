internal import Application
internal import FoundationEssentials
internal import History
internal import Localization
internal import ScanModel
internal import SystemPackage

/// One entry: its picture, the verdict, the reasons, and the user's own verdict.
@MainActor final class EntryPage: Page {
  private(set) var number: Int64?
  private let picture: PictureView
  private let reasons: ReasonRows
  private var loading: Task<Void, Never>?
  private var shown: (entry: HistoryEntry, report: ScanReport)?
  /// The entry that was judged last, whose verdict the message about it takes back.
  var judged: HistoryEntry?
  /// The screenshot whose picture is shown, so that a verdict does not load it again.
  private var pictured: String?

  init(_ session: Session, _ owner: MainWindow) {
    let layout = Layout(PackageResources.entry_ui)
    picture = PictureView(layout["picture_scroller"])
    reasons = ReasonRows(layout["reasons"])
    super.init(session, owner, layout)
    reasons.pointedAt = { [weak self] reason, isChosen in self?.picture.highlight(reason, scrolling: isChosen) }
    picture.pointedAt = { [weak self] reason in
      self?.reasons.mark(reason)
      self?.picture.highlight(reason ?? self?.reasons.chosen, scrolling: false)
    }
    picture.chosen = { [weak self] reason in self?.reasons.choose(reason) }
    layout["more"].describeMenuButton(localized("More for this screenshot"))
    // A spinner on a hidden page keeps the window drawing, 60 times a second.
    layout["picture_spinner"].on("map") { [weak self] in self?.layout["picture_spinner"].set("spinning", true) }
    layout["picture_spinner"].on("unmap") { [weak self] in self?.layout["picture_spinner"].set("spinning", false) }
  }

  func show(_ number: Int64) {
    guard number != self.number else { return }
    // Until it is read, no action applies to the entry shown before.
    shown = nil
    self.number = number
    reload()
  }

  func clear() {
    loading?.cancel()
    number = nil
    shown = nil
    pictured = nil
    picture.clear()
  }

  func reload() {
    guard let number else { return }
    loading?.cancel()
    loading = Task { [weak self] in await self?.load(number) }
  }

  private func load(_ number: Int64) async {
    do throws(HistoryFailure) {
      let entry = try await session.history.entry(String(number))
      let report = try entry.report()
      if Task.isCancelled { return }
      let isSame = shown?.entry == entry
      shown = (entry, report)
      if !isSame { fill(entry, report) }
      let related = try await session.history.related(to: number)
      if Task.isCancelled { return }
      showRelated(related)
    } catch {
      if Task.isCancelled { return }
      owner.say(error)
      owner.history?.showNoEntry()
      return
    }
    await showPicture(number)
  }

  private func fill(_ entry: HistoryEntry, _ stored: ScanReport) {
    let report = stored.localized
    let words = EntryWords(entry, report)
    RiskLabel.show(report.answer, on: layout["level"])
    layout["title"].set("label", words.title)
    layout["sure"].show(words.certainty)
    layout["explanation"].show(RiskWords.explanationBelowHeading(report))
    let steps = report.answer == .unsure ? FindingOut.steps(report) : WhatToDo.steps(report)
    layout["advice_title"].set(
      "label", report.answer == .unsure ? localized("How to find out") : localized("What to do now"))
    // That not everything can be seen is nothing to do.
    layout["advice_title"].show(report.answer != .clear)
    layout["advice"].set("label", EntryWords.list(steps))
    layout["advice_box"].show(!report.advice.isEmpty)
    layout["verdict_label"].set("label", words.verdict)
    layout["is_scam"].show(entry.verified == nil)
    layout["is_not_scam"].show(entry.verified == nil)
    layout["undo"].show(entry.verified != nil)
    let items = ReasonList.reasons(of: report)
    reasons.show(items, report.riskLevel)
    layout["reasons"].show(!items.isEmpty)
    layout["reasons_title"].show(!items.isEmpty)
    let lists = [
      ("doubts", ReasonList.doubts(about: report)), ("checked", CheckedFactsList.sentences(report)),
      ("codes", ReasonList.effects(of: report)),
    ]
    for (name, lines) in lists {
      layout["\(name)_box"].show(!lines.isEmpty)
      layout[name].set("label", EntryWords.list(lines))
    }
    layout["text"].set("label", TerminalEscaping.escaped((report.text ?? "").withLocalLabels, keepingLineBreaks: true))
    layout["text_expander"].show(report.text?.isEmpty == false)
    layout["about"].set("label", words.about)
    showHelp(report)
    showFailure(report)
  }

  private func showHelp(_ report: ScanReport) {
    layout["help_box"].show(report.riskLevel.isAlarming)
    guard report.riskLevel.isAlarming else { return }
    let steps = session.program.helpSteps(report.category)
    layout["help_title"].set("label", localized(steps.heading))
    layout["help"].set("label", EntryWords.list(steps.brief.map { localized($0) }))
  }

  private func showFailure(_ report: ScanReport) {
    layout["failure_box"].show(report.error != nil)
    guard let error = report.error else { return }
    layout["failure_title"].set("label", "\(error.title)")
    layout["failure"].set("label", "\(error.message) \(error.recoverySuggestion)")
    // The explanation and the advice of an unjudged entry say the same.
    if report.riskLevel == .unknown {
      layout["explanation"].show(false)
      layout["advice_box"].show(false)
    }
    RecoveryButtons.fill(layout["failure_actions"], for: error) { [weak self] in
      if let path = self?.shown?.entry.path { self?.owner.scan([path]) }
    }
  }

  private func showRelated(_ entries: [RelatedEntry]) {
    let list = layout["related"]
    list.clearRows()
    list.show(!entries.isEmpty)
    layout["related_title"].show(!entries.isEmpty)
    for entry in entries {
      let summary = entry.summary
      let result = "\(RiskWords.answer(summary.answer)), \(RowWords(summary, now: .now).title)"
      let row = Object.actionRow(
        localized("%1$@: %2$@", EntryWords.date(summary.scannedAt), result), localized("Both have %1$@", entry.label))
      row.set("activatable", true)
      row.on("activated") { [weak self] in self?.owner.showEntry(String(summary.number)) }
      list.appendRow(row)
    }
  }

  private func showPicture(_ number: Int64) async {
    guard let (entry, report) = shown else { return }
    let name = entry.path?.displayFileName ?? ""
    if pictured == entry.uuid {
      // A verdict or a correction may have changed the reasons.
      return picture.frame(report, named: name)
    }
    pictured = nil
    layout["picture_stack"].set("visible-child-name", "loading")
    do throws(Session.PictureProblem) {
      let pixels = try await session.picture(
        of: entry.path, sha256: report.sha256, fitting: PictureView.bounds(report.image))
      guard !Task.isCancelled, self.number == number else { return }
      guard let texture = Texture(pixels) else { throw .gone }
      pictured = entry.uuid
      picture.show(texture, of: report, named: name)
      layout["picture_stack"].set("visible-child-name", "picture")
    } catch {
      guard !Task.isCancelled, self.number == number else { return }
      let (title, text) = error.words
      layout["missing"].set("title", title)
      layout["missing"].set("description", MarkupEscaping.escaped(text))
      layout["picture_stack"].set("visible-child-name", "missing")
    }
  }

  // MARK: What can be done with the entry that is shown

  /// What an action of the window, with its keys, does with the entry that is shown.
  typealias Action = (
    name: String, keys: String?, body: @MainActor (EntryPage, HistoryEntry, ScanReport) -> Void
  )

  static let actions: [Action] = [
    ("is-scam", "<Control>m", { page, entry, _ in page.say(.scam, of: entry) }),
    ("is-not-scam", "<Control><Shift>m", { page, entry, _ in page.say(.notScam, of: entry) }),
    // Not the keys of text fields, which undo typing.
    ("undo-verdict", "<Control>t", { page, entry, _ in page.say(nil, of: entry) }),
    (
      "copy-result", "<Control><Shift>c",
      { $0.copy(EntryWords($1, $2.localized).result, localized("The result was copied.")) }
    ),
    (
      "copy-text", nil,
      { page, _, report in page.copy((report.text ?? "").withLocalLabels, localized("The text was copied.")) }
    ),
    ("correct", "<Control>e", { $0.correct($1, $2) }),
    ("report", "<Control>s", { page, entry, _ in page.save(entry) }),
    ("open-folder", "<Control>l", { page, entry, _ in page.openFolder(entry) }),
    ("zoom-in", "<Control>plus", { page, _, _ in page.picture.zoomIn() }),
    ("zoom-out", "<Control>minus", { page, _, _ in page.picture.zoomOut() }),
    ("zoom-fit", "<Control>0", { page, _, _ in page.picture.zoomToFit() }),
  ]

  func perform(_ action: Action) {
    if let (entry, report) = shown { action.body(self, entry, report) }
  }

  private func copy(_ text: String, _ words: String) {
    guard !text.isEmpty else { return owner.say(localized("There is no text to copy.")) }
    root.copyToClipboard(text)
    owner.say(words)
  }

  private func say(_ verdict: UserVerdict?, of entry: HistoryEntry) {
    owner.attempt { [self] in
      let learnt = try await session.history.verify(entry.number, as: verdict)
      owner.history?.reload()
      let others = learnt.contains { $0.indicator.kind != .picture }
      let words = EntryWords.noted(verdict, teaches: others)
      if verdict == nil {
        if judged?.uuid == entry.uuid { judged = nil }
        owner.say(words)
      } else {
        judged = entry
        owner.say(words, button: localized("_Undo"), action: "app.undo-judged")
      }
    }
  }

  /// Takes back the verdict given last, whichever entry is shown by now.
  func undoJudged() { if let judged { say(nil, of: judged) } }

  private func openFolder(_ entry: HistoryEntry) {
    guard let path = entry.path else {
      let (title, text) = Session.PictureProblem.gone.words
      return Dialogs.tell(in: owner.window, title, text)
    }
    Dialogs.showInFolder(path) { [owner] in
      Dialogs.tell(in: owner.window, localized("Couldn't Open The Folder"), localized("File: %1$@", path.displayName))
    }
  }

  private func save(_ entry: HistoryEntry) {
    Dialogs.chooseTarget(in: owner.window, localized("Save a Report"), name: EntryReport.fileName(entry.number)) {
      [weak self] target in
      self?.save(entry, to: target)
    }
  }

  private func save(_ entry: HistoryEntry, to target: SaveTarget) {
    owner.attempt { [self] in
      let page = try await EntryReport.page(
        entry, redacts: true, pipeline: try await session.pipeline(), renderer: session.renderer,
        policy: session.policy)
      try await session.write(Array(page.utf8), to: target)
      owner.say(localized("The report was saved, without private parts. Look at it before you pass it on."))
    }
  }

  private func correct(_ entry: HistoryEntry, _ report: ScanReport) {
    Dialogs.correct(report.text ?? "", in: owner.window) { [weak self] text in
      guard let self else { return }
      owner.attempt { [self] in
        let corrected = try await session.corrected(report, text: text)
        try await session.history.correct(entry.number, with: corrected)
        owner.history?.reload()
        owner.say(localized("Judged again: %1$@.", RiskWords.answer(corrected.answer)))
      }
    }
  }
}
