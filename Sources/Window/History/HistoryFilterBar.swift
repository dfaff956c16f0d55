internal import Application
internal import FoundationEssentials
internal import History
internal import Localization
internal import ScanModel

@MainActor final class HistoryFilterBar {
  var changed: () -> Void = {}
  private let search: Object
  /// The drop-down lists, and what the choices of each add to the filter; the first choice adds nothing.
  private let lists: [(widget: Object, choices: [Choice])]
  private typealias Choice = (inout HistoryFilter) -> Void

  init(_ layout: Layout) {
    search = layout["search"]
    let kinds = RiskCategory.allCases.filter { $0 != .none && $0 != .unknown }
      .sorted { RiskWords.category($0) < RiskWords.category($1) }
    let words = kinds.map { RiskWords.category($0).capitalizedFirst }
    layout["kind_filter"].set("model", Object.stringList([localized("All kinds")] + words))
    let levels: [Choice] = [
      { $0.toReview = true }, { $0.riskLevels = [.high] }, { $0.riskLevels = [.medium] }, { $0.isUnsure = true },
      { ($0.riskLevels, $0.isUnsure) = ([.low], false) }, { $0.riskLevels = [.unknown] },
    ]
    let times: [Choice] = [
      { $0.since = Calendar.current.startOfDay(for: Date()) }, { $0.since = Date().addingTimeInterval(-7 * 86_400) },
      { $0.since = Date().addingTimeInterval(-30 * 86_400) },
    ]
    lists = [
      ("level_filter", localized("Risk"), levels), ("time_filter", localized("Time"), times),
      ("kind_filter", localized("Kind"), kinds.map { kind in { $0.categories = [kind] } }),
      ("source_filter", localized("How it was scanned"), [{ $0.source = .auto }, { $0.source = .manual }]),
    ].map { name, words, choices in
      layout[name].describeMenuButton(words)
      return (layout[name], [{ _ in }] + choices)
    }
    for list in lists { list.widget.on("notify::selected") { [weak self] in self?.changed() } }
    search.on("search-changed") { [weak self] in self?.changed() }
  }

  var isNarrow: Bool { filter != .all }

  func reset() {
    search.set("text", "")
    for list in lists { list.widget.set("selected", 0) }
  }

  var filter: HistoryFilter {
    var filter = HistoryFilter.all
    filter.words = search.string("text").split(whereSeparator: \.isWhitespace).map(String.init)
    for (widget, choices) in lists {
      let index = widget.number("selected")
      if choices.indices.contains(index) { choices[index](&filter) }
    }
    return filter
  }
}
