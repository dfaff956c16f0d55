/// Signed bytes of a model file, read in place.
package struct ModelTable: Sendable {
  let memory: MappedFile
  let range: Range<Int>

  package var count: Int { range.count }

  /// - Parameter index: In `0..<count`.
  package subscript(index: Int) -> Int8 {
    precondition(index >= 0 && index < range.count)
    return Int8(bitPattern: memory.byte(at: range.lowerBound + index))
  }
}
