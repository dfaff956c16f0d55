package import FoundationEssentials

// Coded by hand, because the synthesized form omits nil values, and unknown ones have to be null.

extension ScanReport: Codable {
  enum CodingKeys: String, CodingKey {
    case schemaVersion = "schema_version"
    case id, path, sha256, source
    case capturedAt = "captured_at"
    case scannedAt = "scanned_at"
    case image
    case riskLevel = "risk_level"
    case answer, screen
    case confidence
    case scamProbability = "scam_probability"
    case category, explanation, advice, evidence, cues, codes, links, senders, numbers, text, ocr
    case requiresReview = "requires_review"
    case timings = "timings_ms"
    case error
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    schemaVersion = try container.decode(Int.self, forKey: .schemaVersion)
    if let number = try? container.decode(Int.self, forKey: .id) {
      id = String(number)
      hasNumericID = true
    } else {
      id = try container.decode(String.self, forKey: .id)
    }
    path = try container.decodeIfPresent(String.self, forKey: .path)
    sha256 = try container.decodeIfPresent(String.self, forKey: .sha256)
    source = try container.decode(ScanSource.self, forKey: .source)
    capturedAt = try container.decodeIfPresent(Date.self, forKey: .capturedAt)
    scannedAt = try container.decode(Date.self, forKey: .scannedAt)
    image = try container.decodeIfPresent(Image.self, forKey: .image)
    riskLevel = try container.decode(RiskLevel.self, forKey: .riskLevel)
    // Absent from reports of older versions in the history, like the facts.
    isUnsure = try container.decodeIfPresent(ScanAnswer.self, forKey: .answer) == .unsure
    screen = try container.decodeIfPresent(JudgedScreen.self, forKey: .screen)
    confidence = try container.decodeIfPresent(Double.self, forKey: .confidence)
    scamProbability = try container.decodeIfPresent(Double.self, forKey: .scamProbability)
    category = try container.decode(RiskCategory.self, forKey: .category)
    explanation = try container.decode(Message.self, forKey: .explanation)
    advice = try container.decode(Message.self, forKey: .advice)
    evidence = try container.decode([Item].self, forKey: .evidence)
    cues = try container.decodeIfPresent([Cue].self, forKey: .cues)
    codes = try container.decodeIfPresent([ReportedCode].self, forKey: .codes)
    if let links = try container.decodeIfPresent([ReportedFacts.Link].self, forKey: .links),
      let senders = try container.decodeIfPresent([ReportedFacts.Sender].self, forKey: .senders),
      let numbers = try container.decodeIfPresent([ReportedFacts.Number].self, forKey: .numbers)
    {
      facts = ReportedFacts(links: links, senders: senders, numbers: numbers)
    }
    text = try container.decodeIfPresent(String.self, forKey: .text)
    ocr = try container.decodeIfPresent(OCR.self, forKey: .ocr)
    requiresReview = try container.decode(Bool.self, forKey: .requiresReview)
    timings = try container.decode(Timings.self, forKey: .timings)
    error = try container.decodeIfPresent(FailureDescription.self, forKey: .error)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schemaVersion, forKey: .schemaVersion)
    if hasNumericID, let number = Int(id) {
      try container.encode(number, forKey: .id)
    } else {
      try container.encode(id, forKey: .id)
    }
    try container.encode(path, forKey: .path)
    try container.encode(sha256, forKey: .sha256)
    try container.encode(source, forKey: .source)
    try container.encode(capturedAt, forKey: .capturedAt)
    try container.encode(scannedAt, forKey: .scannedAt)
    try container.encode(image, forKey: .image)
    try container.encode(riskLevel, forKey: .riskLevel)
    try container.encode(answer, forKey: .answer)
    try container.encode(screen, forKey: .screen)
    try container.encode(confidence?.rounded(toPlaces: 4), forKey: .confidence)
    try container.encode(scamProbability?.rounded(toPlaces: 4), forKey: .scamProbability)
    try container.encode(category, forKey: .category)
    try container.encode(explanation, forKey: .explanation)
    try container.encode(advice, forKey: .advice)
    try container.encode(evidence, forKey: .evidence)
    try container.encode(cues, forKey: .cues)
    try container.encode(codes, forKey: .codes)
    try container.encode(facts?.links, forKey: .links)
    try container.encode(facts?.senders, forKey: .senders)
    try container.encode(facts?.numbers, forKey: .numbers)
    try container.encode(text, forKey: .text)
    try container.encode(ocr, forKey: .ocr)
    try container.encode(requiresReview, forKey: .requiresReview)
    try container.encode(timings, forKey: .timings)
    try container.encode(error, forKey: .error)
  }

  /// The report as one line of JSON without the line break: sorted keys, ISO 8601 UTC times with milliseconds.
  package func jsonLine() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      try ReportTime.string(from: date).encode(to: encoder)
    }
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Decodes a report written by `jsonLine()`.
  package init(jsonLine: String) throws {
    self = try ReportTime.decoder.decode(ScanReport.self, from: Data(jsonLine.utf8))
  }
}

/// The format of times in reports and events: ISO 8601, UTC, milliseconds.
package enum ReportTime {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// For example "2026-11-21T09:30:00.125Z".
  package static func string(from date: Date) -> String { date.formatted(style) }

  /// Nil for anything not written by `string(from:)`.
  package static func date(from text: String) -> Date? { try? style.parse(text) }

  /// For JSON with such times.
  package static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = date(from: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an ISO 8601 time")
      }
      return date
    }
    return decoder
  }
}
