internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread that runs one body and ends with it.
///
/// Needed where the Swift pool does not serve: blocking calls (poll(2)) must not occupy the pool's few threads, and
/// PR_SET_PDEATHSIG fires when the *thread* that started a child ends (prctl(2)), which pool threads do at will.
package final class DedicatedThread: Sendable {
  private let thread: pthread_t
  private let joined = Mutex(false)

  /// Starts the thread.
  /// - Throws: `SystemError` if the system has no thread to give (pthread_create(3): EAGAIN).
  package init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    // The default of 8 MiB is address space only, but a small stack keeps a stray recursion from growing unseen.
    unsafe pthread_attr_setstacksize(&attributes, 1 << 20)

    let boxed = unsafe Unmanaged.passRetained(Body(name: name, body))
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, &attributes,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        }
        return nil
      }, boxed.toOpaque())
    guard status == 0 else {
      unsafe boxed.release()
      throw SystemError("pthread_create", errno: status)
    }
    self.thread = thread
  }

  /// Waits until the body has returned. Safe to call more than once; must not be called from the thread itself.
  package func join() {
    joined.withLock { joined in
      if !joined { pthread_join(thread, nil) }
      joined = true
    }
  }

  deinit {
    if !joined.withLock({ $0 }) { pthread_detach(thread) }
  }

  private final class Body {
    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      unsafe name.withCString { unsafe ocrscan_name_thread($0) }
      body()
    }
  }
}
