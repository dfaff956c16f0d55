internal import Application
internal import History
internal import Localization
internal import ScanModel

// What can be done with the entry that is shown.
extension EntryPage {
  func perform(_ action: EntryAction) {
    guard let (entry, report) = shown else { return }
    switch action {
    case .isScam: say(.scam, of: entry)
    case .isNotScam: say(.notScam, of: entry)
    case .undoVerdict: say(nil, of: entry)
    case .copyResult: copy(EntryWords(entry, report.localized).result, localized("The result was copied."))
    case .copyText: copy(report.text ?? "", localized("The text was copied."))
    case .correct: correct(entry, report)
    case .report: save(entry)
    case .openFolder: openFolder(entry)
    case .zoomIn: picture.zoomIn()
    case .zoomOut: picture.zoomOut()
    case .zoomFit: picture.zoomToFit()
    case .delete: break
    }
  }

  private func copy(_ text: String, _ words: String) {
    guard !text.isEmpty else { return owner.say(localized("There is no text to copy.")) }
    root.copyToClipboard(text)
    owner.say(words)
  }

  private func say(_ verdict: UserVerdict?, of entry: HistoryEntry) {
    owner.attempt { [self] in
      let learnt = try await session.history.verify(entry.number, as: verdict)
      owner.historyChanged()
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
        owner.historyChanged()
        owner.say(localized("Judged again: %1$@.", RiskWords.answer(corrected.answer)))
      }
    }
  }
}

/// The actions on the entry that is shown; the raw value is the name of the action.
enum EntryAction: String, CaseIterable {
  case isScam = "is-scam"
  case isNotScam = "is-not-scam"
  case undoVerdict = "undo-verdict"
  case copyResult = "copy-result"
  case copyText = "copy-text"
  case correct
  case report
  case openFolder = "open-folder"
  case delete
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case zoomFit = "zoom-fit"

  var shortcut: String? {
    switch self {
    case .isScam: "<Control>m"
    case .isNotScam: "<Control><Shift>m"
    // Not the keys of text fields, which undo typing.
    case .undoVerdict: "<Control>t"
    case .copyResult: "<Control><Shift>c"
    case .correct: "<Control>e"
    case .report: "<Control>s"
    case .openFolder: "<Control>l"
    case .zoomIn: "<Control>plus"
    case .zoomOut: "<Control>minus"
    case .zoomFit: "<Control>0"
    case .copyText, .delete: nil
    }
  }
}
