import CTransformer
import LinuxSystem
import SystemPackage
import TestSupport
import Testing

@testable import TextClassification

struct TextClassifierTests {
  @Test func `what the encoder says is what numpy computes`() throws {
    let classifier = try TextClassifier(path: Fixture.modelPath)
    #expect(classifier.maximumCount == 256)
    for run in try Fixture.read().runs {
      let outputs = classifier.outputs(of: run.ids)
      #expect(outputs.count == run.outputs.count)
      // numpy adds in another order, so of many values one or two are rounded to the next byte. Of few values, none is.
      let tolerance: Float = run.ids.count <= 3 ? 2e-6 : 1e-3
      #expect(zip(outputs, run.outputs).allSatisfy { abs($0 - $1) < tolerance }, "\(run.ids.count): \(outputs)")
    }
  }

  @Test(arguments: [1, 2, 5])
  func `several inputs on several threads give what each gives alone`(threads: Int) throws {
    let alone = try TextClassifier(path: Fixture.modelPath)
    let classifier = try TextClassifier(path: Fixture.modelPath, threads: threads)
    let inputs = try (0..<6).flatMap { _ in try Fixture.read().runs.map(\.ids) }
    #expect(classifier.outputs(ofEach: inputs) == inputs.map(alone.outputs))
    #expect(classifier.outputs(ofEach: []).isEmpty)
  }

  @Test(arguments: [1, 3])
  func `what should stop still looks at the first input`(threads: Int) throws {
    let classifier = try TextClassifier(path: Fixture.modelPath, threads: threads)
    let inputs = try Fixture.read().runs.map(\.ids)
    #expect(classifier.outputs(ofEach: inputs, shouldStop: { true }) == [classifier.outputs(of: inputs[0])])
  }

  @Test func `every kernel says the same, bit for bit`() throws {
    let file = try ClassifierModelFile(path: Fixture.modelPath)
    let vocabulary = try Fixture.read().vocabulary.count
    var generator = SeededGenerator(seed: 1)
    for count in [1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 17, 31, 47, 48, 49, 63, 95, 97, 128, 255, 256] {
      let ids = (0..<count).map { _ in Int32.random(in: 0..<Int32(vocabulary), using: &generator) }
      let expected = run(file, ids, CT_PORTABLE.rawValue)
      #expect(expected.allSatisfy { $0.isFinite })
      for kernel in kernels {
        #expect(run(file, ids, UInt32(kernel)).map(\.bitPattern) == expected.map(\.bitPattern), "\(kernel), \(count)")
      }
    }
  }

  /// Runs on memory filled with values that are not numbers.
  private func run(_ file: ClassifierModelFile, _ ids: [Int32], _ kernel: UInt32) -> [Float] {
    var model = unsafe file.model
    var dimensions = unsafe model.dimensions
    let size = unsafe Int(ct_workspace_size(&dimensions, UInt32(ids.count)))
    let workspace = Workspace(count: size + 64)
    unsafe workspace.start.initializeMemory(as: UInt8.self, repeating: 0xFF, count: size + 64)
    var pooled = [Float](repeating: .nan, count: 64)
    var outputs = [Float](repeating: .nan, count: 3)
    let result = unsafe ct_forward_with(
      Int32(kernel), &model, ids, UInt32(ids.count), workspace.start, &pooled, &outputs)
    #expect(result == 0)
    #expect((size..<(size + 64)).allSatisfy { unsafe workspace.start.load(fromByteOffset: $0, as: UInt8.self) == 0xFF })
    return pooled + outputs
  }

  @Test func `word pieces that are not there are refused`() throws {
    let file = try ClassifierModelFile(path: Fixture.modelPath)
    var model = unsafe file.model
    let workspace = Workspace(count: 4 << 20)
    var outputs = [Float](repeating: 7, count: 3)
    let count = unsafe Int32(model.dimensions.vocabulary)
    let wrong: [[Int32]] = [[], [-1], [1, count], [.max], Array(repeating: 1, count: 257)]
    for ids in wrong {
      #expect(unsafe ct_forward(&model, ids, UInt32(ids.count), workspace.start, nil, &outputs) == -1)
      #expect(outputs == [7, 7, 7])
    }
  }

  @Test func `what travels with the model is read`() throws {
    let classifier = try TextClassifier(path: Fixture.modelPath)
    #expect(classifier.outputNames == ["first", "second", "third"])
    #expect(classifier.parameter("calibration") == [-1.5, 0.75])
    #expect(classifier.parameter("thresholds") == [0.25, 0.5, 1e-300])
    #expect(classifier.parameter("nothing") == [])
    #expect(classifier.parameter("something") == nil)
    #expect(classifier.text("note") == "für Prüfungen")
    #expect(classifier.text("calibration") == nil)
  }

  @Test func `several threads get the same, also while memory is released`() async throws {
    let classifier = try TextClassifier(path: Fixture.modelPath)
    let runs = try Fixture.read().runs
    let expected = runs.map { classifier.outputs(of: $0.ids) }
    await withTaskGroup(of: [[Float]].self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<5).map { _ in
            classifier.releaseMemory()
            return runs.map { classifier.outputs(of: $0.ids) }
          }.last ?? []
        }
      }
      for await outputs in group { #expect(outputs == expected) }
    }
  }

  @Test func `a name of the file that is given to another one leaves the model as it was`() throws {
    let folder = TemporaryFolder()
    Files.write(folder("model"), Fixture.modelBytes)
    let classifier = try TextClassifier(path: folder("model"))
    let before = classifier.outputs(of: [5, 6, 7])
    Files.write(folder("other"), [1])
    Files.rename(folder("other"), folder("model"))
    classifier.releaseMemory()
    #expect(classifier.outputs(of: [5, 6, 7]) == before)
  }
}
