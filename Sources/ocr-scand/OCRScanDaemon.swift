import Commands

@main
struct OCRScanDaemon {
  @MainActor static func main() async { await ProgramEntry.run(calledBy: ["ocr-scand"]) }
}
