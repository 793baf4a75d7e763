// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A release links the Swift and C++ runtimes statically: it starts in half the time, runs without a
// toolchain, and calls of the runtime are direct, which is a sixth of the time of a small response. lld,
// unlike other linkers, does not warn about Foundation's use of libc. Packed relocations are 20 KB instead of
// 2.4 MB at each start, and the 15,000 symbols of a program need no export: together 4 MiB less memory. The
// Swift runtime links libstdc++ by name; a linker script replaces it by the archive. Equal functions whose
// addresses nobody compares are kept once.
let staticRelease: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
      "-Xlinker", "--no-export-dynamic", "-Xlinker", "-O2", "-Xlinker", "--icf=safe",
      "-L\(Context.packageDirectory)/Scripts/link", "-Xclang-linker", "-static-libgcc",
    ], .when(configuration: .release))
]

// Tests start programs some thousands of times; these load no libraries of Swift, and relocate as little as a release.
// Not for programs that a test imports: its tests would be linked statically, too.
let staticDebug: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
      "-Xlinker", "--no-export-dynamic", "-Xlinker", "--gc-sections", "-lCoreFoundation",
      "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections",
    ], .when(configuration: .debug))
]

// CI builds with everything that a release may contain, in a single build.
let engines: Set<String> =
  Context.environment["PAGE_GALLERY_ENGINES"] == nil ? [] : ["ObjectStorage", "PostgreSQL"]

