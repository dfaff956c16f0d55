import Foundation
import ScanModel
import Testing

@testable import ImageProcessing

/// Checks that all people can tell the colors apart.
struct AnnotationPaletteTests {
  /// WCAG 2.2, relative luminance.
  private static func linear(_ color: Color) -> [Double] {
    [16, 8, 0].map { shift in
      let value = Double(color.code >> shift & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
  }

  private static func luminance(_ color: Color) -> Double {
    zip(linear(color), [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func contrast(_ first: Color, _ second: Color) -> Double {
    let (low, high) = (min(luminance(first), luminance(second)), max(luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)
  }

  /// How people who lack one kind of cone see a color (Machado, Oliveira and Fernandes 2009, severity 1.0, linear
  /// light).
  private static let deficiencies: [(name: String, matrix: [[Double]])] = [
    ("none", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    (
      "protanopia",
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    (
      "deuteranopia",
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    (
      "tritanopia",
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
  ]

  /// CIE 1976 L*a*b* for sRGB white (IEC 61966-2-1).
  private static func lab(_ rgb: [Double]) -> [Double] {
    func weighted(_ weights: [Double], _ white: Double) -> Double {
      let value = zip(rgb, weights).reduce(0) { $0 + min(max($1.0, 0), 1) * $1.1 } / white
      return value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116
    }
    let x = weighted([0.4124, 0.3576, 0.1805], 0.9505)
    let y = weighted([0.2126, 0.7152, 0.0722], 1)
    let z = weighted([0.0193, 0.1192, 0.9505], 1.089)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }

  @Test(arguments: ScanAnswer.allCases)
  func `words and edges stand out from the color of the answer`(answer: ScanAnswer) {
    let palette = AnnotationPalette(answer)
    // WCAG requires 4.5 for text (success criterion 1.4.3) and 3 for graphics (1.4.11).
    #expect(Self.contrast(palette.text, palette.main) >= 4.5)
    #expect(Self.contrast(palette.edge, palette.main) >= 3)
  }

  /// "Not sure" has the color of suspicion, and what was not judged that of what shows nothing, each with another sign.
  private static let different: [ScanAnswer] = [.scam, .suspicious, .clear]

  @Test(arguments: ScanAnswer.allCases)
  func `nothing is green, which would say that it is harmless`(answer: ScanAnswer) {
    let color = AnnotationPalette(answer).main.code
    let (red, green, blue) = (color >> 16, color >> 8 & 0xFF, color & 0xFF)
    #expect(green < max(red, blue))
  }

  @Test func `what nobody is sure about is amber, and what shows nothing is gray`() {
    #expect(AnnotationPalette(.unsure).main == AnnotationPalette(.suspicious).main)
    #expect(AnnotationPalette(.clear).main == AnnotationPalette(.unknown).main)
  }

  @Test(arguments: deficiencies.indices)
  func `colors differ for people who lack a kind of cones`(index: Int) {
    let (name, matrix) = Self.deficiencies[index]
    let seen = Self.different.map { answer in
      let rgb = Self.linear(AnnotationPalette(answer).main)
      return Self.lab(matrix.map { row in zip(row, rgb).reduce(0) { $0 + $1.0 * $1.1 } })
    }
    for (first, a) in seen.enumerated() {
      for (second, b) in seen.enumerated() where first < second {
        let difference = zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
        // About 2 is just visible side by side; these colors are seen alone.
        #expect(difference > 20, "\(name): \(Self.different[first]), \(Self.different[second])")
      }
    }
  }
}
