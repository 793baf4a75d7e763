// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "page-gallery-benchmarks",
  dependencies: [
    .package(name: "page-gallery", path: ".."),
    // For SQLite by its own interface.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Its traits bring a malloc interposer of their own, which is not needed: see AllocationCheck.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    // Galleries of all sizes, in all states.
    .target(
      name: "SampleGalleries",
      dependencies: [
        .product(name: "GalleryCompanions", package: "page-gallery"),
        .product(name: "GalleryModel", package: "page-gallery"),
      ]),
    // The layout of textbooks, to compare with.
    .target(
      name: "TextbookStrip",
      dependencies: [.product(name: "GalleryModel", package: "page-gallery")]),
    .executableTarget(
      name: "GalleryBenchmarks",
      dependencies: [
        "SampleGalleries", "TextbookStrip",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "GalleryCompanions", package: "page-gallery"),
        .product(name: "GalleryModel", package: "page-gallery"),
      ],
      path: "Benchmarks/GalleryBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    // The stages of a thumbnail.
    .target(
      name: "CProgressivePage", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CBilevelPage", linkerSettings: [.linkedLibrary("png")]),
    .executableTarget(
      name: "imaging-benchmark",
      dependencies: [
        "CBilevelPage", "CProgressivePage",
        .product(name: "GalleryGeometry", package: "page-gallery"),
        .product(name: "PageImaging", package: "page-gallery"),
      ],
      path: "Sources/ImagingBenchmarks"),
    // The page store beside the disk and SQLite alone.
    .executableTarget(
      name: "storage-benchmark",
      dependencies: [
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "GalleryModel", package: "page-gallery"),
        .product(name: "PageImaging", package: "page-gallery"),
        .product(name: "PageStorage", package: "page-gallery"),
      ],
      path: "Sources/StorageBenchmarks"),
    // Replaces malloc in the program that links it.
    .target(name: "CAllocationCounter"),
    .executableTarget(
      name: "allocation-check",
      dependencies: [
        "CAllocationCounter", "SampleGalleries",
        .product(name: "GalleryCompanions", package: "page-gallery"),
        .product(name: "GalleryModel", package: "page-gallery"),
      ],
      path: "Sources/AllocationCheck"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where !target.name.hasPrefix("C") {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ]
}
