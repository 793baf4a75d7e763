// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageImaging

/// The images in Tests/Fixtures.
enum Fixtures {
  private static let tests = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let root = tests.appending(path: "Fixtures")

  /// The path of a sample document.
  static func sampleDocument(_ name: String) -> String {
    tests.deletingLastPathComponent().appending(path: "SampleDocs").appending(path: name)
      .path(percentEncoded: false)
  }

  /// The paths of the images in a folder, such as `jpeg/valid`, in order.
  static func paths(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The path of a fixture.
  static func path(_ name: String) -> String {
    root.appending(path: name).path(percentEncoded: false)
  }

  /// The bytes of a fixture.
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path(name))))
  }

  /// The expected image of a fixture, as stored.
  ///
  /// Those of PNG files are plain PGM and PPM files, so that they are independent of our decoders.
  static func reference(of name: String) throws -> Raster {
    let stem = name.replacing("/valid/", with: "/reference/")
    let dot = try #require(stem.lastIndex(of: "."))
    let base = String(stem[..<dot])
    if name.hasPrefix("jpeg/") {
      return Raster(try ImageDecoder.decode(bytes(base + ".png")).bitmap)
    }
    let names = [base + ".pgm", base + ".ppm"]
    let found = try #require(names.first { FileManager.default.fileExists(atPath: path($0)) })
    return try Raster(netpbm: bytes(found))
  }
}

extension Raster {
  /// Reads a binary PGM (P5) or PPM (P6) file of 8 bits per sample without comments.
  init(netpbm bytes: [UInt8]) throws {
    let words = bytes.prefix(64).split(maxSplits: 4, omittingEmptySubsequences: true) {
      $0 == 10 || $0 == 32
    }
    try #require(words.count >= 4)
    let numbers = words[1...3].map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    try #require(numbers[2] == 255)
    let channels = String(decoding: words[0], as: UTF8.self) == "P5" ? 1 : 3
    let count = numbers[0] * numbers[1] * channels
    self.init(
      width: numbers[0], height: numbers[1], channels: channels,
      samples: Array(bytes.suffix(count)))
  }
}

extension ImageDecoder {
  /// Decodes bytes; an abbreviation for the tests.
  static func decode(
    _ bytes: [UInt8], _ options: DecodingOptions = DecodingOptions()
  ) throws(ImagingError) -> DecodedImage {
    try decode(ByteSource(bytes), options: options)
  }
}
