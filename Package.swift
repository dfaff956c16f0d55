// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// Set by scripts/fuzz, which builds only the fuzz targets, in a separate folder: with it, libFuzzer instruments all
/// code.
let isFuzzing = Context.environment["OCR_SCAN_FUZZ"] != nil
let fuzzerFlags = ["-sanitize=fuzzer"]

/// One set of settings for every Swift target, so that no module can quietly be less strict than the others.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ] + (isFuzzing ? [.unsafeFlags(fuzzerFlags)] : [])

/// Tests are not optimized, what they test is: their compilation was a third of the time of a build. Only those that go
/// through pixels themselves are.
let unoptimized = strict + [.unsafeFlags(["-Onone"])]

/// Set by the Makefile to the object file of scripts/slim-icu: a small table that replaces Foundation's 34 MB of ICU
/// data. It is linked as an object of each program, so that the linker finds it before the full table. Not for tests:
/// Foundation's shared library uses the table that it has itself.
let slimICU: [LinkerSetting] = Context.environment["OCR_SCAN_ICU_DATA"].map { [.unsafeFlags([$0])] } ?? []

/// Tesseract's archive, which Debian's libtesseract-dev has beside the shared library, is linked into the worker:
/// without libcurl and its dependencies, and without the parts that `CTesseractParts` leaves out. Where there is no
/// archive, the shared library is used, with a slower start.
#if arch(arm64)
  let libraryFolder = "/usr/lib/aarch64-linux-gnu"
#else
  let libraryFolder = "/usr/lib/x86_64-linux-gnu"
#endif
let tesseractArchive = "\(libraryFolder)/libtesseract.a"
/// The archives whose classes `CTesseractParts/network.h` was compared with, by their SHA-256. With any other one, the
/// layers of the network are Tesseract's own. Makefile and scripts/test set the variable (scripts/tesseract-archive).
let knownTesseract: Set<String> = [
  // libtesseract-dev 5.3.0-2 of Debian 12, amd64
  "c12a9e1d76fc7c3a62035287873adc8ee581fc2f2139edb71a9fc03acb9ec0f5"
]
let ownLayers: [CSetting] =
  knownTesseract.contains(Context.environment["OCR_SCAN_TESSERACT"] ?? "") ? [.define("OCRSCAN_KNOWN_TESSERACT")] : []
let replacedFunctions: [String] = [
  "_ZN9tesseract7Network14CreateFromFileEPNS_5TFileE",
  "_ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_",
  "bmfCreate",
  "pixWriteMem",
]
// By its path: the one whose hash is known, not another that a search would find first.
let tesseractLinkage: [LinkerSetting] = [
  .unsafeFlags(replacedFunctions.flatMap { (name: String) -> [String] in ["-Xlinker", "--wrap=" + name] }),
  FileManager.default.fileExists(atPath: tesseractArchive)
    ? .unsafeFlags([tesseractArchive]) : .linkedLibrary("tesseract"),
  .linkedLibrary("leptonica"),
  .linkedLibrary("stdc++"),
]

let trialDependencies: [Target.Dependency] = [
  "CXXHash", "CodeContents", "CodeRecognition", "LinuxSystem", "ImageContainers", "PostCorrection", "Redaction",
  "RiskAnalysis", "ScanModel", "Settings",
  "TextClassification", "TextEntities", "WorkerProtocol",
  .product(name: "SystemPackage", package: "swift-system"),
]

/// The targets of generated input: the tests use the same inputs every time, libFuzzer generates its own.
let fuzzTargets: [Target] = [
  // SwiftPM names a program's entry point after the program, and libFuzzer's own entry point does not know that name.
  .target(name: "CFuzzDriver", path: "Sources/CModules/CFuzzDriver"),
  .executableTarget(
    name: "fuzz",
    dependencies: ["CFuzzDriver"] + trialDependencies, path: "Tests/FuzzTrialTests",
    sources: ["LibFuzzerEntry.swift", "Trials"],
    swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags(fuzzerFlags)]),
]
let trialTests: [Target] = [
  .testTarget(
    name: "FuzzTrialTests", dependencies: ["TestSupport"] + trialDependencies, exclude: ["LibFuzzerEntry.swift"],
    swiftSettings: strict)
]

