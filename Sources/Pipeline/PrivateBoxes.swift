internal import CodeContents
internal import EventLog
internal import Redaction
package import ScanModel
package import ScreenshotLibrary
internal import WorkerProtocol

extension ScanPipeline {
  /// Finds the private parts of a screenshot: the words that redaction would replace, and the codes that hold such
  /// words, secrets, or access to an account. Returns boxes in pixels, line by line.
  /// - Throws: `ScanFailure` if any part could not be read, since that part may be private too.
  package func privateBoxes(
    in content: ScreenshotContent, name: Message, _ policy: ScanPolicy
  ) async throws(ScanFailure) -> [PixelRect] {
    let request = ScanRequest(path: nil, name: name, source: .manual, trigger: .file, hasStarted: true)
    let outcome = await recognition.run(content, request, policy)
    let page = postCorrection.run(outcome, name: name, timeout: policy.timeout)
    if let failure = page.failure { throw failure }
    guard page.budget.isWhole else {
      throw ScanFailure(.annotationFailed, subject: name, detail: "it holds more text than can be looked at")
    }
    // Joining lines makes wrapped addresses whole; not joining them keeps numbers of separate lines apart.
    let texts = [TextPage(page.text), TextPage(page.text, joinsLines: false)]
    // A phone can read codes in the picture that people do not notice.
    guard let codes = page.codes, codes.isComplete else {
      throw ScanFailure(.annotationFailed, subject: name, detail: "not all codes in it could be read")
    }
    let boxes =
      texts.flatMap { text in
        TextRedactor.privateRanges(in: text.text).flatMap { range in text.boxes(in: range) }
      } + codes.codes.filter(isPrivate).map(\.box)
    guard boxes.count <= ProtocolLimits.maximumBoxes else {
      throw ScanFailure(.annotationFailed, subject: name, detail: "it holds more private parts than can be hidden")
    }
    return boxes
  }

  private func isPrivate(_ code: RecognizedCode) -> Bool {
    switch CodeContent(parsing: code.payload).action {
    case .secret, .signIn, .wifi, .contact, .unknown: true
    case .openLink, .pay, .call, .message, .mail, .text: !TextRedactor.privateRanges(in: code.payload).isEmpty
    }
  }
}
