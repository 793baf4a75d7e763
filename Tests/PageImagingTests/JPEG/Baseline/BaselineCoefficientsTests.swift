// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import PageImaging

struct BaselineCoefficientsTests {
  private static func compare(
    _ bytes: [UInt8], _ block: ReducedBlock
  ) throws -> ReducedOracle.Verdict {
    try ReducedOracle.compare(bytes, block) { source, block throws(ImagingError) in
      try BaselineCoefficients(source, block: block)
    }
  }

  private static let blocks = [ReducedBlock.oneSample, .fourSamples]

  private static let fixtures = ["valid", "lenient", "invalid"].flatMap {
    Fixtures.paths(in: "jpeg/\($0)")
  }

  @Test(arguments: fixtures)
  func aFixtureMatchesLibJPEGOrIsLeftToIt(name: String) throws {
    for block in Self.blocks {
      let verdict = try Self.compare(Fixtures.bytes(name), block)
      #expect(verdict == .same || verdict == .left, "\(verdict)")
    }
  }

  @Test(arguments: [
    "app-all", "app2-60k", "comment", "density-300", "exif-cut", "extended-q16", "gray",
    "gray-sampling-2x2", "huffman-standard-420", "huffman-standard-444", "orientation-6",
    "quality-100", "quality-25", "restart-1-mcu", "restart-3-mcu", "restart-row", "size-1x1-420",
    "size-131x197-gray", "size-17x33-411", "size-3x200-420", "tables-merged", "trailing-bytes",
    "ycc-410", "ycc-422", "ycc-440", "ycc-adobe-1", "ycc-bare", "ycc-chroma-uneven",
  ])
  func anOrdinaryFileIsTaken(name: String) throws {
    for block in Self.blocks {
      #expect(try Self.compare(Fixtures.bytes("jpeg/valid/\(name).jpg"), block) == .same)
    }
  }

  @Test(arguments: [
    "valid/arithmetic", "valid/cmyk", "valid/fill-bytes", "valid/no-eoi", "valid/progressive-420",
    "valid/three-scans", "lenient/cut-in-scan", "lenient/no-eoi", "lenient/restart-damaged",
  ])
  func anythingElseIsLeftToLibJPEG(name: String) throws {
    guard let bytes = try? Fixtures.bytes("jpeg/\(name).jpg") else { return }
    for block in Self.blocks { #expect(try Self.compare(bytes, block) == .left) }
  }

  @Test func samplePagesMatchLibJPEG() throws {
    let root = URL(filePath: Fixtures.sampleDocument(""))
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var taken = 0
    for case let file as URL in files where file.pathExtension == "jpg" {
      for block in Self.blocks {
        let verdict = try Self.compare([UInt8](Data(contentsOf: file)), block)
        #expect(verdict == .same || verdict == .left, "\(file.lastPathComponent): \(verdict)")
        if verdict == .same { taken += 1 }
      }
    }
    #expect(taken >= 20)
  }

  @Test func smallSizesOfAllSamplingsMatchLibJPEG() throws {
    for sampling in LibJPEGRequest.samplings {
      for (width, height) in zip(1...40, (1...40).map { $0 * 7 % 41 }) {
        let request = LibJPEGRequest(
          width: width, height: height, sampling: sampling, restartInterval: width % 4,
          contrast: 90)
        let bytes = try #require(request.encoded())
        for block in Self.blocks {
          #expect(try Self.compare(bytes, block) == .same, "\(request)")
        }
      }
    }
  }

  @Test(arguments: blocks)
  func randomFilesMatchLibJPEG(block: ReducedBlock) {
    checkProperty(
      seed: 600, runs: 200, generate: { LibJPEGRequest.random(using: &$0, isProgressive: false) },
      shrink: \.simpler,
      check: { request in
        guard let bytes = request.encoded() else { return "libjpeg does not write it" }
        let verdict = try Self.compare(bytes, block)
        return verdict == .same ? nil : "\(verdict)"
      })
  }

  @Test func aFileLongerThanTheBuffersMatchesLibJPEG() throws {
    for restartInterval in [0, 1000] {
      let request = LibJPEGRequest(
        width: 700, height: 500, sampling: LibJPEGRequest.samplings[4], quality: 98,
        restartInterval: restartInterval, contrast: 255)
      let bytes = try #require(request.encoded())
      try #require(bytes.count > 4 * 65_536)
      for block in Self.blocks { #expect(try Self.compare(bytes, block) == .same) }
    }
  }
}