/// The window needs GTK 4 and libadwaita. To build everything else without them:
/// OCR_SCAN_WITHOUT_WINDOW=1 make build.
let hasWindow = Context.environment["OCR_SCAN_WITHOUT_WINDOW"] == nil
let windowTargets: [Target] = [
  .systemLibrary(
    name: "CAdwaita", path: "Sources/CModules/CAdwaita", pkgConfig: "libadwaita-1",
    providers: [.apt(["libgtk-4-dev", "libadwaita-1-dev"])]),
  .target(name: "CGtk", dependencies: ["CAdwaita"], path: "Sources/CModules/CGtk"),
  .target(
    name: "Window",
    dependencies: [
      "Application", "CGtk", "CQuietDispatch", "EventLog", "History", "LinuxSystem", "Localization",
      "Pipeline",
      "ScanModel",
      "ScreenshotLibrary", "Settings", "WorkerClient",
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
      .product(name: "SystemPackage", package: "swift-system"),
    ], resources: [.embedInCode("Layouts")], swiftSettings: strict),
  .executableTarget(
    name: "ocr-scan-window",
    dependencies: ["Localization", "Window", .product(name: "ArgumentParser", package: "swift-argument-parser")],
    swiftSettings: strict, linkerSettings: slimICU),
  .testTarget(
    name: "WindowTests",
    dependencies: [
      "CAdwaita", "TestSupport", "Window", "ocr-scan", "ocr-scan-window", "ocr-scan-worker", "ocr-scand",
      .product(name: "SystemPackage", package: "swift-system"),
    ],
    exclude: [
      "desktop.py", "handling.py", "pages.py", "safety.py", "screen.py", "trouble.py", "walk.py", "ways.py",
    ], swiftSettings: unoptimized),
]

