internal import CGtk
internal import LinuxSystem
internal import SystemPackage

/// Notices without a timer when the history on disk changes: SQLite writes every change to its log first.
@MainActor final class HistoryWatch {
  /// Changes come in bursts, from one transaction or many.
  private static let calm: Duration = .milliseconds(60)

  var changed: () -> Void = {}
  private var inotify: Inotify
  private var isPending = false
  private var source: UInt32?

  /// Nil if the limit of watches is reached; then the list is updated only when it is shown.
  init?(_ folder: FilePath) {
    guard let inotify = try? Inotify(),
      (try? inotify.add(folder, [.modified, .created, .movedTo, .onlyDirectory])) != nil
    else { return nil }
    let descriptor = inotify.descriptor.raw
    self.inotify = inotify
    source = unsafe ocrscan_watch_descriptor(
      descriptor, retained(Handler<Void, Void> { [weak self] in self?.read() }),
      { context in unsafe call(context) { (handler: Handler<Void, Void>) in handler.body(()) } },
      releaseContext)
  }

  deinit {
    if let source { ocrscan_cancel_call(source) }
  }

  private func read() {
    guard let batch = try? inotify.read() else { return }
    let isHistory = batch.events.contains { $0.name.starts(with: "history.sqlite".utf8) } || batch.isMalformed
    guard isHistory, !isPending else { return }
    isPending = true
    callLater(after: Self.calm) { [weak self] in
      self?.isPending = false
      self?.changed()
    }
  }
}