let package = Package(
  name: "page-gallery",
  products: [
    .library(name: "GalleryClient", targets: ["GalleryClient"]),
    .library(name: "GalleryCompanions", targets: ["GalleryCompanions"]),
    .library(name: "GalleryGeometry", targets: ["GalleryGeometry"]),
    .library(name: "GalleryModel", targets: ["GalleryModel"]),
    .library(name: "GalleryMotion", targets: ["GalleryMotion"]),
    .library(name: "GalleryPages", targets: ["GalleryPages"]),
    .library(name: "GalleryReplay", targets: ["GalleryReplay"]),
    .library(name: "GallerySharing", targets: ["GallerySharing"]),
    .library(name: "GalleryServer", targets: ["GalleryServer"]),
    .library(name: "PageGallery", targets: ["PageGallery"]),
    .library(name: "PageImaging", targets: ["PageImaging"]),
    .library(name: "PageStorage", targets: ["PageStorage"]),
    .library(name: "StripRendering", targets: ["StripRendering"]),
    .executable(name: "gallery-server", targets: ["gallery-server"]),
    .executable(name: "thumbnail-strip", targets: ["thumbnail-strip"]),
  ],
  traits: [
    .default(enabledTraits: engines),
    .trait(
      name: "ObjectStorage", description: "Originals in an object store with the interface of S3."),
    .trait(
      name: "PostgreSQL",
      description: "Stores in PostgreSQL, which need libpq (Debian: libpq-dev)."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(
      url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["JSON", "YAML"]),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.33.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // MARK: - System libraries and their C wrappers

    .systemLibrary(
      name: "CLibJPEG",
      pkgConfig: "libjpeg",
      providers: [.apt(["libjpeg62-turbo-dev"])]
    ),
    .systemLibrary(
      name: "CLibPNG",
      pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"])]
    ),
    .systemLibrary(
      name: "CLibISAL",
      pkgConfig: "libisal",
      providers: [.apt(["libisal-dev"])]
    ),
    .systemLibrary(
      name: "CLibPQ",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]
    ),
    .systemLibrary(name: "CMalloc"),
    .target(name: "CGalleryBilevel"),
    .target(name: "CGalleryGzip", dependencies: ["CLibISAL"]),
    .target(name: "CGalleryInflate", dependencies: ["CLibISAL"]),
    .target(name: "CGalleryJPEG", dependencies: ["CLibJPEG"]),
    .target(name: "CGalleryKernel"),
    .target(name: "CGalleryPNG", dependencies: ["CLibPNG"]),
    .target(name: "CGallerySQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
    // The files of `Viewer`, which its source embeds.
    .target(name: "CViewerAssets"),

    // MARK: - Libraries

    .target(name: "GallerySystem", dependencies: ["CMalloc"]),
    // The sources import nothing, so link the math library (rounding, square roots) here.
    .target(
      name: "GalleryGeometry",
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
    ),
    .target(name: "GalleryPages", dependencies: ["GalleryGeometry"]),
    .target(name: "GalleryMotion", dependencies: ["GalleryGeometry"]),
    .target(
      name: "GalleryModel", dependencies: ["GalleryGeometry", "GalleryMotion", "GalleryPages"]),
    .target(
      name: "GalleryCompanions", dependencies: ["GalleryGeometry", "GalleryMotion", "GalleryPages"]
    ),
    .target(name: "GallerySharing", dependencies: ["GalleryModel"]),
    // Compiled for browsers by Scripts/viewer.sh; natively only tests use it.
    .target(
      name: "ViewerKernel", dependencies: ["CGalleryKernel", "GalleryCompanions", "GallerySharing"]
    ),
    .target(
      name: "PageImaging",
      dependencies: [
        "CGalleryBilevel", "CGalleryInflate", "CGalleryJPEG", "CGalleryPNG", "GalleryGeometry",
        "GallerySystem",
      ]
    ),
    .target(
      name: "PageStorage",
      dependencies: [
        "CGallerySQLite", "GalleryGeometry", "GalleryPages", "GallerySystem", "PageImaging",
        .target(name: "ObjectStorage", condition: .when(traits: ["ObjectStorage"])),
        .target(name: "PostgreSQLClient", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    // These two are empty without their trait.
    .target(
      name: "ObjectStorage",
      dependencies: [
        .product(
          name: "AsyncHTTPClient", package: "async-http-client",
          condition: .when(traits: ["ObjectStorage"])),
        .product(
          name: "Crypto", package: "swift-crypto", condition: .when(traits: ["ObjectStorage"])),
        .product(
          name: "NIOCore", package: "swift-nio", condition: .when(traits: ["ObjectStorage"])),
        .product(
          name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["ObjectStorage"])),
        .product(
          name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["ObjectStorage"])),
      ]
    ),
    .target(
      name: "PostgreSQLClient",
      dependencies: [.target(name: "CLibPQ", condition: .when(traits: ["PostgreSQL"]))]
    ),
    .target(name: "StripRendering", dependencies: ["GalleryModel", "PageImaging"]),
    .target(
      name: "PageGallery",
      dependencies: [
        "GalleryCompanions", "GalleryModel", "GallerySharing", "PageImaging", "PageStorage",
      ]
    ),

    .target(
      name: "GalleryClient",
      dependencies: [
        "GallerySharing", "PageGallery",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]
    ),
    .target(name: "GalleryReplay", dependencies: ["GalleryCompanions", "GalleryModel"]),
    .target(
      name: "GalleryServer",
      dependencies: [
        "CGalleryGzip", "CViewerAssets", "GalleryGeometry", "GalleryPages", "PageImaging",
        "PageStorage",
        .target(name: "PostgreSQLClient", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ],
      resources: [.embedInCode("openapi.yaml")]
    ),

    // MARK: - Executables

    .target(
      name: "StripCommands",
      dependencies: [
        "CMalloc", "GalleryCompanions", "GalleryModel", "GalleryReplay", "GallerySystem",
        "PageImaging", "PageStorage", "StripRendering",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // An empty replacement for ICU's data, which is half of a release: names of languages and
    // currencies, which nothing prints.
    .target(
      name: "CGalleryNoLocales",
      cSettings: [.define("CGALLERY_LEAVES_OUT_LOCALES", .when(configuration: .release))]
    ),
    // Another linker script discards the unwind tables, which nothing uses.
    .executableTarget(
      name: "thumbnail-strip",
      dependencies: ["CGalleryNoLocales", "StripCommands"],
      linkerSettings: staticDebug + staticRelease + [
        .unsafeFlags(
          [
            "-Xlinker", "--no-eh-frame-hdr", "-Xlinker", "-T",
            "-Xlinker", "\(Context.packageDirectory)/Scripts/link/no-unwinding.ld",
          ], .when(configuration: .release))
      ]
    ),

    .executableTarget(
      name: "gallery-server",
      dependencies: [
        "GalleryServer", "PageStorage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ],
      linkerSettings: staticRelease
    ),

    // MARK: - Tests

    // What tests share with the child process, which is linked without a library for tests.
    .target(name: "GalleryTestData", path: "Tests/GalleryTestData"),
    .target(
      name: "GalleryTestSupport",
      dependencies: [
        "GalleryTestData",
        .target(name: "PostgreSQLClient", condition: .when(traits: ["PostgreSQL"])),
      ],
      path: "Tests/GalleryTestSupport"
    ),
    .target(
      name: "CGalleryJPEGOracle",
      dependencies: ["CLibJPEG"],
      path: "Tests/CGalleryJPEGOracle"
    ),
    // One for the modules of a gallery without I/O, because each further one takes as long to link as these.
    .testTarget(
      name: "GalleryModelTests",
      dependencies: [
        "GalleryCompanions", "GalleryGeometry", "GalleryModel", "GalleryMotion",
        "GalleryTestSupport",
      ]
    ),
    .testTarget(
      name: "GallerySharingTests",
      dependencies: ["GalleryModel", "GallerySharing", "GalleryTestSupport"]
    ),
    .testTarget(
      name: "ViewerKernelTests",
      dependencies: [
        "CGalleryKernel", "GalleryCompanions", "GallerySharing", "GalleryTestSupport",
        "ViewerKernel",
      ]
    ),
    .testTarget(
      name: "PageImagingTests",
      dependencies: [
        "CGalleryBilevel", "CGalleryJPEGOracle", "CGalleryPNG", "GalleryGeometry", "PageImaging",
        "GalleryTestSupport",
      ]
    ),
    // Makes system calls fail in tests.
    .target(name: "CGalleryFaults", path: "Tests/CGalleryFaults"),
    // A child process of the tests that uses a store, also until it is killed.
    .executableTarget(
      name: "store-child",
      dependencies: [
        "CGalleryFaults", "GalleryModel", "GalleryTestData", "PageGallery", "PageImaging",
        "PageStorage",
      ],
      path: "Tests/StoreChild",
      linkerSettings: staticDebug
    ),
    .testTarget(
      name: "PageStorageTests",
      dependencies: [
        "GalleryModel", "GallerySystem", "PageImaging", "PageStorage", "GalleryTestSupport",
        .target(name: "ObjectStorage", condition: .when(traits: ["ObjectStorage"])),
        .target(name: "PostgreSQLClient", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "ObjectStorageTests",
      dependencies: [
        "GalleryTestSupport", "ObjectStorage",
        .product(
          name: "Crypto", package: "swift-crypto", condition: .when(traits: ["ObjectStorage"])),
      ]
    ),
    .testTarget(
      name: "PostgreSQLClientTests",
      dependencies: ["GalleryTestSupport", "PostgreSQLClient"]
    ),
    .testTarget(
      name: "StripRenderingTests",
      dependencies: ["GalleryModel", "PageImaging", "StripRendering", "GalleryTestSupport"]
    ),
    .testTarget(
      name: "PageGalleryTests",
      dependencies: [
        "GalleryClient", "GalleryCompanions", "GalleryModel", "GalleryServer", "GallerySharing",
        "GalleryTestSupport", "PageGallery", "PageImaging", "PageStorage",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]
    ),
    .testTarget(
      name: "ThumbnailStripTests",
      dependencies: [
        "GalleryCompanions", "GalleryModel", "GalleryReplay", "GallerySystem", "PageImaging",
        "PageStorage", "StripCommands", "StripRendering", "GalleryTestSupport",
        .target(name: "ObjectStorage", condition: .when(traits: ["ObjectStorage"])),
      ],
      exclude: ["Snapshots"]
    ),
    .testTarget(
      name: "GalleryServerTests",
      dependencies: [
        "GalleryPages", "GalleryServer", "GalleryTestSupport", "PageImaging", "PageStorage",
        "gallery-server",
        .target(name: "PostgreSQLClient", condition: .when(traits: ["PostgreSQL"])),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Yams", package: "Yams"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The settings of every Swift target; C and system targets take none.
let swiftSettings: [SwiftSetting] = [
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
  .enableUpcomingFeature("ExistentialAny"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
  .enableUpcomingFeature("InternalImportsByDefault"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
  .enableUpcomingFeature("MemberImportVisibility"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
  .enableUpcomingFeature("InferIsolatedConformances"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0443-warning-control-flags.md
  .treatAllWarnings(as: .error),
]
// https://github.com/swiftlang/swift-evolution/blob/main/proposals/0458-strict-memory-safety.md
let memorySafeTargets: Set = [
  "GalleryCompanions", "GalleryGeometry", "GalleryModel", "GalleryMotion", "GalleryPages",
  "GalleryReplay", "GallerySharing", "GallerySystem", "PageGallery", "PageImaging",
  "StripRendering", "ViewerKernel",
]

// CI compiles all modules with the optimizer for the tests, too: people run an optimized build, and the optimizer
// changes code that is right without it. A million random calls of the model and thousands of decoded images take a
// fraction of the time. Overflows and assertions are checked as before. A module that is compiled as a whole takes three
// quarters of the time, with one object file per source file, as SwiftPM expects. Nobody debugs this build.
let isOptimizedForTests = Context.environment["GALLERY_OPTIMIZED_TESTS"] != nil

let cTargets = package.targets.filter {
  $0.name.hasPrefix("CGallery") || $0.name == "CViewerAssets"
}.map(\.name)

for target in package.targets where target.type != .system && !cTargets.contains(target.name) {
  target.swiftSettings = swiftSettings
  if memorySafeTargets.contains(target.name) {
    target.swiftSettings?.append(.strictMemorySafety())
  }
  if isOptimizedForTests, target.type != .test {
    let optimization = [
      "-O", "-assert-config", "Debug", "-disable-batch-mode", "-wmo", "-num-threads", "2",
    ]
    target.swiftSettings?.append(.unsafeFlags(optimization, .when(configuration: .debug)))
  }
  // Its code waits for files and for the other modules, so size counts more than speed.
  if target.name == "StripCommands" {
    target.swiftSettings?.append(.unsafeFlags(["-Osize"], .when(configuration: .release)))
  }
  // Programs that are linked statically contain what Foundation needs, too.
  if ["store-child", "thumbnail-strip"].contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-static-stdlib"]))
  } else if target.name == "gallery-server" {
    target.swiftSettings?.append(.unsafeFlags(["-static-stdlib"], .when(configuration: .release)))
  }
}

// Scripts/sanitize.sh builds only the targets that process untrusted bytes.
if Context.environment["PAGE_GALLERY_DECODERS_ONLY"] != nil {
  package.products.removeAll()
  package.targets.removeAll { target in
    switch target.name {
    case "GalleryGeometry", "GallerySystem", "PageImaging", "PageImagingTests",
      "GalleryTestData", "GalleryTestSupport", "PostgreSQLClient":
      false
    case "CGalleryFaults": true
    default: !target.name.hasPrefix("C")
    }
  }
}
