internal import CTransformer
internal import Synchronization
package import SystemPackage

/// Says what a small encoder makes of a text, on the processor of the caller; any thread may ask.
package final class TextClassifier: Sendable {
  private let file: ClassifierModelFile
  /// One that was used, for the next call.
  private let spare = Mutex<Workspace?>(nil)

  package let tokenizer: WordPieceTokenizer

  /// Opens a model and checks all of it (`ClassifierModelFile`).
  package convenience init(path: FilePath) throws(ModelFileFailure) {
    try self.init(file: try ClassifierModelFile(path: path))
  }

  package init(file: ClassifierModelFile) throws(ModelFileFailure) {
    tokenizer = try WordPieceTokenizer(vocabulary: file.vocabulary)
    self.file = file
  }

  /// What `outputs(of:)` says, in that order.
  package var outputNames: [String] { file.parameters.outputNames }

  /// The most word pieces that are looked at together.
  package var maximumCount: Int { unsafe Int(file.model.dimensions.positions) }

  /// Numbers that travel with the model.
  package func parameter(_ name: String) -> [Double]? { file.parameters.numbers[name] }

  /// A table of signed bytes that travels with the model; nil if there is none of that name.
  package func table(_ name: String) -> ModelTable? {
    file.parameters.tables[name].map { ModelTable(memory: file.memory, range: $0) }
  }

  /// A text that travels with the model.
  package func text(_ name: String) -> String? { file.parameters.texts[name] }

  /// Asks for the outputs.
  /// - Parameter ids: 1...maximumCount word pieces of the tokenizer, with the marks that the model expects around them.
  /// - Returns: One number for each output, always finite.
  package func outputs(of ids: [Int32]) -> [Float] { run(ids).outputs }

  /// The mean of what the encoder says of each word piece.
  package func meaning(of ids: [Int32]) -> [Float] { run(ids).meaning }

  /// Lets go of all pages of the model, and of what runs work with; the next run brings back what it needs.
  package func releaseMemory() {
    spare.withLock { $0 = nil }
    file.memory.release()
  }

  private func run(_ ids: [Int32]) -> (outputs: [Float], meaning: [Float]) {
    var dimensions = unsafe file.model.dimensions
    var outputs = [Float](repeating: 0, count: Int(dimensions.outputs))
    var meaning = [Float](repeating: 0, count: Int(dimensions.width))
    let workspace =
      spare.withLock { spare in
        defer { spare = nil }
        return spare
      }
      ?? Workspace(count: unsafe Int(ct_workspace_size(&dimensions, dimensions.positions)))
    var model = unsafe file.model
    let result = unsafe ct_forward(
      &model, ids, UInt32(clamping: ids.count), workspace.start, &meaning, &outputs)
    precondition(result == 0, "word pieces of another vocabulary, none or too many")
    spare.withLock { $0 = workspace }
    return (outputs, meaning)
  }
}
