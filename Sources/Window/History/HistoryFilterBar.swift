internal import Application
internal import FoundationEssentials
internal import History
internal import Localization
internal import ScanModel

@MainActor final class HistoryFilterBar {
  var changed: () -> Void = {}
  private let search: Object
  private let level: Object
  private let time: Object
  private let kind: Object
  private let source: Object
  /// The categories of scams, by their words.
  private static let kinds = RiskCategory.allCases.filter { $0 != .none && $0 != .unknown }
    .sorted { RiskWords.category($0) < RiskWords.category($1) }

  init(_ layout: Layout) {
    search = layout["search"]
    level = layout["level_filter"]
    time = layout["time_filter"]
    kind = layout["kind_filter"]
    source = layout["source_filter"]
    let words = Self.kinds.map { RiskWords.category($0).capitalizedFirst }
    kind.set("model", Object.stringList([localized("All kinds")] + words))
    for (list, words) in [
      (level, localized("Risk")), (time, localized("Time")), (kind, localized("Kind")),
      (source, localized("How it was scanned")),
    ] {
      list.describeMenuButton(words)
      list.on("notify::selected") { [weak self] in self?.changed() }
    }
    search.on("search-changed") { [weak self] in self?.changed() }
  }

  var isNarrow: Bool { filter() != .all }

  /// Removes the filter, so that a requested entry is in the list.
  func reset() {
    search.set("text", "")
    for list in [level, time, kind, source] { list.set("selected", 0) }
  }

  func filter(now: Date = Date()) -> HistoryFilter {
    var filter = HistoryFilter.all
    filter.words = search.string("text").split(whereSeparator: \.isWhitespace).map(String.init)
    switch level.number("selected") {
    case 1: filter.toReview = true
    case 2: filter.riskLevels = [.high]
    case 3: filter.riskLevels = [.medium]
    case 4: filter.isUnsure = true
    case 5:
      filter.riskLevels = [.low]
      filter.isUnsure = false
    case 6: filter.riskLevels = [.unknown]
    default: break
    }
    switch time.number("selected") {
    case 1: filter.since = Calendar.current.startOfDay(for: now)
    case 2: filter.since = now.addingTimeInterval(-7 * 86_400)
    case 3: filter.since = now.addingTimeInterval(-30 * 86_400)
    default: break
    }
    let kind = self.kind.number("selected")
    if Self.kinds.indices.contains(kind - 1) { filter.categories = [Self.kinds[kind - 1]] }
    switch source.number("selected") {
    case 1: filter.source = .auto
    case 2: filter.source = .manual
    default: break
    }
    return filter
  }
}
