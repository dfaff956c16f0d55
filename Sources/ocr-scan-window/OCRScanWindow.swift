import ArgumentParser
import Localization
import Window

@main
struct OCRScanWindow {
  // On the main thread, the only one so far: threads started earlier would not be confined.
  @MainActor static func main() {
    Localization.start()
    WindowCommand.confine()
    WindowCommand.main()
  }
}
