// How calls from C find their way back to Swift. GTK calls on the main thread only, with a context that is the address
// of one of our objects.

/// Hands an object to C, to be given back with every call; `releaseContext` ends that.
func retained(_ object: AnyObject) -> UnsafeMutableRawPointer {
  unsafe Unmanaged.passRetained(object).toOpaque()
}

/// Hands C an object that outlives all calls.
func unretained(_ object: AnyObject) -> UnsafeMutableRawPointer {
  unsafe Unmanaged.passUnretained(object).toOpaque()
}

/// Undoes `retained`.
let releaseContext: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  if let context = unsafe context { unsafe Unmanaged<AnyObject>.fromOpaque(context).release() }
}

/// Runs the Swift side of a call from C.
/// - Parameters:
///   - context: The result of `retained` or `unretained`.
///   - body: Gets the object.
/// - Returns: What the body returned.
func call<Context: AnyObject, Result: Sendable>(
  _ context: UnsafeMutableRawPointer?, _ body: @MainActor (Context) -> Result
) -> Result {
  let address = UInt(bitPattern: context)
  return MainActor.assumeIsolated {
    guard let pointer = unsafe UnsafeMutableRawPointer(bitPattern: address) else {
      preconditionFailure("a call without its context")
    }
    return body(unsafe Unmanaged<Context>.fromOpaque(pointer).takeUnretainedValue())
  }
}

/// The same for a call that comes only once, after which its context is released.
func callOnce<Context: AnyObject>(_ context: UnsafeMutableRawPointer?, _ body: @MainActor (Context) -> Void) {
  unsafe call(context, body)
  unsafe releaseContext(context)
}
