/// What can be tested with generated input. Each trial ends the process when a property does not hold.
enum FuzzTarget: String, CaseIterable {
  /// The filter between a file and libpng.
  case chunks
  /// The filters between a file and libjpeg-turbo or libwebp.
  case containers
  /// The parser of inotify's events.
  case inotify
  /// Frames of a worker as the client reads them.
  case replies
  /// Frames of a client as the worker reads them.
  case requests
  /// The functions that make text safe to show.
  case escapers
  /// The loader of rule files.
  case rules
  /// The reader of compiled rule packs.
  case pack
  /// The loader of the settings file.
  case settings
  /// Judging and redacting text, within a bounded amount of work.
  case text
  /// Finding links, numbers and names in text.
  case links
  /// Reading the contents of codes.
  case codes
  /// Finding codes in pictures.
  case pixels
  /// Correcting recognized lines.
  case repair
  /// The reader of model files, and the encoder on the models it accepts.
  case model
  /// Splitting text into word pieces.
  case pieces

  func run(_ bytes: [UInt8]) {
    switch self {
    case .chunks: ContainerTrials.chunks(bytes)
    case .containers: ContainerTrials.containers(bytes)
    case .inotify: StreamTrials.inotify(bytes)
    case .replies: StreamTrials.replies(bytes)
    case .requests: StreamTrials.requests(bytes)
    case .escapers: TextTrials.escapers(bytes)
    case .rules: FileTrials.rules(bytes)
    case .pack: PackTrials.pack(bytes)
    case .settings: FileTrials.settings(bytes)
    case .text: TextTrials.text(bytes)
    case .links: TextTrials.links(bytes)
    case .codes: CodeTrials.contents(bytes)
    case .pixels: CodeTrials.pixels(bytes)
    case .repair: TextTrials.repair(bytes)
    case .model: ModelTrials.model(bytes)
    case .pieces: ModelTrials.pieces(bytes)
    }
  }
}
