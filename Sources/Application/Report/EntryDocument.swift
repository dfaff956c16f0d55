internal import Foundation
internal import Hashing
internal import Localization
internal import ScanModel

/// One entry of the history as an HTML page for others: a bank, the police, a relative. A single file without scripts
/// or external resources, which its content security policy enforces.
struct EntryDocument: Sendable {
  /// The screenshot with its risky lines framed, or why it is missing.
  enum Picture: Sendable {
    case png([UInt8])
    case missing(String)
  }

  /// In the user's language.
  let report: ScanReport
  let number: Int64
  let verified: UserVerdict?
  let picture: Picture
  /// Private parts were removed from text and picture.
  let isRedacted: Bool
  let writtenAt: Date

  func html() -> String {
    var page = HTMLBuilder()
    page.computed("<!DOCTYPE html>\n<html lang=\"\(Localization.language)\">\n<head>\n<meta charset=\"utf-8\">")
    page.computed(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
        + "style-src 'sha256-\(Self.styleHash)'; base-uri 'none'; form-action 'none'\">")
    page.raw(
      "<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"referrer\" content=\"no-referrer\">")
    page.element("title", "", localized("ocr-scan report: %1$@", level))
    page.computed("<style>\(Self.style)</style>\n</head>\n<body class=\"\(report.answer.rawValue)\">\n<main>")
    verdict(&page)
    pictures(&page)
    reasons(&page)
    list(localized("What speaks against a scam"), ReasonList.doubts(about: report), &page)
    list(localized("What was checked"), CheckedFactsList.sentences(report), &page)
    list(localized("Codes in it"), ReasonList.effects(of: report), &page)
    if let text = report.text, !text.isEmpty {
      page.section(localized("Recognized text")) { $0.element("pre", "", text.withLocalLabels) }
    }
    facts(&page)
    footer(&page)
    page.raw("</main>\n</body>\n</html>")
    return page.html
  }

  /// That of an unjudged screenshot names the file, of which others need not know the folder.
  private var explanation: String {
    let text = RiskWords.explanationBelowHeading(report)
    guard report.riskLevel == .unknown, let path = report.path, let name = report.fileName else {
      return text
    }
    return text.replacing(path, with: name)
  }

  private var judged: String {
    guard let likely = RiskWords.likelihood(report) else { return localized("Judged by a program; it can be wrong.") }
    return localized("%1$@, judged by a program; it can be wrong.", likely).capitalizedFirst
  }

  private var level: String { RiskWords.answer(report.answer).capitalizedFirst }

  private func verdict(_ page: inout HTMLBuilder) {
    page.raw("<header>")
    page.element("p", "level", "\(RiskWords.sign(report.answer)) \(level)")
    page.element("h1", "", RiskWords.heading(report))
    if !explanation.isEmpty { page.element("p", "", explanation) }
    page.element("p", "quiet", judged)
    if let verified {
      page.element(
        "p", "quiet",
        verified == .scam
          ? localized("The person who took it says: a scam.") : localized("The person who took it says: not a scam."))
    }
    page.raw("</header>")
    let isUnsure = report.answer == .unsure
    let steps = isUnsure ? FindingOut.steps(report) : WhatToDo.steps(report)
    guard !steps.isEmpty else { return }
    // That not everything can be seen is nothing to do.
    let heading =
      report.answer == .clear ? nil : isUnsure ? localized("How to find out") : localized("What to do")
    page.section(heading, "advice") { page in
      for step in steps { page.element("p", "", step) }
    }
  }

  private func pictures(_ page: inout HTMLBuilder) {
    page.section(localized("The screenshot")) { page in
      switch picture {
      case .png(let bytes):
        let words = HTMLBuilder.escaped(localized("The screenshot, with the lines framed that led to this result"))
        page.computed("<img alt=\"\(words)\" src=\"data:image/png;base64,\(Data(bytes).base64EncodedString())\">")
      case .missing(let reason): page.element("p", "quiet", reason)
      }
    }
  }

  private func reasons(_ page: inout HTMLBuilder) {
    let reasons = ReasonList.reasons(of: report)
    guard !reasons.isEmpty else { return }
    page.section(localized("Reasons")) { page in
      page.raw("<ol>")
      for reason in reasons {
        page.raw("<li>")
        page.element("p", "", "\(reason.message)")
        if let quote = reason.quote { page.element("p", "quiet", quote) }
        page.raw("</li>")
      }
      page.raw("</ol>")
    }
  }

  private func list(_ heading: String, _ lines: [String], _ page: inout HTMLBuilder) {
    guard !lines.isEmpty else { return }
    page.section(heading) { page in
      page.raw("<ul>")
      for line in lines { page.element("li", "", line) }
      page.raw("</ul>")
    }
  }

