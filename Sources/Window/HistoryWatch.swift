internal import CGtk
internal import LinuxSystem
internal import SystemPackage

/// Notices without a timer when the history on disk changes: SQLite writes every change to its log first.
@MainActor final class HistoryWatch {
  /// Changes come in bursts, from one transaction or many.
  private static let calm: Duration = .milliseconds(60)

  var changed: () -> Void = {}
  private var inotify: Inotify
  private var pending: DelayedCall?
  private var source: UInt32?

  /// Nil if the limit of watches is reached; then the list is updated only when it is shown.
  init?(_ folder: FilePath) {
    guard let inotify = try? Inotify(),
      (try? inotify.add(folder, [.modified, .created, .movedTo, .onlyDirectory])) != nil
    else { return nil }
    let descriptor = inotify.descriptor.raw
    self.inotify = inotify
    source = unsafe ocrscan_watch_descriptor(
      descriptor, retained(Reader(self)),
      { context in unsafe call(context) { (reader: Reader) in reader.watch?.read() } },
      releaseContext)
  }

  deinit {
    if let source { ocrscan_cancel_call(source) }
  }

  /// What GLib holds: it may call while the watch is going.
  @MainActor private final class Reader {
    weak var watch: HistoryWatch?
    init(_ watch: HistoryWatch) { self.watch = watch }
  }

  private func read() {
    guard let batch = try? inotify.read() else { return }
    let isHistory = batch.events.contains { $0.name.starts(with: "history.sqlite".utf8) } || batch.isMalformed
    guard isHistory, pending == nil else { return }
    pending = DelayedCall(after: Self.calm) { [weak self] in
      self?.pending = nil
      self?.changed()
    }
  }
}
