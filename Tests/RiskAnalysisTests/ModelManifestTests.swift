import FoundationEssentials
import Hashing
import ScanModel
import SystemPackage
import Testing
import TextClassification

@testable import RiskAnalysis

/// Model, features and manifest belong together: a model trained on other markers, messages or outputs would judge
/// worse, without any error.
struct ModelManifestTests {
  private struct Manifest: Decodable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var feature_version: Int
    var markers: [String]
    var categories: [String]
    var cues: [String]
    var written: [String: String]
    var glossary: [String: String]
    var date: String
  }

  private struct Message: Decodable {
    var lang: String
  }

  private static let training = Fixture.repository.appending("training")

  private static func bytes(_ path: FilePath) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path.string)))
  }

  private static func hash(_ bytes: [UInt8]) -> String {
    SHA256.hexadecimal(SHA256.digest(of: bytes))
  }

  private static let manifest = Result { try bytes(training.appending("manifest.json")) }

  private static func decoded() throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(manifest.get()))
  }

  @Test func `the model names this manifest`() throws {
    let model = try TextClassifier(path: Fixture.modelFile)
    #expect(model.text("manifest_sha256") == Self.hash(try Self.manifest.get()))
    #expect(try ScamClassifier(model).date == Self.decoded().date)
  }

  @Test func `the manifest was written for the program's features`() throws {
    let manifest = try Self.decoded()
    #expect(manifest.feature_version == EncoderInput.featureVersion)
    #expect(manifest.markers == EntityMarker.allCases.map(\.rawValue))
    #expect(manifest.categories == ScamClassifier.categories.map(\.rawValue))
    #expect(manifest.cues == RiskCue.allCases.map(\.rawValue))
  }

  @Test func `the written messages are those that the model was trained on`() throws {
    let written = try Self.decoded().written
    var found: Set<String> = []
    for folder in ["written", "messages", "codes"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: Self.training.appending(folder).string) {
        let path = "\(folder)/\(name)"
        found.insert(path)
        #expect(written[path] == Self.hash(try Self.bytes(Self.training.appending(path))), "\(path)")
      }
    }
    #expect(found == Set(written.keys))
  }

  @Test func `the glossary is the one that the model was trained with`() throws {
    let glossary = try Self.decoded().glossary
    #expect(Set(glossary.keys) == ["common-words.tsv", "glossary.tsv"])
    for (name, hash) in glossary {
      #expect(hash == Self.hash(try Self.bytes(Fixture.rulesDirectory.appending(name))), "\(name)")
    }
  }

  @Test func `the messages are as many, in as many languages, as the model card says`() throws {
    var count = 0
    var languages: [String: Int] = [:]
    let folder = Self.training.appending("written")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.string) {
      let lines = try String(contentsOfFile: folder.appending(name).string, encoding: .utf8).split(separator: "\n")
      count += lines.count
      for line in lines {
        languages[try JSONDecoder().decode(Message.self, from: Data(line.utf8)).lang, default: 0] += 1
      }
    }
    #expect(count >= 9_000)
    for language in ["en", "de", "fr", "es", "it", "pt", "nl"] {
      #expect(languages[language, default: 0] >= 300)
    }
  }

  @Test func `a file that is no model, and one for another program, are told apart`() throws {
    #expect(throws: ModelFileFailure.missing) { try TextClassifier(path: "/nonexistent/model") }
    #expect(throws: ModelFileFailure.notAModelFile) { try TextClassifier(path: FilePath(#filePath)) }
    // The small model of the encoder's own tests: undamaged, but with other outputs.
    let foreign = Fixture.repository.appending("Tests/TextClassificationTests/Fixtures/model.bin")
    let classifier = try TextClassifier(path: foreign)
    #expect(throws: ScamClassifier.Mismatch.self) { try ScamClassifier(classifier) }
  }
}
