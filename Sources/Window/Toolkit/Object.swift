internal import CGtk
internal import ScanModel
internal import SystemPackage

/// A GObject: a widget, a controller, an action, a model. Kept as long as this value lives.
///
/// Safe: the pointer is that of a living object from `init` to `deinit`, and GTK checks names and types of properties.
@MainActor @safe class Object {
  let pointer: UnsafeMutableRawPointer

  /// Takes a reference to an object; a new widget without an owner becomes ours.
  init(_ pointer: UnsafeMutableRawPointer) {
    unsafe ocrscan_ref(pointer)
    unsafe self.pointer = pointer
  }

  isolated deinit { unsafe ocrscan_unref(pointer) }

  /// Distinguishes objects.
  var address: UInt { unsafe UInt(bitPattern: pointer) }

  // MARK: Properties

  func set(_ property: String, _ value: String) { unsafe ocrscan_set_string(pointer, property, value) }
  func set(_ property: String, _ value: Bool) { unsafe ocrscan_set_number(pointer, property, value ? 1 : 0) }
  /// Also enumerations, by their numbers.
  func set(_ property: String, _ value: Int) { unsafe ocrscan_set_number(pointer, property, Int32(clamping: value)) }
  func set(_ property: String, _ value: Double) { unsafe ocrscan_set_double(pointer, property, value) }
  func set(_ property: String, _ value: Object?) { unsafe ocrscan_set_object(pointer, property, value?.pointer) }

  func string(_ property: String) -> String {
    guard let text = unsafe ocrscan_get_string(pointer, property) else { return "" }
    defer { unsafe ocrscan_free(text) }
    return unsafe String(cString: text)
  }
  func flag(_ property: String) -> Bool { unsafe ocrscan_get_number(pointer, property) != 0 }
  func number(_ property: String) -> Int { Int(unsafe ocrscan_get_number(pointer, property)) }
  func double(_ property: String) -> Double { unsafe ocrscan_get_double(pointer, property) }
  func object(_ property: String) -> Object? {
    guard let value = unsafe ocrscan_get_object(pointer, property) else { return nil }
    let object = unsafe Object(value)
    unsafe ocrscan_unref(value)
    return object
  }

  // MARK: Signals

  /// Calls a handler for a signal as long as the object lives.
  func on(_ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Bool) {
    unsafe ocrscan_connect(
      pointer, signal, retained(SignalHandler(handler)),
      { context, arguments, _ in
        let address = UInt(bitPattern: arguments)
        return unsafe call(context) { (handler: SignalHandler) in
          handler.call(SignalArguments(address)) ? 1 : 0
        }
      }, releaseContext)
  }

  func on(_ signal: String, _ handler: @escaping @MainActor () -> Void) {
    on(signal) { _ in
      handler()
      return false
    }
  }
}

/// The arguments of a signal, valid while its handler runs.
@MainActor @safe struct SignalArguments {
  private let values: UnsafeRawPointer?

  fileprivate init(_ address: UInt) { unsafe values = UnsafeRawPointer(bitPattern: address) }

  /// Whole numbers, booleans, enumerations and flags.
  func number(_ index: Int) -> Int { Int(unsafe ocrscan_argument_number(values, UInt32(index))) }
  func double(_ index: Int) -> Double { unsafe ocrscan_argument_double(values, UInt32(index)) }
  /// The bytes that an action was activated with, up to a NUL.
  func actionBytes(_ index: Int) -> [UInt8]? {
    unsafe ocrscan_argument_bytes(values, UInt32(index)).map { unsafe FilePath(platformString: $0).bytes }
  }
}

/// What C holds for a handler.
private final class SignalHandler {
  let call: @MainActor (SignalArguments) -> Bool

  init(_ call: @escaping @MainActor (SignalArguments) -> Bool) { self.call = call }
}

/// A pending call, which can be cancelled.
@MainActor final class DelayedCall {
  private var number: UInt32?

  /// Calls after a time, in GLib's main loop; zero means when the loop is idle.
  init(after time: Duration, _ body: @escaping @MainActor () -> Void) {
    let box = Box { [weak self] in
      self?.number = nil
      body()
    }
    number = unsafe ocrscan_call_later(
      UInt32(clamping: Int64(time / .milliseconds(1))), retained(box),
      { context in unsafe call(context) { (box: Box) in box.body() } }, releaseContext)
  }

  func cancel() {
    if let number { ocrscan_cancel_call(number) }
    number = nil
  }

  private final class Box {
    let body: @MainActor () -> Void
    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
  }
}

// How calls from C find their way back to Swift. GTK calls on the main thread only, with a context that is the address
// of one of our objects.

/// Hands an object to C, to be given back with every call; `releaseContext` ends that.
func retained(_ object: AnyObject) -> UnsafeMutableRawPointer {
  unsafe Unmanaged.passRetained(object).toOpaque()
}

/// Undoes `retained`.
let releaseContext: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  if let context = unsafe context { unsafe Unmanaged<AnyObject>.fromOpaque(context).release() }
}

/// Runs the Swift side of a call from C.
/// - Parameters:
///   - context: The result of `retained`.
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
