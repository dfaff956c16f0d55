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

  /// Takes over the reference that a function has returned.
  init(owned pointer: UnsafeMutableRawPointer) { unsafe self.pointer = pointer }

  isolated deinit { unsafe ocrscan_unref(pointer) }

  var address: UInt { unsafe UInt(bitPattern: pointer) }

  func set(_ property: String, _ value: String) { unsafe ocrscan_set_string(pointer, property, value) }
  func set(_ property: String, _ value: Bool) { unsafe ocrscan_set_number(pointer, property, value ? 1 : 0) }
  /// Also enumerations, by their numbers.
  func set(_ property: String, _ value: Int) { unsafe ocrscan_set_number(pointer, property, Int32(clamping: value)) }
  func set(_ property: String, _ value: Double) { unsafe ocrscan_set_double(pointer, property, value) }
  func set(_ property: String, _ value: Object?) { unsafe ocrscan_set_object(pointer, property, value?.pointer) }

  func string(_ property: String) -> String { unsafe Object.taken(ocrscan_get_string(pointer, property)) }
  func flag(_ property: String) -> Bool { unsafe ocrscan_get_number(pointer, property) != 0 }
  func number(_ property: String) -> Int { Int(unsafe ocrscan_get_number(pointer, property)) }
  func double(_ property: String) -> Double { unsafe ocrscan_get_double(pointer, property) }
  func object(_ property: String) -> Object? {
    unsafe ocrscan_get_object(pointer, property).map { unsafe Object(owned: $0) }
  }

  /// The text that a function has returned, which is freed.
  static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    defer { unsafe ocrscan_free(text) }
    return unsafe String(cString: text)
  }

  func on(_ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Bool) {
    unsafe ocrscan_connect(
      pointer, signal, retained(Handler(handler)),
      { context, arguments, _ in
        let address = UInt(bitPattern: arguments)
        return unsafe call(context) { (handler: Handler<SignalArguments, Bool>) in
          handler.body(SignalArguments(address)) ? 1 : 0
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

  func double(_ index: Int) -> Double { unsafe ocrscan_argument_double(values, UInt32(index)) }
  /// The bytes that an action was activated with, up to a NUL.
  func actionBytes(_ index: Int) -> [UInt8]? {
    unsafe ocrscan_argument_bytes(values, UInt32(index)).map { unsafe FilePath(platformString: $0).bytes }
  }
}

/// Calls after a time, in GLib's main loop; zero means when the loop is idle.
@MainActor func callLater(after time: Duration, _ body: @escaping @MainActor () -> Void) {
  _ = unsafe ocrscan_call_later(
    UInt32(clamping: Int64(time / .milliseconds(1))), retained(Handler<Void, Void>(body)),
    { context in unsafe call(context) { (handler: Handler<Void, Void>) in handler.body(()) } }, releaseContext)
}

// How calls from C find their way back to Swift. GTK calls on the main thread only, with a context that is the address
// of one of our objects.

final class Handler<Argument, Result> {
  var body: @MainActor (Argument) -> Result
  init(_ body: @escaping @MainActor (Argument) -> Result) { self.body = body }
}

/// Hands an object to C, to be given back with every call; `releaseContext` ends that.
func retained(_ object: AnyObject) -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(object).toOpaque() }

let releaseContext: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
  if let context = unsafe context { unsafe Unmanaged<AnyObject>.fromOpaque(context).release() }
}

/// Runs the Swift side of a call from C, with the object that `retained` made the context.
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
