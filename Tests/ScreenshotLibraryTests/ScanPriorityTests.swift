import ScanModel
import ScreenshotLibrary
import SystemPackage
import Testing

struct ScanPriorityTests {
  @Test(
    arguments: [
      ("Screenshot from 2026-11-21 10-20-30.png", 400_000, 0), ("2026-11-21_10-20.png", 8_000_000, 0),
      ("Screenshot from 2026-11-21 10-20-30.png", 8_000_001, 1), ("holiday.png", 400_000, 1),
      ("Screenshot.png", 999, 1),
      ("holiday.png", 24_000_000, 2), ("pixel.png", 67, 2),
    ] as [(String, Int64, Int)])
  func `what has the name and the size of a screenshot comes first`(name: String, size: Int64, rank: Int) {
    let identity = FileIdentity(device: 1, inode: 1, size: size, modifiedNanoseconds: 1, changedNanoseconds: 1)
    #expect(ScanPriority.rank(KnownFile(path: FilePath("/pictures").appending(name), identity: identity)) == rank)
  }
}