let furtherTargets: [Target] = isFuzzing ? fuzzTargets : hasWindow ? trialTests + windowTargets : trialTests

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let serviceLifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
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
    // MARK: The values that every part knows
    .target(name: "ScanModel", dependencies: [systemPackage], swiftSettings: strict),
    .testTarget(name: "ScanModelTests", dependencies: ["ScanModel"], swiftSettings: unoptimized),

    // MARK: Linux and systemd, for any part that needs them
    .target(name: "CLinux", path: "Sources/CModules/CLinux"),
    .systemLibrary(
      name: "CSeccomp", path: "Sources/CModules/CSeccomp", pkgConfig: "libseccomp",
      providers: [.apt(["libseccomp-dev"])]),
    .target(name: "CSandbox", dependencies: ["CSeccomp"], path: "Sources/CModules/CSandbox"),
    .target(name: "LinuxSystem", dependencies: ["CLinux", "ScanModel", systemPackage], swiftSettings: strict),
    .testTarget(
      name: "LinuxSystemTests", dependencies: ["LinuxSystem", "TestSupport", systemPackage], swiftSettings: unoptimized
    ),
    .systemLibrary(
      name: "CSystemd", path: "Sources/CModules/CSystemd", pkgConfig: "libsystemd",
      providers: [.apt(["libsystemd-dev"])]),
    .target(
      name: "Settings", dependencies: ["LinuxSystem", "ScanModel", systemPackage, yams], swiftSettings: strict),
    .testTarget(
      name: "SettingsTests", dependencies: ["ScanModel", "Settings", "TestSupport", systemPackage],
      swiftSettings: unoptimized),

    // MARK: The user's language
    .target(name: "CGettext", path: "Sources/CModules/CGettext"),
    .target(name: "Localization", dependencies: ["CGettext", "ScanModel", systemPackage], swiftSettings: strict),
    .testTarget(name: "LocalizationTests", dependencies: ["Localization", "ScanModel"], swiftSettings: unoptimized),

    // MARK: The folders: which to watch, what is new in them, and reading a file exactly once
    .systemLibrary(
      name: "CNettle", path: "Sources/CModules/CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .target(name: "Hashing", dependencies: ["CNettle"], swiftSettings: strict),
    .testTarget(name: "HashingTests", dependencies: ["Hashing"], swiftSettings: unoptimized),
    .target(
      name: "ScreenshotLibrary", dependencies: ["Hashing", "LinuxSystem", "ScanModel", systemPackage],
      swiftSettings: strict),
    .testTarget(
      name: "ScreenshotLibraryTests",
      dependencies: ["LinuxSystem", "ScanModel", "TestSupport", "ScreenshotLibrary", systemPackage],
      swiftSettings: unoptimized),
    .target(name: "ImageContainers", dependencies: ["ScanModel"], swiftSettings: strict),
    .testTarget(
      name: "ImageContainersTests", dependencies: ["ImageContainers", "ScanModel", "TestSupport"], swiftSettings: strict
    ),

    // MARK: The worker: its protocol, both sides of it, and the only modules that link libpng, Leptonica and Tesseract
    .target(name: "WorkerProtocol", dependencies: ["ScanModel"], swiftSettings: strict),
    .testTarget(
      name: "WorkerProtocolTests", dependencies: ["ScanModel", "WorkerProtocol"], swiftSettings: unoptimized),
    .target(
      name: "WorkerClient", dependencies: ["CLinux", "LinuxSystem", "ScanModel", "WorkerProtocol", systemPackage],
      swiftSettings: strict),
    .testTarget(
      name: "WorkerClientTests",
      dependencies: [
        "LinuxSystem", "ScanModel", "TestSupport", "WorkerClient", "WorkerProtocol", "misbehaving-worker",
        "ocr-scan-worker", systemPackage,
      ], swiftSettings: unoptimized),
    .systemLibrary(name: "CPNG", path: "Sources/CModules/CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    // Has code of its own, to catch libjpeg's longjmp errors.
    .target(name: "CJPEG", path: "Sources/CModules/CJPEG"),
    .systemLibrary(
      name: "CWebP", path: "Sources/CModules/CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    // Without pkg-config, because Tesseract's file would link libcurl and libarchive into the worker by name.
    // CTesseractParts states what to link.
    .systemLibrary(
      name: "CTesseract", path: "Sources/CModules/CTesseract",
      providers: [.apt(["libtesseract-dev", "libleptonica-dev"])]),
    // As for CTesseract, without pkg-config. The library's own name is the same from Debian 12 on; its package's name
    // is not.
    .systemLibrary(name: "CLeptonica", path: "Sources/CModules/CLeptonica", providers: [.apt(["libleptonica-dev"])]),
    .target(
      name: "ImageProcessing",
      dependencies: ["CJPEG", "CLeptonica", "CPNG", "CWebP", "ImageContainers", "ScanModel"], swiftSettings: strict),
    .testTarget(
      name: "ImageProcessingTests", dependencies: ["ImageContainers", "ImageProcessing", "ScanModel", "TestSupport"],
      swiftSettings: strict),
    // Used by no Swift code except tests: replaces parts of Tesseract, and functions that its archive calls needlessly.
    .target(
      name: "CTesseractParts", path: "Sources/CModules/CTesseractParts",
      cSettings: [.unsafeFlags(["-O3"])] + ownLayers,
      linkerSettings: tesseractLinkage),
    // Not used by any Swift code: replaces libgomp in every program that reads.
    .target(
      name: "CSerialOpenMP", path: "Sources/CModules/CSerialOpenMP",
      linkerSettings: [
        // The linker exports all symbols of a program only if the Swift runtime is linked in, so name these.
        .unsafeFlags(
          ["GOMP_parallel", "GOMP_parallel_sections", "GOMP_sections_next", "GOMP_sections_end_nowait"].flatMap {
            ["-Xlinker", "--export-dynamic-symbol=\($0)"]
          })
      ]),
    .target(
      name: "TextRecognition", dependencies: ["CSerialOpenMP", "CTesseract", "CTesseractParts", "ScanModel"],
      swiftSettings: strict),
    .testTarget(
      name: "TextRecognitionTests",
      dependencies: [
        "CTesseractParts", "ImageContainers", "ImageProcessing", "ScanModel", "TestSupport", "TextRecognition",
      ],
      swiftSettings: strict),
    // The library's own name is the same in all releases; its runtime package's name is not. Only QR codes are read.
    .target(name: "CBarcode", path: "Sources/CModules/CBarcode", linkerSettings: [.linkedLibrary("ZXing")]),
    .target(name: "CodeRecognition", dependencies: ["CBarcode", "ScanModel"], swiftSettings: strict),
    .testTarget(
      name: "CodeRecognitionTests",
      dependencies: [
        "CodeRecognition", "ImageContainers", "ImageProcessing", "ScanModel", "TestSupport", systemPackage,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "ocr-scan-worker",
      dependencies: [
        "CLinux", "CodeRecognition", "CSandbox", "LinuxSystem", "ImageContainers", "ImageProcessing", "ScanModel",
        "TextRecognition", "WorkerProtocol",
      ], swiftSettings: strict),

    // MARK: Links, numbers and addresses in text, and how they are written
    .systemLibrary(name: "CPSL", path: "Sources/CModules/CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
    .systemLibrary(
      name: "CIDN2", path: "Sources/CModules/CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
    .target(name: "TextEntities", dependencies: ["CIDN2", "CPSL", "Hashing"], swiftSettings: strict),
    .testTarget(
      name: "TextEntitiesTests",
      dependencies: ["Hashing", "Notifications", "ScanModel", "TestSupport", "TextEntities"],
      swiftSettings: unoptimized),
    .target(name: "CodeContents", dependencies: ["ScanModel", "TextEntities"], swiftSettings: strict),
    .testTarget(
      name: "CodeContentsTests", dependencies: ["CodeContents", "ScanModel"], swiftSettings: unoptimized),
    .target(name: "Redaction", dependencies: ["Hashing", "ScanModel", "TextEntities"], swiftSettings: strict),
    .testTarget(
      name: "RedactionTests", dependencies: ["Redaction", "ScanModel", "TestSupport"], swiftSettings: unoptimized),

    // MARK: What was read, put right: in the programs, not in the worker
    .target(name: "PostCorrection", dependencies: ["ScanModel", "TextEntities"], swiftSettings: strict),
    .testTarget(
      name: "PostCorrectionTests", dependencies: ["ScanModel", "PostCorrection"], swiftSettings: unoptimized),

    // MARK: What words mean: a small encoder that runs on one processor from a mapped file
    // Optimized in every build, because otherwise one text takes a second.
    .target(name: "CTransformer", path: "Sources/CModules/CTransformer", cSettings: [.unsafeFlags(["-O3"])]),
    .systemLibrary(
      name: "CXXHash", path: "Sources/CModules/CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .target(
      name: "TextClassification",
      dependencies: ["CLinux", "CTransformer", "CXXHash", "LinuxSystem", systemPackage], swiftSettings: strict),
    .testTarget(
      name: "TextClassificationTests",
      dependencies: ["CTransformer", "CXXHash", "LinuxSystem", "TestSupport", "TextClassification", systemPackage],
      exclude: ["Fixtures"], swiftSettings: unoptimized),

    // MARK: The verdict, the history, the log and the alert
    .target(
      name: "RiskAnalysis",
      dependencies: [
        "CXXHash", "CodeContents", "Hashing", "LinuxSystem", "Redaction", "ScanModel", "TextClassification",
        "TextEntities", systemPackage, yams,
      ],
      exclude: ["Rules"],
      swiftSettings: strict),
    // Run by the Makefile after each build. As a plugin's tool it and all it needs would be compiled twice more.
    .executableTarget(
      name: "rule-compiler", dependencies: ["RiskAnalysis", systemPackage], path: "Tools/rule-compiler",
      swiftSettings: strict),
    .target(
      name: "RiskData", resources: [.copy("Countries"), .copy("scam-encoder.model")], swiftSettings: strict),
    .testTarget(
      name: "RiskAnalysisTests",
      dependencies: [
        "CodeContents", "Hashing", "RiskAnalysis", "ScanModel", "TestSupport", "TextClassification", "TextEntities",
        systemPackage, yams,
      ],
      exclude: ["Messages", "RuleExamples"], swiftSettings: unoptimized),
    .target(
      name: "History", dependencies: ["Hashing", "LinuxSystem", "Redaction", "ScanModel", grdb, systemPackage],
      swiftSettings: strict),
    .testTarget(
      name: "HistoryTests",
      dependencies: ["LinuxSystem", "History", "Redaction", "ScanModel", "TestSupport", grdb, systemPackage],
      swiftSettings: unoptimized),
    .target(name: "EventLog", dependencies: ["LinuxSystem", "ScanModel", systemPackage], swiftSettings: strict),
    .testTarget(
      name: "EventLogTests", dependencies: ["EventLog", "LinuxSystem", "ScanModel", "TestSupport", systemPackage],
      swiftSettings: unoptimized),
    .target(
      name: "Notifications", dependencies: ["CSystemd", "LinuxSystem", "Localization", "ScanModel", systemPackage],
      swiftSettings: strict),
    .testTarget(
      name: "NotificationsTests", dependencies: ["Notifications", "LinuxSystem", "ScanModel", "TestSupport"],
      swiftSettings: unoptimized),

    // MARK: Where the parts meet, and what people type
    // Not used by any Swift code: it takes the place of what libdispatch calls, in the programs that wait.
    .target(
      name: "CQuietDispatch", path: "Sources/CModules/CQuietDispatch",
      linkerSettings: [
        .unsafeFlags(
          ["_dispatch_workq_worker_register", "_dispatch_workq_worker_unregister", "setpriority"].flatMap {
            ["-Xlinker", "--wrap=\($0)"]
          })
      ]),
    .target(
      name: "Pipeline",
      dependencies: [
        "CodeContents", "EventLog", "LinuxSystem", "ImageContainers", "Redaction", "RiskAnalysis", "RiskData",
        "History", "ScanModel",
        "Settings", "ScreenshotLibrary", "TextClassification", "PostCorrection", "WorkerClient",
        "WorkerProtocol", systemPackage,
      ], swiftSettings: strict),
    .testTarget(
      name: "PipelineTests",
      dependencies: [
        "EventLog", "History", "Pipeline", "RiskAnalysis", "ScanModel", "ScreenshotLibrary", "Settings", "TestSupport",
        "WorkerClient", "WorkerProtocol", systemPackage,
      ], swiftSettings: unoptimized),
    .target(
      name: "Daemon",
      dependencies: [
        "EventLog", "History", "LinuxSystem", "Localization", "Notifications", "Pipeline", "ScanModel",
        "ScreenshotLibrary", "Settings", "WorkerClient", logging, serviceLifecycle, systemPackage,
        unixSignals,
      ], swiftSettings: strict),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Daemon", "EventLog", "History", "LinuxSystem", "Notifications", "Pipeline", "ScanModel", "ScreenshotLibrary",
        "Settings", "TestSupport", grdb, logging, serviceLifecycle, systemPackage,
      ], swiftSettings: unoptimized),
    .target(
      name: "Application",
      dependencies: [
        "CSandbox", "Daemon", "EventLog", "Hashing", "History", "LinuxSystem", "Localization",
        "Notifications", "Pipeline", "Redaction", "RiskAnalysis",
        "ScanModel", "ScreenshotLibrary", "Settings", "TextEntities", "WorkerClient", systemPackage, yams,
      ], swiftSettings: strict),
    .target(
      name: "Commands",
      dependencies: [
        "Application", "CQuietDispatch", "Hashing", "Localization", "Notifications",
        "LinuxSystem", "Redaction",
        "RiskAnalysis", "History", "ScanModel", "Daemon", "EventLog", "Pipeline", "Settings", "ScreenshotLibrary",
        "TextEntities", "WorkerClient", argumentParser, systemPackage, unixSignals,
      ], swiftSettings: strict),
    .testTarget(
      name: "CommandsTests",
      dependencies: ["Application", "Commands", "Notifications", "ScanModel", "TestSupport", systemPackage],
      swiftSettings: unoptimized),
    .executableTarget(
      name: "ocr-scan", dependencies: ["Commands"], swiftSettings: strict, linkerSettings: slimICU),
    .executableTarget(
      name: "ocr-scand", dependencies: ["Commands"], swiftSettings: strict, linkerSettings: slimICU),

    // MARK: Developer tools and tests, never installed
    .executableTarget(
      name: "recognition-probe",
      dependencies: [
        "ImageContainers", "ImageProcessing", "ScanModel", "TextRecognition", "PostCorrection", argumentParser,
      ], path: "Tools/recognition-probe",
      swiftSettings: strict),
    .executableTarget(
      name: "risk-evaluate",
      dependencies: [
        "CodeContents", "RiskAnalysis", "RiskData", "ScanModel", "TextClassification", "PostCorrection", argumentParser,
        systemPackage,
      ], path: "Tools/risk-evaluate",
      swiftSettings: strict),
    .executableTarget(
      name: "event-probe", dependencies: ["EventLog", "ScanModel", argumentParser, systemPackage],
      path: "Tools/event-probe",
      swiftSettings: strict),
    .executableTarget(
      name: "decoding-probe",
      dependencies: ["CSandbox", "ImageContainers", "ImageProcessing", "ScanModel"],
      path: "Tools/decoding-probe",
      swiftSettings: strict),
    .executableTarget(
      name: "worker-probe",
      dependencies: [
        "LinuxSystem", "ImageContainers", "ScanModel", "WorkerClient", "WorkerProtocol", systemPackage,
      ], path: "Tools/worker-probe",
      swiftSettings: strict),
    .executableTarget(name: "sandbox-probe", dependencies: ["CLinux", "CSandbox"], path: "Tools/sandbox-probe"),
    .executableTarget(
      name: "misbehaving-worker", dependencies: ["CLinux", "ScanModel", "WorkerProtocol"],
      path: "Tools/misbehaving-worker", swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["CSystemd", "LinuxSystem", "ScanModel", systemPackage], path: "Tests/Support",
      swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: unoptimized),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "LinuxSystem", "ImageContainers", "ImageProcessing", "Notifications", "ScanModel", "TestSupport",
        "misbehaving-worker", "ocr-scan", "ocr-scan-worker", "ocr-scand", "rule-compiler", "sandbox-probe",
        "worker-probe", systemPackage,
        yams,
      ], swiftSettings: unoptimized),
  ] + furtherTargets,
  cxxLanguageStandard: .cxx17
)
