// SPDX-License-Identifier: Apache-2.0

import CGalleryJPEGOracle
import GalleryTestSupport
import Testing

@testable import PageImaging

struct ScanSelectionTests {
  /// The scans selected from a script, as indexes.
  private static func chosen(
    _ script: ScanScript, quality: Int32, block: ReducedBlock
  ) throws -> [Int]? {
    let sample = JPEGSample(
      width: 48, height: 32, sampling: [[2, 2], [1, 1], [1, 1]], quality: quality,
      script: script)
    let source = ByteSource(try #require(sample.encoded()))
    let walk = try JPEGScanIndex(source, limit: 100)
    let decoded = try ProgressiveCoefficients(
      source, ImageHeader(reading: source), block: block, scanLimit: 100)
    return try decoded.map { decoded in
      try decoded.selection.scans.map { try #require(walk.scans.firstIndex(of: $0)) }
    }
  }

  @Test func meansNeedTheDCScans() throws {
    let scripts = ScanScript.all(componentCount: 3)
    for script in scripts {
      let expected = script.scans.indices.filter { script.scans[$0].first == 0 }
      for quality in [20, 60, 85, 95] as [Int32] {
        #expect(
          try Self.chosen(script, quality: quality, block: .oneSample) == expected,
          "\(script) \(quality)")
      }
    }
  }

  @Test func detailsNeedTheFirstScansOfTheirBand() throws {
    // The DC coefficients, 1...5 of each component, and the last bit of the DC coefficients.
    let usual = ScanScript.all(componentCount: 3)[0]
    #expect(try Self.chosen(usual, quality: 90, block: .fourSamples) == [0, 1, 2, 3, 10])
  }

  @Test func coarseStepsNeedRefinementsWithAllThatTheyBuildUpon() throws {
    // 6...63 comes first because the refinement of 1...63 skips its coefficients.
    let usual = ScanScript.all(componentCount: 3)[0]
    let chosen = try #require(try Self.chosen(usual, quality: 10, block: .fourSamples))
    #expect(chosen.starts(with: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
  }

  @Test func whatNeverComesIsLeftToLibjpeg() throws {
    let means = ScanScript.scan([0, 1, 2], 0...0, 0, 0)
    let scripts = [
      ScanScript(description: "no details", scans: [means]),
      ScanScript(
        description: "coarse means",
        scans: [ScanScript.scan([0, 1, 2], 0...0, 0, 2)]
          + (0..<3).map { ScanScript.scan([$0], 1...63, 0, 0) }),
    ]
    for script in scripts {
      #expect(try Self.chosen(script, quality: 85, block: .fourSamples) == nil, "\(script)")
    }
    #expect(try Self.chosen(scripts[0], quality: 85, block: .oneSample) == [0])
    #expect(try Self.chosen(scripts[1], quality: 85, block: .oneSample) == nil)
  }
}
