internal import Glibc

/// A thread of its own for work that blocks, which must never happen on the shared pool of Swift concurrency.
package enum DedicatedThread {
  /// The body travels to the thread in a box, because C passes one pointer.
  private final class Box {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Starts a detached thread that runs `body` and ends with it. It takes no signals: those are for the main thread.
  /// - Throws: `SystemError` with EAGAIN if there are too many threads.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    var result = unsafe pthread_attr_init(&attributes)
    guard result == 0 else { throw SystemError("pthread_attr_init", errno: result) }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

    // A new thread inherits the mask (pthread_sigmask(3)), so there is no moment in which it could take a signal.
    var all = sigset_t()
    var previous = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }

    let box = unsafe Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    result = unsafe pthread_create(
      &thread, &attributes,
      { context in
        if let context = unsafe context { unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    guard result == 0 else {
      unsafe box.release()
      throw SystemError("pthread_create", errno: result)
    }
  }
}
