internal import Application
internal import History
internal import Localization
internal import ScanModel

// What can be done with the entry that is shown.
extension EntryPage {
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
    ("copy-text", nil, { page, _, report in page.copy(report.text ?? "", localized("The text was copied.")) }),
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
      Dialogs.tell(
        in: owner.window, localized("Couldn't Open The Folder"), localized("File: %1$@", path.displayName))
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
    CorrectionDialog.show(in: owner.window, text: report.text ?? "") { [weak self] text in
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
