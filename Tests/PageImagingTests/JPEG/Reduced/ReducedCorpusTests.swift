// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PageImaging

/// The files of a folder outside of the package, which the environment names.
struct ReducedCorpusTests {
  private static let folder = ProcessInfo.processInfo.environment["GALLERY_CORPUS"]

  @Test(.enabled(if: folder != nil, "GALLERY_CORPUS names no folder"))
  func everyFileIsWhatLibJPEGSaysOrLeftToIt() throws {
    let root = URL(filePath: try #require(Self.folder))
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    var taken = 0
    for case let file as URL in files where ["jpg", "jpeg"].contains(file.pathExtension) {
      let bytes = [UInt8](try Data(contentsOf: file))
      for block in [ReducedBlock.oneSample, .fourSamples] {
        let verdict = try ReducedOracle.compare(bytes, block) {
          source, block throws(ImagingError) in
          try BaselineCoefficients(source, block: block)
        }
        #expect(verdict == .same || verdict == .left, "\(file.lastPathComponent): \(verdict)")
        if verdict == .same { taken += 1 }
      }
    }
    #expect(taken > 0)
  }
}
