import ArgumentParser
import ScanCommands

@main
struct OCRScan {
  static func main() async {
    await OCRScanCommand.main()
  }
}