  private func facts(_ page: inout HTMLBuilder) {
    var rows: [(String, String)] = []
    if let name = report.fileName { rows.append((localized("File"), name)) }
    if let sha256 = report.sha256 { rows.append((localized("SHA-256 of the file"), sha256)) }
    if let captured = report.capturedAt { rows.append((localized("Taken"), RelativeTime.moment(captured))) }
    let way = report.source == .auto ? localized("automatically") : localized("by hand")
    rows.append((localized("Scanned"), "\(RelativeTime.moment(report.scannedAt)), \(way)"))
    if let image = report.image {
      rows.append((localized("Size"), localized("%1$@ × %2$@ pixels", image.width, image.height)))
    }
    if let ocr = report.ocr {
      let confidence = ocr.confidence.map { " (\(RiskWords.percent($0)))" } ?? ""
      let words = localized(count: ocr.words, one: "%1$@ word", other: "%1$@ words")
      rows.append((localized("Reading"), "\(words), \(RiskWords.reading(ocr.confidenceLevel))\(confidence)"))
    }
    rows.append((localized("Entry"), "\(number), \(report.id)"))
    page.section(localized("Facts")) { page in
      page.raw("<table>")
      for (name, value) in rows {
        page.raw("<tr>")
        page.element("th", "", name)
        page.element("td", "", value)
        page.raw("</tr>")
      }
      page.raw("</table>")
    }
  }

  private func footer(_ page: inout HTMLBuilder) {
    page.raw("<footer>")
    if isRedacted {
      page.element(
        "p", "",
        localized(
          "Card and account numbers, codes, passwords, e-mail addresses and phone numbers were taken out where they were "
            + "recognized. Look at the picture before you pass this page on."))
    }
    page.element(
      "p", "",
      localized(
        "Written by ocr-scan %1$@ at %2$@, on the computer where the screenshot was scanned.", ProgramVersion.text,
        RelativeTime.moment(writtenAt)))
    page.raw("</footer>")
  }

  /// Allows exactly this style and no other (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
  private static var styleHash: String {
    Data(SHA256.digest(of: Array(style.utf8))).base64EncodedString()
  }

  private static let style = """
    :root{color-scheme:light dark;--quiet:#595959;--line:#d0d0d0;--card:#f4f4f4}\
    @media(prefers-color-scheme:dark){:root{--quiet:#b0b0b0;--line:#505050;--card:#2a2a2a}}\
    body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:46rem;margin:0 auto;padding:1.5rem}\
    h1{margin:.2em 0;font-size:1.8rem}h2{font-size:1.1rem;margin:1.6em 0 .4em}p{margin:.4em 0}\
    .level{display:inline-block;font-weight:bold;padding:.15em .9em;border-radius:2em;border:2px solid;\
    -webkit-print-color-adjust:exact;print-color-adjust:exact}\
    .scam .level{background:#b3261e;border-color:#b3261e;color:#fff}\
    .suspicious .level,.unsure .level{background:#f5c211;border-color:#f5c211;color:#241f31}\
    .quiet,footer{color:var(--quiet)}.advice{background:var(--card);border-radius:.6em;padding:.1em 1em .6em}\
    .advice h2{margin-top:.6em}img{max-width:100%;height:auto;border:1px solid var(--line)}\
    pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--card);padding:1em;border-radius:.6em}\
    th{text-align:start;vertical-align:top;padding:.2em 1.2em .2em 0;font-weight:600}td{overflow-wrap:anywhere}\
    footer{border-top:1px solid var(--line);margin-top:2em;font-size:.85rem}\
    @page{margin:16mm}@media print{main{padding:0}h2{break-after:avoid}pre{font-size:.85rem}\
    img{max-height:17cm;width:auto;break-inside:avoid}li,tr,.advice{break-inside:avoid}}
    """
}

/// Builds HTML from elements and text; text is always escaped.
struct HTMLBuilder {
  private(set) var html = ""

  /// Adds markup without variable text: element names and attributes are the program's own.
  mutating func raw(_ markup: StaticString) { html += "\(markup)\n" }

  /// Adds markup that the program computed, such as a checksum; never text from outside.
  mutating func computed(_ markup: String) { html += markup + "\n" }

  mutating func section(
    _ heading: String?, _ classes: StaticString = "", _ body: (inout HTMLBuilder) -> Void
  ) {
    html += "<section\(Self.attribute(classes))>\n"
    if let heading { html += "<h2>\(Self.escaped(heading))</h2>\n" }
    body(&self)
    raw("</section>")
  }

  /// Adds an element with text, whose direction the browser determines. There may be no classes.
  mutating func element(_ name: StaticString, _ classes: StaticString, _ text: String) {
    html += "<\(name)\(Self.attribute(classes)) dir=\"auto\">\(Self.escaped(text))</\(name)>\n"
  }

  private static func attribute(_ classes: StaticString) -> String {
    classes.utf8CodeUnitCount == 0 ? "" : " class=\"\(classes)\""
  }

  /// Text for content and for attributes in double quotes. Control
  /// characters other than line breaks, and those that turn the direction of text, are shown as escapes.
  static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { MarkupEscaping.escaped(TerminalEscaping.escaped(String($0))) }.joined(separator: "\n")
  }
}

/// Text for where markup is read: HTML, and the few properties of widgets that take Pango's.
package enum MarkupEscaping {
  /// The text with the five characters replaced that mean something in content or in quoted attributes
  /// (https://html.spec.whatwg.org/#escapingString); the entities are those of XML, which Pango knows too.
  package static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { entities[$0] ?? String($0) }.joined()
  }

  private static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ]
}
