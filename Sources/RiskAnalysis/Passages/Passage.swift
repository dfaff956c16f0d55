/// A part of a page that is scored on its own.
struct Passage: Equatable {
  var tokens: Range<Int>
  /// It spans several blocks, which need not belong together.
  var isRun: Bool
}
