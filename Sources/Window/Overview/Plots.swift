internal import Application
internal import CGtk
internal import FoundationEssentials
internal import History
internal import Localization
internal import ScanModel

extension ScanAnswer {
  /// Its color in plots, with 3:1 to the background in light and dark (WCAG 2.1, 1.4.11).
  @MainActor fileprivate var plotColor: RGBA {
    let isDark = ocrscan_is_dark() != 0
    return switch self {
    case .scam: RGBA(isDark ? 0xE5534B : 0xB3261E)
    case .suspicious, .unsure: RGBA(isDark ? 0xE5A50A : 0xB98900)
    case .clear, .unknown: RGBA(isDark ? 0x9A9996 : 0x77767B)
    }
  }

  /// Whether it is an outline, because a second amber or gray would be hard to tell from the first.
  fileprivate var isOutlined: Bool { self == .unsure || self == .unknown }
}

extension Drawing {
  private static let outline: Float = 1.5

  fileprivate func mark(_ answer: ScanAnswer, in rect: Rect, radius: Float = 0) {
    // One that is too low for an outline is filled.
    if answer.isOutlined, min(rect.width, rect.height) > 2 * Self.outline {
      frame(rect, radius: radius, thickness: Self.outline, answer.plotColor)
    } else {
      fill(rect, radius: radius, answer.plotColor)
    }
  }
}

@MainActor final class WeekPlot {
  private static let order = ScanAnswer.allCases
  /// Signs of the legend beside each other, so that their words fit into the narrowest window.
  private static let legendColumns = 3
  private static let legendLine = 18

  let canvas = DrawnWidget()
  private var bars: [[ScanAnswer: Int]] = []
  private var labels: [String] = []

  init() {
    canvas.setSize(width: 280, height: 210 + Self.legendLine)
    canvas.draws { [weak self] drawing in self?.draw(drawing) }
  }

  func show(_ counts: [EntryCount], weeks: Int, since: Date) {
    bars = Array(repeating: [:], count: weeks)
    for count in counts where bars.indices.contains(count.stretch) {
      bars[count.stretch][count.answer, default: 0] += count.count
    }
    labels = (0..<weeks).map { week in
      let day = since.addingTimeInterval(Double(week) * 7 * 86_400)
      let parts = Calendar.current.dateComponents([.day, .month], from: day)
      // In English as in the dates elsewhere (ISO 8601), without the year.
      return localized("%2$@-%1$@", EntryWords.twoDigits(parts.day), EntryWords.twoDigits(parts.month))
    }
    let spoken = zip(labels, bars).filter { !$1.isEmpty }.map { label, bar in
      let counts = Self.order.compactMap { answer in bar[answer].map { "\($0) \(RiskWords.answer(answer))" } }
      return localized("%1$@: %2$@", localized("week of %1$@", label), counts.joined(separator: ", "))
    }
    canvas.describe(localized("Screenshots by week"), spoken.joined(separator: "; "))
    canvas.redraw()
  }

  private func draw(_ drawing: Drawing) {
    let text = canvas.textColor
    let most = Float(max(1, bars.map { $0.values.reduce(0, +) }.max() ?? 1))
    let (top, bottom) = (Float(22), drawing.height - 46 - Float(Self.legendLine))
    let step = drawing.width / Float(max(1, bars.count))
    drawing.fill(Rect(x: 0, y: bottom, width: drawing.width, height: 1), text.with(alpha: 0.3))
    for (index, bar) in bars.enumerated() {
      let place = canvas.isRightToLeft ? bars.count - 1 - index : index
      let x = Float(place) * step + step * 0.18
      var y = bottom
      for answer in Self.order.reversed() {
        let height = Float(bar[answer] ?? 0) / most * (bottom - top)
        y -= height
        drawing.mark(answer, in: Rect(x: x, y: y, width: step * 0.64, height: max(0, height - 1)))
      }
      let total = bar.values.reduce(0, +)
      if total > 0 { drawing.text(String(total), of: canvas, x: x + step * 0.32, y: y - 10, .center, text) }
      if drawing.width > 460 || index % 2 == 0 {
        drawing.text(labels[index], of: canvas, x: x + step * 0.32, y: bottom + 12, .center, text.with(alpha: 0.75))
      }
    }
    legend(drawing, text)
  }

  private func legend(_ drawing: Drawing, _ text: RGBA) {
    let width = drawing.width / Float(Self.legendColumns)
    for (index, answer) in Self.order.enumerated() {
      let column = index % Self.legendColumns
      let x = Float(canvas.isRightToLeft ? Self.legendColumns - 1 - column : column) * width
      let y = drawing.height - 12 - (index < Self.legendColumns ? Float(Self.legendLine) : 0)
      drawing.mark(answer, in: Rect(x: x + 4, y: y - 5, width: 11, height: 11), radius: 3)
      let words = "\(RiskWords.sign(answer)) \(RiskWords.answer(answer))"
      drawing.text(words, of: canvas, x: x + 21, y: y, .start, text)
    }
  }
}

@MainActor final class KindPlot {
  private static let rowHeight = 30
  private static let maximum = 8

  let canvas = DrawnWidget()
  private var rows: [(words: String, count: Int)] = []

  init() { canvas.draws { [weak self] drawing in self?.draw(drawing) } }

  /// - Returns: How many kinds there are.
  func show(_ counts: [EntryCount]) -> Int {
    var kinds: [RiskCategory: Int] = [:]
    for count in counts where count.answer.isAlarming { kinds[count.category, default: 0] += count.count }
    rows = kinds.map { category, count in
      (RiskWords.category(category).capitalizedFirst, count)
    }.sorted { ($1.count, $0.words) < ($0.count, $1.words) }
    rows = Array(rows.prefix(Self.maximum))
    canvas.setSize(width: 280, height: rows.count * Self.rowHeight)
    canvas.describe(
      localized("Warnings by kind"), rows.map { localized("%1$@: %2$@", $0.words, $0.count) }.joined(separator: ", "))
    canvas.redraw()
    return rows.count
  }

  private func draw(_ drawing: Drawing) {
    let text = canvas.textColor
    let isMirrored = canvas.isRightToLeft
    let most = Float(max(1, rows.map(\.count).max() ?? 1))
    let start: Float = min(220, drawing.width * 0.5)
    for (index, row) in rows.enumerated() {
      let y = Float(index * Self.rowHeight) + Float(Self.rowHeight) / 2
      let length = Float(row.count) / most * (drawing.width - start - 50)
      drawing.text(row.words, of: canvas, x: isMirrored ? drawing.width : 0, y: y, isMirrored ? .end : .start, text)
      let x = isMirrored ? drawing.width - start - length : start
      drawing.fill(Rect(x: x, y: y - 8, width: max(2, length), height: 16), radius: 3, ScanAnswer.scam.plotColor)
      let end = isMirrored ? x - 8 : x + length + 8
      drawing.text(String(row.count), of: canvas, x: end, y: y, isMirrored ? .end : .start, isBold: true, text)
    }
  }
}
