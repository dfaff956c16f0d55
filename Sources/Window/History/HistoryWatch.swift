internal import CGtk
internal import LinuxSystem
internal import SystemPackage

/// Notices without a timer when the history on disk changes: SQLite writes every change to its log first.
@MainActor final class HistoryWatch {
  /// When to look after a change. Changes come in bursts; and what is in the log can be read only once it is on the
  /// disk, which nothing tells (https://www.sqlite.org/walformat.html#reader_algorithm) and may take seconds.
  private static let looks: [Duration] = [.milliseconds(60), .milliseconds(500), .seconds(1), .seconds(2)]

  var changed: () -> Void = {}
  private var inotify: Inotify
  private var isSoon = false
  private var bursts = 0
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
    guard isHistory, !isSoon else { return }
    isSoon = true
    bursts += 1
    look(after: Self.looks[...], ofBurst: bursts)
  }

  private func look(after pauses: ArraySlice<Duration>, ofBurst burst: Int) {
    guard let pause = pauses.first else { return }
    callLater(after: pause) { [weak self] in
      guard let self, burst == bursts else { return }
      isSoon = false
      changed()
      look(after: pauses.dropFirst(), ofBurst: burst)
    }
  }
}
