internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread that runs one body and ends with it, for what the few threads of the cooperative pool cannot do: block, or
/// stay as long as a child process, whose PR_SET_PDEATHSIG fires when the *thread* that started it ends (prctl(2)).
package final class DedicatedThread: Sendable {
  private let thread: pthread_t
  private let joined = Mutex(false)

  /// Starts the thread, which receives no signals from outside. `name`, at most 15 bytes, is shown by top and gdb.
  /// - Throws: `SystemError` with EAGAIN if there are too many threads.
  package init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    // A new thread inherits the mask (pthread_sigmask(3)), so there is no moment in which it could receive a signal.
    var all = sigset_t()
    var previous = sigset_t()
    unsafe sigfillset(&all)
    // SIGPIPE goes to the thread that wrote (signal(7)). If this thread resumes a task, libdispatch may start one from
    // here that inherits the mask, and "ocr-scan ... | head" would complain of a broken pipe instead of ending.
    unsafe sigdelset(&all, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }

    let box = unsafe Unmanaged.passRetained(
      Box {
        unsafe ocrscan_name_thread(name)
        body()
      })
    var thread = pthread_t()
    let result = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context { unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard result == 0 else {
      unsafe box.release()
      throw SystemError("pthread_create", errno: result)
    }
    self.thread = thread
  }

  /// Starts a thread that is never joined.
  package static func start(
    name: String = "blocking", _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    _ = try DedicatedThread(name: name, body)
  }

  /// Waits until the body has returned, within a limit if there is one, and returns whether it has. May be called more
  /// than once, but not by the thread itself.
  @discardableResult
  package func join(within limit: Duration? = nil) -> Bool {
    joined.withLock { joined in
      if joined { return true }
      joined = limit.map { ocrscan_join(thread, Int64($0 / .nanoseconds(1))) } ?? pthread_join(thread, nil) == 0
      return joined
    }
  }

  deinit {
    if !joined.withLock({ $0 }) { pthread_detach(thread) }
  }

  private final class Box {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
