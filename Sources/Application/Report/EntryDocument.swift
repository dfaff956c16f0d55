internal import Foundation
internal import Hashing
internal import Localization
internal import ScanModel

/// One entry of the history as an HTML page for others. A single file without scripts or external resources, which its
/// content security policy enforces.
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
  let isRedacted: Bool
  let writtenAt: Date

  func html() -> String {
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="\(Localization.language)">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
      style-src 'sha256-\(Self.styleHash)'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width">
      <meta name="referrer" content="no-referrer">
      <title dir="auto">\(localized("ocr-scan report: %1$@", level))</title>
      <style>\(Self.style)</style>
      </head>
      <body class="\(report.answer.rawValue)">
      <main>
      \(header)
      \(steps)
      \(section(localized("The screenshot"), [screenshot]))
      \(reasons)
      \(list(localized("What speaks against a scam"), ReasonList.doubts(about: report)))
      \(list(localized("What was checked"), CheckedFactsList.sentences(report)))
      \(list(localized("Codes in it"), ReasonList.effects(of: report)))
      \(section(localized("Recognized text"), text.map { ["<pre dir=\"auto\">\($0)</pre>"] } ?? []))
      \(facts)
      \(footer)
      </main>
      </body>
      </html>

      """
    return page.markup
  }

  private var text: String? { report.text.flatMap { $0.isEmpty ? nil : $0.withLocalLabels } }

  /// That of an unjudged screenshot names the file, of which others need not know the folder.
  private var explanation: String {
    let text = RiskWords.explanationBelowHeading(report)
    guard report.riskLevel == .unknown, let path = report.path, let name = report.fileName else { return text }
    return text.replacing(path, with: name)
  }

  private var judged: String {
    guard let likely = RiskWords.likelihood(report) else { return localized("Judged by a program; it can be wrong.") }
    return localized("%1$@, judged by a program; it can be wrong.", likely).capitalizedFirst
  }

  private var level: String { RiskWords.answer(report.answer).capitalizedFirst }

  private var header: HTML {
    let said = verified.map {
      $0 == .scam
        ? localized("The person who took it says: a scam.") : localized("The person who took it says: not a scam.")
    }
    return """
      <header>
      <p class="level" dir="auto">\(RiskWords.sign(report.answer)) \(level)</p>
      <h1 dir="auto">\(RiskWords.heading(report))</h1>
      \(explanation.isEmpty ? [] : ["<p dir=\"auto\">\(explanation)</p>"])
      \(([judged] + [said].compactMap(\.self)).map(quiet))
      </header>
      """
  }

  private func quiet(_ text: String) -> HTML { "<p class=\"quiet\" dir=\"auto\">\(text)</p>\n" }

  private var steps: HTML {
    let isUnsure = report.answer == .unsure
    let steps = isUnsure ? FindingOut.steps(report) : WhatToDo.steps(report)
    // That not everything can be seen is nothing to do.
    let heading = report.answer == .clear ? nil : isUnsure ? localized("How to find out") : localized("What to do")
    return section(heading, steps.map { "<p dir=\"auto\">\($0)</p>\n" }, isAdvice: true)
  }

  private var screenshot: HTML {
    switch picture {
    case .png(let bytes):
      let words = localized("The screenshot, with the lines framed that led to this result")
      let data = HTML(computed: Data(bytes).base64EncodedString())
      return "<img alt=\"\(words)\" src=\"data:image/png;base64,\(data)\">"
    case .missing(let reason): return quiet(reason)
    }
  }

  private var reasons: HTML {
    let reasons = ReasonList.reasons(of: report).map { reason -> HTML in
      "<li>\n<p dir=\"auto\">\(reason.message.description)</p>\n\(reason.quote.map { [quiet($0)] } ?? [])</li>\n"
    }
    return section(localized("Reasons"), reasons.isEmpty ? [] : ["<ol>\n\(reasons)</ol>"])
  }

  private func list(_ heading: String, _ lines: [String]) -> HTML {
    let items = lines.map { line -> HTML in "<li dir=\"auto\">\(line)</li>\n" }
    return section(heading, items.isEmpty ? [] : ["<ul>\n\(items)</ul>"])
  }

  /// Nothing without content.
  private func section(_ heading: String?, _ content: [HTML], isAdvice: Bool = false) -> HTML {
    if content.isEmpty { return "" }
    let title = heading.map { ["<h2>\($0)</h2>\n" as HTML] } ?? []
    return "<section\(isAdvice ? [" class=\"advice\""] : [])>\n\(title)\(content)\n</section>"
  }

  private var facts: HTML {
    let way = report.source == .auto ? localized("automatically") : localized("by hand")
    let reading = report.ocr.map { ocr in
      localized(count: ocr.words, one: "%1$@ word", other: "%1$@ words")
        + ", \(RiskWords.reading(ocr.confidenceLevel))"
        + (ocr.confidence.map { " (\(RiskWords.percent($0)))" } ?? "")
    }
    let rows: [(String, String?)] = [
      (localized("File"), report.fileName), (localized("SHA-256 of the file"), report.sha256),
      (localized("Taken"), report.capturedAt.map(RelativeTime.moment)),
      (localized("Scanned"), "\(RelativeTime.moment(report.scannedAt)), \(way)"),
      (localized("Size"), report.image.map { localized("%1$@ × %2$@ pixels", $0.width, $0.height) }),
      (localized("Reading"), reading), (localized("Entry"), "\(number), \(report.id)"),
    ]
    let lines = rows.map { name, value -> HTML in
      guard let value else { return "" }
      return "<tr>\n<th dir=\"auto\">\(name)</th>\n<td dir=\"auto\">\(value)</td>\n</tr>\n"
    }
    return section(localized("Facts"), ["<table>\n\(lines)</table>"])
  }

  private var footer: HTML {
    let taken = localized(
      "Card and account numbers, codes, passwords, e-mail addresses and phone numbers were taken out where they were "
        + "recognized. Look at the picture before you pass this page on.")
    let written = localized(
      "Written by ocr-scan %1$@ at %2$@, on the computer where the screenshot was scanned.", ProgramVersion.text,
      RelativeTime.moment(writtenAt))
    let lines = ((isRedacted ? [taken] : []) + [written]).map { line -> HTML in "<p dir=\"auto\">\(line)</p>\n" }
    return "<footer>\n\(lines)</footer>"
  }

  /// Allows exactly this style and no other (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
  private static var styleHash: String { Data(SHA256.digest(of: Array(style.markup.utf8))).base64EncodedString() }

  private static let style: HTML = """
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

/// Markup: its literals are the program's own, and texts that are put between them are escaped, for content and for
/// attributes in double quotes; the browser determines their direction.
struct HTML: Sendable, ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { markup += literal }

    mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

    mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.markup } }

    /// Control characters but line breaks, and those that turn the direction of text, are shown as escapes.
    mutating func appendInterpolation(_ text: String) {
      markup += MarkupEscaping.escaped(TerminalEscaping.escaped(text, keepingLineBreaks: true))
    }
  }

  let markup: String

  init(stringLiteral literal: String) { markup = literal }

  init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

  /// What the program computed, such as a picture in base64; never text from outside.
  init(computed markup: String) { self.markup = markup }
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
