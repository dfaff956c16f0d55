import Commands

@main
struct OCRScan {
  // When installed, it is also ocr-scand.
  @MainActor static func main() async { await ProgramEntry.run() }
}
