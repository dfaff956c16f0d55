import Synchronization

/// A value that test callbacks may change from any thread.
package final class Locked<Value: Sendable>: Sendable {
  private let storage: Mutex<Value>

  package init(_ value: Value) { storage = Mutex(value) }

  package func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    storage.withLock { body(&$0) }
  }
}
