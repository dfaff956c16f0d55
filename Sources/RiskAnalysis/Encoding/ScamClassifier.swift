internal import ScanModel
package import TextClassification

/// The text classifier as risk analysis uses it: log-odds of a scam, category and cues for a passage.
package struct ScamClassifier: Sendable {
  /// An intact model file that does not fit this program.
  package struct Mismatch: Error, Sendable, Equatable {
    package var reason: String
  }

  struct Outputs: Sendable {
    /// Log-odds (natural logarithm) that it is a scam or part of one: the encoder's plus the weighted n-grams'.
    var scam: Float
    /// For each of `ScamClassifier.categories`, in log-odds up to a constant.
    var categories: [Float]
    /// For each of `RiskCue.allCases`, in log-odds.
    var cues: [Float]

    /// In the order of `outputNames`.
    var values: [Float] { [scam] + categories + cues }
  }

  static let outputNames = ["scam"] + categories.map(\.rawValue) + RiskCue.allCases.map(\.rawValue)

  static let categories: [RiskCategory] = [
    .otpPhishing, .credentialPhishing, .paymentScam, .impersonation, .delivery, .techSupport, .jobScam, .investment,
    .crypto, .romance, .familyEmergency, .prize, .giftCard, .extortion, .refund, .rental, .charity, .malwareLure,
  ]

  /// Word pieces; the rest of a longer passage is ignored.
  static let maximumPieces = 160
  /// Word pieces of one word or host: an endless one ("o'o'o'...") must not keep the encoder from what follows.
  private static let maximumPiecesOfWord = 32

  private let classifier: TextClassifier
  private let ngrams: NGramClassifier
  private let markers: [EntityMarker: Int32]
  private let first: Int32
  private let last: Int32
  let fusion: ScoreFusion
  /// Judges whole pages; nil if the model file has none, as while it is trained.
  let page: PageModel?

  /// - Throws: `Mismatch` if the model was trained for other features or has other outputs.
  package init(_ classifier: TextClassifier) throws(Mismatch) {
    let version = classifier.parameter("feature_version")?.first
    guard version == Double(EncoderInput.featureVersion) else {
      throw Mismatch(reason: "it was trained for another version of the program")
    }
    guard classifier.outputNames == Self.outputNames else {
      throw Mismatch(reason: "its outputs are not those of the program")
    }
    var markers: [EntityMarker: Int32] = [:]
    for marker in EntityMarker.allCases {
      guard let id = classifier.tokenizer.id(of: marker.rawValue) else {
        throw Mismatch(reason: "it does not know the marker \(marker.rawValue)")
      }
      markers[marker] = id
    }
    guard let first = classifier.tokenizer.id(of: "[CLS]"), let last = classifier.tokenizer.id(of: "[SEP]"),
      let fusion = ScoreFusion(classifier), let weights = classifier.table("ngram_weights"),
      let scale = classifier.parameter("ngram_scale")?.first, let bias = classifier.parameter("ngram_bias"),
      bias.count == 1,
      let ngrams = NGramClassifier(weights: weights, scale: scale, bias: bias)
    else { throw Mismatch(reason: "it is incomplete") }
    self.ngrams = ngrams
    self.classifier = classifier
    self.markers = markers
    self.first = first
    self.last = last
    self.fusion = fusion
    page = PageModel(classifier)
    guard page != nil || classifier.parameter("page_weights") == nil else {
      throw Mismatch(reason: "its model of pages was trained for another version of the program")
    }
  }

  /// The day the model was trained, "YYYY-MM-DD"; nil if the file does not tell.
  package var date: String? { classifier.text("date") }

  /// Frees the model's pages; the next use reads them again.
  package func releaseMemory() { classifier.releaseMemory() }

  /// A passage as the models read it.
  struct Input: Sendable {
    /// Word pieces between the special tokens [CLS] and [SEP].
    var ids: [Int32]
    /// What the n-grams alone say, in microseconds instead of milliseconds.
    var ngramLogOdds: Double
  }

  func input(of pieces: [EncoderInput.Piece]) -> Input {
    Input(ids: ids(of: pieces), ngramLogOdds: ngrams.logOdds(of: pieces.map(\.utf8))[0])
  }

  func outputs(of input: Input) -> Outputs { outputs(classifier.outputs(of: input.ids), of: input) }

  /// Computes the outputs of each passage, on as many processor cores as the classifier may use. `shouldStop` ends the
  /// work, and only the first passages have outputs, at least one.
  func outputs(ofEach passages: [Input], shouldStop: @escaping @Sendable () -> Bool) -> [Outputs] {
    zip(classifier.outputs(ofEach: passages.map(\.ids), shouldStop: shouldStop), passages).map { outputs($0, of: $1) }
  }

  private func outputs(_ values: [Float], of input: Input) -> Outputs {
    let cues = 1 + Self.categories.count
    let scam = Double(values[0]) + fusion.ngramWeight * input.ngramLogOdds
    return Outputs(scam: Float(scam), categories: Array(values[1..<cues]), cues: Array(values[cues...]))
  }

  /// Whether the encoder has learnt a word as a whole.
  func isWord(_ scalars: [Unicode.Scalar]) -> Bool {
    classifier.tokenizer.id(of: String(String.UnicodeScalarView(scalars))) != nil
  }

  private func ids(of pieces: [EncoderInput.Piece]) -> [Int32] {
    var ids = [first]
    ids.reserveCapacity(min(Self.maximumPieces, pieces.count * 2))
    for piece in pieces where ids.count < Self.maximumPieces - 1 {
      switch piece {
      case .marker(let marker): if let id = markers[marker] { ids.append(id) }
      case .text(let scalars):
        let limit = min(Self.maximumPieces - 1, ids.count + Self.maximumPiecesOfWord)
        classifier.tokenizer.append(scalars[...], to: &ids, limit: limit)
      }
    }
    ids.append(last)
    return ids
  }
}

/// The encoder together with its input for one text.
struct PassageEncoder {
  let classifier: ScamClassifier
  let input: EncoderInput

  init(_ classifier: ScamClassifier, _ features: PageFeatures) {
    self.classifier = classifier
    input = EncoderInput(features, isWord: classifier.isWord)
  }
}
