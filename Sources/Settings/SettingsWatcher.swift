package import LinuxSystem
internal import ScanModel
internal import Synchronization
package import SystemPackage

/// Reports when the settings file may have changed: through inotify, on a thread that sleeps until something happens in
/// the folder of the file or, if that does not exist, in the nearest existing parent folder.
package final class SettingsWatcher: Sendable {
  private static let mask: InotifyMask = [
    .closedAfterWriting, .movedTo, .created, .deleted, .movedFrom, .selfDeleted, .selfMoved, .onlyDirectory,
  ]

  /// Yields at the start and after each possible change; readers must look at the file. Ends after `stop()`.
  package let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let file: FilePath
  private let inotify: Mutex<Inotify>
  private let wakeUp: EventDescriptor
  private let mustStop = Atomic(false)

  /// The file has an absolute path; neither it nor its folders need exist.
  /// - Throws: `SystemError` at a limit of descriptors, threads, or inotify.
  package init(file: FilePath) throws(SystemError) {
    self.file = file
    (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    wakeUp = try EventDescriptor()
    inotify = Mutex(try Inotify())
    try DedicatedThread.start(name: "settings-watch") { [self] in
      run()
      continuation.finish()
    }
  }

  package func stop() {
    mustStop.store(true, ordering: .relaxed)
    wakeUp.signal()
  }

  private func run() {
    inotify.withLock { inotify in
      var watch = place(&inotify, instead: nil)
      // Changes made before the watch existed are not reported.
      continuation.yield()
      while !mustStop.load(ordering: .relaxed) {
        guard let ready = try? Readiness.wait(first: inotify.descriptor.raw, second: wakeUp.descriptor.raw) else {
          continue
        }
        guard ready.contains(.first), let batch = try? inotify.read() else {
          if ready.contains(.firstBroken) { return }
          continue
        }
        let concerns = batch.events.contains { event in
          event.name.isEmpty || names.contains(event.name) || event.mask.contains(.overflowed)
        }
        guard concerns else { continue }
        watch = place(&inotify, instead: watch)
        continuation.yield()
      }
    }
  }

  private func place(_ inotify: inout Inotify, instead old: Int32?) -> Int32? {
    // A second pass finds folders that appear during the first.
    var placed: Int32?
    for _ in 0..<2 {
      var folder = file.removingLastComponent()
      while true {
        if let watch = try? inotify.add(folder, Self.mask) {
          if let placed, placed != watch { inotify.remove(placed) }
          placed = watch
          break
        }
        guard folder.removeLastComponent() else { break }
      }
    }
    if let old, old != placed { inotify.remove(old) }
    return placed
  }

  private var names: Set<[UInt8]> { Set(file.components.map { FilePath(root: nil, CollectionOfOne($0)).bytes }) }
}
