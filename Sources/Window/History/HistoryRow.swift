internal import Application
internal import CGtk
internal import FoundationEssentials
internal import History
internal import Localization
internal import ScanModel

@MainActor final class HistoryRow {
  let root: Object
  var number: Int64?
  var thumbnailTask: Task<Void, Never>?
  /// The entry that the task is about.
  var thumbnailOf: Int64?
  /// Of the thumbnail, in logical pixels.
  static let side = 64
  private let canvas = DrawnWidget(role: "presentation")
  private var texture: Texture?
  private let level: Object
  private let mark: Object
  private let title: Object
  private let details: Object

  init() {
    let layout = Layout(PackageResources.history_row_ui)
    root = layout["root"]
    level = layout["level"]
    mark = layout["mark"]
    title = layout["title"]
    details = layout["details"]
    canvas.setSize(width: Self.side, height: Self.side)
    canvas.draws { [weak self] drawing in self?.draw(drawing) }
    layout["thumbnail"].append(canvas)
  }

  /// The whole picture: a part of a screenshot is often an empty one, and the shape tells phones from screens.
  private func draw(_ drawing: Drawing) {
    guard let texture else { return }
    let (width, height) = (Float(texture.width), Float(texture.height))
    let scale = min(drawing.width / width, drawing.height / height)
    // Never so narrow that nothing can be seen of a long one: that is cut below.
    let shown = Rect(
      x: min((drawing.width - width * scale) / 2, drawing.width * 0.3), y: 0,
      width: max(width * scale, drawing.width * 0.4), height: drawing.height)
    let place = Rect(
      x: shown.x, y: max(0, (drawing.height - height * shown.width / width) / 2), width: shown.width,
      height: height * shown.width / width)
    let clip = Rect(x: shown.x, y: place.y, width: shown.width, height: min(place.height, drawing.height))
    drawing.texture(texture.object, in: place, clip: clip, radius: 5)
  }

  func unbind() {
    cancelThumbnail()
    number = nil
  }

  func cancelThumbnail() {
    thumbnailTask?.cancel()
    thumbnailOf = nil
  }

  func clear() {
    for label in [level, mark, title, details] { label.set("label", "") }
    show(thumbnail: nil)
  }

  func show(_ entry: EntrySummary, _ thumbnail: Texture?) {
    RiskLabel.show(entry.answer, on: level)
    let words = RowWords(entry, now: Date())
    mark.set("label", words.mark)
    title.set("label", words.title)
    details.set("label", words.details)
    root.describeListItem(words.spoken)
    show(thumbnail: thumbnail)
  }

  func show(thumbnail texture: Texture?) {
    self.texture = texture
    canvas.redraw()
  }
}

struct RowWords {
  var mark = ""
  var title: String
  var details: String
  private let answer: ScanAnswer

  init(_ entry: EntrySummary, now: Date) {
    if let verified = entry.verified {
      mark = RiskWords.verified(verified)
    } else if entry.requiresReview {
      mark = localized("☐ to check")
    }
    title =
      RiskWords.title(entry.category, entry.answer)
      ?? (entry.errorCode.map { localized(FailureCatalog.title(of: $0)) } ?? localized("Not judged")).capitalizedFirst
    let name = entry.path?.displayFileName ?? localized("pasted picture")
    let source = entry.source == .auto ? localized("automatic") : localized("by hand")
    details = "\(RelativeTime.words(for: entry.scannedAt, now: now)) · \(source) · \(name)"
    answer = entry.answer
  }

  /// Everything for screen readers, without signs.
  var spoken: String {
    let marked = mark.isEmpty ? "" : ", " + mark.drop { !$0.isLetter }
    return localized("%1$@: %2$@", RiskWords.answer(answer), "\(title)\(marked), \(details)")
  }
}

@MainActor enum RiskLabel {
  static func show(_ answer: ScanAnswer, on label: Object) {
    for name in ScanAnswer.allCases { label.setClass(name.rawValue, name == answer) }
    label.set("label", "\(RiskWords.sign(answer)) \(RiskWords.answer(answer).capitalizedFirst)")
  }
}
