internal import Foundation
package import History
internal import Localization
package import Pipeline
internal import ScanModel
internal import ScreenshotLibrary
internal import Settings
internal import SystemPackage

/// The page about an entry, with its picture if that still exists.
package enum EntryReport {
  package static func fileName(_ number: Int64) -> String { "ocr-scan-\(number).html" }

  /// The whole page. `redacts` removes private parts from text and picture, for which the screenshot is read again; if
  /// they cannot be found, the picture is left out.
  /// - Throws: `HistoryFailure` with `.corrupt`.
  package static func page(
    _ entry: HistoryEntry, redacts: Bool, pipeline: ScanPipeline, renderer: ScreenshotRenderer, policy: ScanPolicy
  ) async throws(HistoryFailure) -> String {
    let kept = try entry.report()
    let report = redacts ? kept.stored(as: .redacted) : kept
    return EntryDocument(
      report: report.localized, number: entry.number, verified: entry.verified,
      picture: await picture(entry.path, report, redacts: redacts, pipeline, renderer, policy), isRedacted: redacts,
      writtenAt: Date()
    ).html()
  }

  private static func picture(
    _ path: FilePath?, _ report: ScanReport, redacts: Bool, _ pipeline: ScanPipeline, _ renderer: ScreenshotRenderer,
    _ policy: ScanPolicy
  ) async -> EntryDocument.Picture {
    guard let path else { return .missing(localized("It came without a file, so the picture was not kept.")) }
    guard let image = report.image else { return .missing(localized("The picture could not be read.")) }
    let content: ScreenshotContent
    do throws(IntakeFailure) {
      content = try pipeline.intake.run(.named(path))
    } catch {
      if error.code == .notFound { return .missing(localized("The picture is not there any more.")) }
      let failure = error.scanFailure(
        name: "\(path.displayFileName)", wasAnnounced: false, maximumBytes: pipeline.intake.maximumBytes)
      return .missing(localized(FailureCatalog.message(for: failure)))
    }
    guard content.sha256 == report.sha256 else {
      return .missing(localized("There is another picture in its place now, so it is not shown."))
    }
    do throws(ScanFailure) {
      var annotation = AnnotationCaption.annotation(for: report)
      let name: Message = "\(path.displayFileName)"
      if redacts { annotation.hiddenBoxes = try await pipeline.privateBoxes(in: content, name: name, policy) }
      return .png(try await renderer.annotate(content, image: image, annotation, name: name))
    } catch {
      let words = localized(FailureCatalog.message(for: error))
      guard redacts else { return .missing(words) }
      return .missing(
        localized("The picture is left out, because private parts in it could not be found or hidden. %1$@", words))
    }
  }
}
