// swift-tools-version: 6.2
import PackageDescription

/// One set of settings for every Swift target, so that no module can quietly be laxer than the others.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let serviceLifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

let package = Package(
  name: "ocr-scan",
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // MARK: The way of a screenshot, part one: the model that every part knows
    .target(name: "ScanModel", dependencies: [systemPackage], swiftSettings: strict),
    .testTarget(name: "ScanModelTests", dependencies: ["ScanModel"], swiftSettings: strict),

    // MARK: Support that any part may use
    .target(name: "CLinux"),
    .target(name: "LinuxSystem", dependencies: ["CLinux", systemPackage], swiftSettings: strict),

    // MARK: From PNG bytes to lines of text. Only the worker (and the developer's probe) may link these,
    // but for PNGContainer, which is plain Swift and shared with the watcher
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CTesseract", pkgConfig: "tesseract", providers: [.apt(["libtesseract-dev", "libleptonica-dev"])]),
    .target(name: "PNGContainer", swiftSettings: strict),
    .target(name: "PNGTestSupport", path: "Tests/PNGTestSupport", swiftSettings: strict),
    .testTarget(name: "PNGContainerTests", dependencies: ["PNGContainer", "PNGTestSupport"], swiftSettings: strict),
    .target(name: "PNGDecoding", dependencies: ["CPNG", "PNGContainer", "ScanModel"], swiftSettings: strict),
    .testTarget(
      name: "PNGDecodingTests", dependencies: ["PNGContainer", "PNGDecoding", "PNGTestSupport", "ScanModel"],
      swiftSettings: strict),
    .target(name: "TextRecognition", dependencies: ["CTesseract", "ScanModel"], swiftSettings: strict),
    .testTarget(
      name: "TextRecognitionTests",
      dependencies: ["PNGContainer", "PNGDecoding", "ScanModel", "TextRecognition"], swiftSettings: strict),
    .executableTarget(
      name: "recognition-probe",
      dependencies: ["PNGContainer", "PNGDecoding", "ScanModel", "TextRecognition", argumentParser],
      swiftSettings: strict),
  ]
)
