import Commands

@main
struct OCRScan {
  // Installed, it is ocr-scand, too.
  @MainActor static func main() async { await ProgramEntry.run() }
}
