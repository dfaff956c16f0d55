import ScreenshotLibrary
import Testing

struct ScreenshotNamePatternsTests {
  @Test(arguments: [
    // GNOME Shell in several languages
    "Screenshot from 2024-05-06 07-08-09.png", "Bildschirmfoto vom 2024-05-06 07-08-09.png",
    "Captura desde 2024-05-06 07-08-09.png", "Captura de pantalla de 2024-05-06 07-08-09.png",
    "Capture d’écran du 2024-05-06 07-08-09.png", "Capture d'e\u{301}cran du 2024-05-06.png",
    "Schermata del 2024-05-06 07-08-09.png", "Captura de tela de 2024-05-06 07-08-09.png",
    "Schermafdruk van 2024-05-06 07-08-09.png", "Zrzut ekranu z 2024-05-06 07-08-09.png",
    "Снимок экрана от 2024-05-06 07-08-09.png", "スクリーンショット 2024-05-06 07-08-09.png", "截图 2024-05-06 07-08-09.png",
    // Spectacle, Xfce, MATE, Deepin
    "Screenshot_20240506_070809.png", "Bildschirmfoto_20240506_070809.png", "Screenshot_2024-05-06_07-08-09.png",
    "Screenshot at 2024-05-06 07-08-09.png", "DeepinScreenshot_20240506070809.png",
    // Flameshot, grim, grimshot, slurp scripts, scrot, hyprshot, ksnip, Steam
    "2024-05-06_07-08.png", "2024-05-06_07-08_1.png", "20240506_07h08m09s_grim.png",
    "2024-05-06T07:08:09,123456789+02:00.png", "2024-05-06-070809_1920x1080_scrot.png",
    "2024-05-06-070809_hyprshot.png", "ksnip_20240506-070809.png", "20240506070809_1.png",
    // Shutter
    "Selection_001.png", "Workspace 1_002.png",
    // Windows, macOS, ChromeOS, Firefox
    "Screenshot 2024-05-06 070809.png", "Screenshot (12).png", "Capture.PNG", "Снимок экрана 2024-05-06 070809.png",
    "Screen Shot 2020-01-02 at 07.08.09.png", "Screenshot 2024-05-06 at 7.08.09\u{202F}AM.png",
    "Bildschirmfoto 2024-05-06 um 07.08.09.png", "Capture d’écran 2024-05-06 à 07.08.09.png",
    "Screenshot 2024-05-06 at 07-08-09 Inbox - Mail.png",
    // Android and iOS
    "Screenshot_20240506-070809.png", "Screenshot_20240506_070809_WhatsApp.png", "IMG_1234.PNG",
    "my-screenshot-2.png", "SCREENSHOT.PNG",
    // Other formats: Android, Steam, grimshot, Flameshot
    "Screenshot_20240506-070809_Chrome.jpg", "Screenshot_20240506_070809.JPEG", "Screenshot 1.webp",
    "20240506070809_1.jpg", "2024-05-06T07:08:09,123456789+02:00.jpeg", "2024-05-06_07-08.jpg", "20240506_070809.webp",
  ])
  func `names of screenshots are known`(name: String) {
    #expect(ScreenshotNamePatterns.isOfScreenshot(Array(name.utf8)))
  }

  @Test(arguments: [
    "holiday.png", "logo.png", "diagram-2024.png", "Screenshots of the year.png", "screenshotter-logo.png", "grim.png",
    "grim-reaper.png", "spectacle.png", "12345678.png", "20249906_070809.png", "2024-05-06.png", "IMG_12345.png",
    "img.png", "selection.png", "DSC00012.png", "captured.png", "", ".png", "é.png", "京京京京京京京京京京京京京.png",
    "１２３４５６７８９０１２.png",
    // Photographs
    "IMG_1234.JPG", "20240506_070809.jpg", "20240506_070809_01.jpeg", "20240506_070809(0).jpg",
  ])
  func `names of other pictures are not`(name: String) {
    #expect(!ScreenshotNamePatterns.isOfScreenshot(Array(name.utf8)))
  }

  @Test func `bytes that are no text are looked at, too`() {
    #expect(ScreenshotNamePatterns.isOfScreenshot([0xFF, 0xFE, UInt8(ascii: " ")] + Array("Screenshot 1.png".utf8)))
    #expect(!ScreenshotNamePatterns.isOfScreenshot([0xFF, 0xFE, 0x80]))
  }
}
