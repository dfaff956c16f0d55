import SystemPackage
import TestSupport
import Testing

/// Pictures of kinds that have triggered bugs in libpng, each sent to a real worker in its sandbox.
@Suite(.serialized) struct LibraryFlawScanTests {
  let home = UserHome()

  @Test(arguments: ["read", "draw"])
  func `pictures of known flaws end as expected in a worker`(task: String) async throws {
    let input = home.folder("pictures")
    Files.write(input, FlawedImage.all.flatMap { PNGBuilder.bigEndian(UInt32($0.bytes.count)) + $0.bytes })
    let run = try await home.start("worker-probe", [task, "2"], input: input).ended(within: .seconds(600))
    #expect(run.status == 0)
    var answers: [Int: String] = [:]
    for line in run.lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      answers[try #require(Int(parts[0]))] = parts.count > 1 ? String(parts[1]) : ""
    }
    #expect(answers.count == FlawedImage.all.count)
    for (number, picture) in FlawedImage.all.enumerated() {
      let expected =
        switch picture.expected {
        case .decoded: task == "read" ? "no text" : "drawn"
        case .corrupt: "failed corrupt"
        case .truncated: "failed truncated"
        case .tooLarge: "failed tooLarge"
        }
      #expect(answers[number] == expected, "\(picture.name)")
    }
  }
}
