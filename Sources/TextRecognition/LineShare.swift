/// The lines that one of several workers on the same screenshot reads.
package struct LineShare: Sendable, Hashable {
  /// In `0..<count`.
  package let index: Int
  /// Number of workers, at least 1.
  package let count: Int

  /// One worker reads everything.
  package static let all = LineShare(index: 0, count: 1)

  /// - Returns: Nil unless `index` is in `0..<count`.
  package init?(index: Int, of count: Int) {
    guard count >= 1, (0..<count).contains(index) else { return nil }
    self.init(index: index, count: count)
  }

  private init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }
}
