import ArgumentParser
import Localization
import Window

@main
struct OCRScanWindow {
  // On the main thread, which is the only one as yet: another would not be confined.
  @MainActor static func main() {
    Localization.start()
    WindowConfinement.enter()
    WindowCommand.main()
  }
}
