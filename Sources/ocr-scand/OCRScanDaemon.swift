import ArgumentParser
import ScanCommands

@main
struct OCRScanDaemon {
  static func main() async {
    await WatchCommand.main()
  }
}
