internal import CTransformer
internal import Synchronization
package import SystemPackage

/// Runs a small encoder with classification heads on the calling thread. Safe to use from any thread.
package final class TextClassifier: Sendable {
  private let file: ClassifierModelFile
  /// A used workspace, for the next run.
  private let spare = Mutex<Workspace?>(nil)

  package let tokenizer: WordPieceTokenizer

  /// Opens and checks a model file.
  /// - Throws: `ModelFileFailure`.
  package convenience init(path: FilePath) throws(ModelFileFailure) {
    try self.init(file: try ClassifierModelFile(path: path))
  }

  package init(file: ClassifierModelFile) throws(ModelFileFailure) {
    tokenizer = try WordPieceTokenizer(vocabulary: file.vocabulary)
    self.file = file
  }

  /// Names of the outputs, in their order.
  package var outputNames: [String] { file.parameters.outputNames }

  /// Word pieces of one input, at most.
  package var maximumCount: Int { unsafe Int(file.model.dimensions.positions) }

  /// Numbers in the model file by name.
  package func parameter(_ name: String) -> [Double]? { file.parameters.numbers[name] }

  /// A table of signed bytes in the model file by name.
  package func table(_ name: String) -> ModelTable? {
    file.parameters.tables[name].map { ModelTable(memory: file.memory, range: $0) }
  }

  /// A text in the model file by name.
  package func text(_ name: String) -> String? { file.parameters.texts[name] }

  /// Runs the model.
  /// - Parameter ids: 1...`maximumCount` word pieces of the tokenizer, between the special tokens of the model.
  /// - Returns: One finite number for each output.
  package func outputs(of ids: [Int32]) -> [Float] { run(ids).outputs }

  /// The mean of the encoder's vectors for all word pieces.
  package func meaning(of ids: [Int32]) -> [Float] { run(ids).meaning }

  /// Frees the model's pages and the workspace; the next run brings them back.
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
