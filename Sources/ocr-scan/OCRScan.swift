import ArgumentParser
import Commands

@main
struct OCRScan {
  // On the main thread, which is the only one as yet: another would not be confined.
  @MainActor static func main() async {
    Confinement.enterCommand()
    await OCRScanCommand.main()
  }
}
