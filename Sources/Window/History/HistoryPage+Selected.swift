internal import Application
internal import History
internal import Localization

// What can be done with several entries at once.
extension HistoryPage {
  func deleteSelected() {
    let numbers = list.selected
    guard !numbers.isEmpty else { return }
    let question =
      numbers.count == 1 ? localized("Delete This Entry?") : localized("Delete %1$@ Entries?", numbers.count)
    Dialogs.ask(
      in: owner.window, question,
      localized("What was found is deleted from the history for good. The screenshots themselves stay."),
      yes: localized("_Delete"),
      isDestructive: true
    ) { [weak self] in
      self?.delete(numbers)
    }
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

  func exportSelected() {
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
