internal import CTransformer
internal import LinuxSystem
internal import Synchronization
package import SystemPackage

/// Runs a small encoder with classification heads. Safe to use from any thread.
package final class TextClassifier: Sendable {
  private let file: ClassifierModelFile
  private let spares = Mutex<[Workspace]>([])
  /// Number of threads that process several inputs.
  private let threads: Int

  package let tokenizer: WordPieceTokenizer

  /// Opens and checks a model file. Several inputs at once use as many processor cores as `threads`.
  package convenience init(path: FilePath, threads: Int = 1) throws(ModelFileFailure) {
    try self.init(file: try ClassifierModelFile(path: path), threads: threads)
  }

  package init(file: ClassifierModelFile, threads: Int = 1) throws(ModelFileFailure) {
    tokenizer = try WordPieceTokenizer(vocabulary: file.vocabulary)
    self.threads = max(1, threads)
    self.file = file
  }

  package var outputNames: [String] { file.parameters.outputNames }

  /// Maximum number of word pieces of one input.
  package var maximumCount: Int { unsafe Int(file.model.dimensions.positions) }

  /// Numbers in the model file by name.
  package func parameter(_ name: String) -> [Double]? { file.parameters.numbers[name] }

  /// A table of signed bytes in the model file by name.
  package func table(_ name: String) -> ModelTable? {
    file.parameters.tables[name].map { ModelTable(memory: file.memory, range: $0) }
  }

  /// A text in the model file by name.
  package func text(_ name: String) -> String? { file.parameters.texts[name] }

  /// Runs the model on several inputs, on the calling thread and others. `shouldStop` is asked before each input except
  /// the first; once it is true, only the first inputs have outputs.
  package func outputs(
    ofEach inputs: [[Int32]], shouldStop: @escaping @Sendable () -> Bool = { false }
  ) -> [[Float]] {
    let progress = Mutex<(next: Int, results: [[Float]])>((0, Array(repeating: [], count: inputs.count)))
    @Sendable func work() {
      while true {
        // The clock is read outside the lock.
        let stops = shouldStop()
        let taken: Int? = progress.withLock { progress in
          guard progress.next < inputs.count, !stops || progress.next == 0 else { return nil }
          defer { progress.next += 1 }
          return progress.next
        }
        guard let taken else { return }
        let result = outputs(of: inputs[taken])
        progress.withLock { $0.results[taken] = result }
      }
    }
    let helpers = (1..<max(1, min(threads, inputs.count))).compactMap { _ in
      // If no thread can be started, the others do its share.
      try? DedicatedThread(name: "encoder") { work() }
    }
    work()
    for helper in helpers { helper.join() }
    // Of the inputs that were started: all, or the first ones.
    return progress.withLock { Array($0.results.prefix($0.next)) }
  }

  /// Runs the model.
  /// - Parameter ids: 1...`maximumCount` word pieces of the tokenizer, between the special tokens of the model.
  /// - Returns: One finite number for each output.
  package func outputs(of ids: [Int32]) -> [Float] {
    var dimensions = unsafe file.model.dimensions
    var outputs = [Float](repeating: 0, count: Int(dimensions.outputs))
    let workspace =
      spares.withLock { $0.popLast() }
      ?? Workspace(count: unsafe Int(ct_workspace_size(&dimensions, dimensions.positions)))
    var model = unsafe file.model
    let result = unsafe ct_forward(&model, ids, UInt32(clamping: ids.count), workspace.start, nil, &outputs)
    precondition(result == 0, "word pieces of another vocabulary, none or too many")
    spares.withLock { $0.append(workspace) }
    return outputs
  }

  /// Frees the model's pages and the workspaces; the next run restores them.
  package func releaseMemory() {
    spares.withLock { $0 = [] }
    file.memory.release()
  }
}

/// Working memory of one run of the encoder, some 4 MB. `ResidentMemory.release()` returns it to the system once it is freed.
///
/// @safe: `start` is an allocation that this object owns until `deinit`.
/// @unchecked Sendable: only one run has it at a time.
@safe final class Workspace: @unchecked Sendable {
  /// Alignment to cache lines, as `ct_forward` requires.
  private static let alignment = 64

  let start: UnsafeMutableRawPointer

  init(count: Int) { unsafe start = .allocate(byteCount: count, alignment: Self.alignment) }

  deinit { unsafe start.deallocate() }
}
