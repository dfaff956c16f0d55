package import FoundationEssentials

package enum ScanSource: String, Sendable, Hashable, Codable, CaseIterable {
  case auto, manual
}

/// How well the text was read, in the terms of the report.
package enum OCRConfidenceLevel: String, Sendable, Hashable, Codable, CaseIterable {
  case high, medium, low, unknown

  /// High above 0.85, medium above 0.65, else low; unknown without text.
  package init(meanConfidence: Double?) {
    switch meanConfidence {
    case .none: self = .unknown
    case .some(let value) where value > 0.85: self = .high
    case .some(let value) where value > 0.65: self = .medium
    default: self = .low
    }
  }
}

/// The outcome of one scan, as `--json` prints it and the history keeps it. Unknown values are `null`, never missing.
package struct ScanReport: Sendable, Hashable {
  package struct Image: Sendable, Hashable, Codable {
    /// In pixels.
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  package struct Item: Sendable, Hashable, Codable {
    package var rule: String
    @Rounded<3> package var weight: Double
    package var message: Message
    package var excerpt: String
    /// Bounds of the words in the screenshot; nil for plain text.
    package var boxes: [PixelRect]?
    /// `[start, length]` in Unicode scalars of the text; nil for screenshots.
    package var range: [Int]?

    package init(
      rule: String, weight: Double, message: Message, excerpt: String, boxes: [PixelRect]?, range: [Int]?
    ) {
      self.rule = rule
      self.weight = weight
      self.message = message
      self.excerpt = excerpt
      self.boxes = boxes
      self.range = range
    }
  }

  /// What the message does or wants; `cues` in the report.
  package struct Cue: Sendable, Hashable, Codable {
    package var cue: RiskCue
    /// Probability in 0...1.
    @Rounded<3> package var confidence: Double
    package var boxes: [PixelRect]?
    package var range: [Int]?

    package init(cue: RiskCue, confidence: Double, boxes: [PixelRect]?, range: [Int]?) {
      self.cue = cue
      self.confidence = confidence
      self.boxes = boxes
      self.range = range
    }
  }

  /// A place where a correction changed what the engine read.
  package struct Repair: Sendable, Hashable, Codable {
    package var read: String
    /// `[start, length]` in Unicode scalars of the text.
    package var range: [Int]

    package init(read: String, range: [Int]) {
      self.read = read
      self.range = range
    }
  }

  package struct OCR: Sendable, Hashable, Codable {
    enum CodingKeys: String, CodingKey {
      case confidence
      case confidenceLevel = "confidence_level"
      case languages, partial, picture, repairs, uncertain, words
    }

    /// Mean word confidence in 0...1; nil without text.
    @RoundedOrNull<4> package var confidence: Double?
    package var confidenceLevel: OCRConfidenceLevel
    package var languages: [String]
    package var partial: Bool
    /// What the text was read from; nil without text.
    @OrNull package var picture: RecognitionInput?
    /// What the engine read where corrections changed it, in text order.
    package var repairs: [Repair]
    /// `[start, length]` of each word read with low confidence.
    package var uncertain: [[Int]]
    package var words: Int

    /// With the page from which the report's text is made; nil without text.
    package init(_ text: RecognizedText, on page: TextPage? = nil) {
      confidence = text.meanConfidence
      confidenceLevel = OCRConfidenceLevel(meanConfidence: text.meanConfidence)
      languages = text.languages
      partial = text.isPartial
      picture = text.form
      words = text.wordCount
      repairs = (page?.words ?? []).compactMap { word in
        word.rawText.map { Repair(read: $0, range: [word.range.lowerBound, word.range.count]) }
      }
      uncertain = (page?.words ?? []).filter(\.isUncertain).map { [$0.range.lowerBound, $0.range.count] }
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      confidence = try container.decodeIfPresent(Double.self, forKey: .confidence)
      confidenceLevel = try container.decode(OCRConfidenceLevel.self, forKey: .confidenceLevel)
      languages = try container.decode([String].self, forKey: .languages)
      partial = try container.decode(Bool.self, forKey: .partial)
      words = try container.decode(Int.self, forKey: .words)
      // Absent from reports of older versions in the history.
      picture = try container.decodeIfPresent(RecognitionInput.self, forKey: .picture)
      repairs = try container.decodeIfPresent([Repair].self, forKey: .repairs) ?? []
      uncertain = try container.decodeIfPresent([[Int]].self, forKey: .uncertain) ?? []
    }
  }

  /// Milliseconds spent in each step; nil for steps not reached.
  package struct Timings: Sendable, Hashable, Codable {
    @RoundedOrNull<2> package var queue: Double?
    @RoundedOrNull<2> package var decode: Double?
    @RoundedOrNull<2> package var recognize: Double?
    @RoundedOrNull<2> package var analyze: Double?
    @RoundedOrNull<2> package var total: Double?
  }

  package static let currentSchemaVersion = 3

  package var schemaVersion = ScanReport.currentSchemaVersion
  /// A UUID; for `ocr-scan text --jsonl` the identifier of the input.
  package var id: String
  /// Whether the input of `ocr-scan text --jsonl` had a number as identifier, to be returned as a number.
  package var hasNumericID = false
  /// The file, safe to display; nil for plain text.
  package var path: String?
  /// Lower-case hexadecimal SHA-256 of the bytes that were scanned; nil if they could not be read.
  package var sha256: String?
  package var source = ScanSource.manual
  /// When the screenshot was taken according to the file; nil if unknown.
  package var capturedAt: Date?
  package var scannedAt = Date()
  package var image: Image?
  package var riskLevel = RiskLevel.unknown
  /// Whether too much speaks for a scam to say that nothing does. Only of low risk.
  package var isUnsure = false
  /// The kind of screen; nil for plain text, unjudged reports, and entries of earlier versions.
  package var screen: JudgedScreen?
  package var confidence: Double?
  package var scamProbability: Double?
  package var category = RiskCategory.unknown
  package var explanation: Message = ""
  package var advice: Message = ""
  package var evidence: [Item] = []
  /// What the message does or wants, most certain first; nil if no encoder ran, and in entries of version 1.
  package var cues: [Cue]?
  /// The codes in reading order; nil if they were not searched for or not completely, and in earlier entries.
  package var codes: [ReportedCode]?
  /// What was checked; nil for unjudged reports, if no text is stored, and in entries of earlier versions.
  package var facts: ReportedFacts?
  package var text: String?
  package var ocr: OCR?
  package var requiresReview = false
  package var timings = Timings()
  package var error: FailureDescription?
  /// Identifies the message for feedback. Not part of the JSON; the history keeps it in a separate column.
  package var indicators: [Indicator] = []

  /// The same report, in which nothing could be judged.
  package func failed(_ failure: ScanFailure) -> ScanReport {
    var report = self
    let description = FailureCatalog.describe(failure)
    report.explanation = description.message
    report.advice = description.recoverySuggestion
    report.error = description
    return report
  }

  package func mapMessages(_ change: (Message) -> Message) -> ScanReport {
    var report = self
    report.explanation = change(explanation)
    report.advice = change(advice)
    for index in evidence.indices { report.evidence[index].message = change(evidence[index].message) }
    report.error = error?.mapMessages(change)
    return report
  }

  package var fileName: String? { path.map { $0.split(separator: "/").last.map(String.init) ?? $0 } }

  package var answer: ScanAnswer { ScanAnswer(riskLevel, isUnsure: isUnsure) }
}

extension ScanReport {
  package init(id: String) { self.init(schemaVersion: Self.currentSchemaVersion, id: id) }
}
