import ArgumentParser
import Commands

@main
struct OCRScanDaemon {
  // On the main thread, which is the only one as yet: another would not be confined.
  @MainActor static func main() async {
    Confinement.enterWatcher()
    await WatchCommand.main()
  }
}
